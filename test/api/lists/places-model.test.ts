// Lists by location with more events than are looked up one by one, for several callers, compared with a plain model.

import { beforeAll, expect, test } from 'vitest';
import { insertEvents, type NewEvent } from '../../../src/resources/events/save.ts';
import { allocateRecordIds } from '../../../src/resources/records/rows/record-table.ts';
import { insertRelated, type NewRelated } from '../../../src/resources/related/save.ts';
import { createRandom, type Random } from '../../support/calendars/calendar-model.ts';
import { gatherStatistics, plainEvent, plainVenue, titledTexts } from '../../support/calendars/plain-rows.ts';
import { someOf } from '../../support/runs.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';

const day = 86_400;
const readers = [
  { as: null, id: 0, mayEditAll: false, more: '' },
  { as: 'ann', id: 3, mayEditAll: false, more: '&status=publish' },
  { as: 'ann', id: 3, mayEditAll: false, more: '' },
  { as: 'ed', id: 2, mayEditAll: true, more: '' },
] as const;
type Reader = (typeof readers)[number];
type Owned = Pick<NewEvent['row'], 'status' | 'published_at' | 'author_id'>;

let app: TestApp;
let venues: NewRelated['row'][];
let venuesById: ReadonlyMap<number, NewRelated['row']>;
let events: NewEvent[];

beforeAll(async () => {
  app = await startTestApp();
  const random = createRandom(5);
  const now = app.clock.now();
  venues = Array.from({ length: 90 }, (_, n) =>
    plainVenue({ id: 500 + n, ...publicationOf(random, now, 0.8), ...random.pick([near, near, far, nowhere]) }),
  );
  venuesById = new Map(venues.map((venue) => [venue.id, venue]));
  events = Array.from({ length: 4200 }, (_, n) => invented(random, 1000 + n, now));
  await app.store.write(async (db) => {
    const ids = (kind: 'venue' | 'event', rows: readonly { id: number }[]) => rows.map(({ id }) => ({ id, kind }));
    const eventIds = ids(
      'event',
      events.map(({ row }) => row),
    );
    await allocateRecordIds(db, [...ids('venue', venues), ...eventIds]);
    const related = venues.map((row) => ({ row, texts: titledTexts(random, ['Hall'], row) }));
    await insertRelated(db, related, { now });
    await insertEvents(db, events, { now });
  });
  await gatherStatistics(app.store);
}, 120_000);

const near = { geo_lat: 0.1, geo_lng: 0.1 };
const far = { geo_lat: 40, geo_lng: 40 };
const nowhere = { geo_lat: null, geo_lng: null };

const publicationOf = (random: Random, now: number, open: number) => ({
  status: random.chance(open) ? ('publish' as const) : random.pick(['draft', 'private', 'trash'] as const),
  author_id: random.pick([2, 3]),
  published_at: now + (random.chance(0.05) ? day : -day),
  modified_at: now,
});

function invented(random: Random, id: number, now: number): NewEvent {
  const row = plainEvent({
    id,
    ...publicationOf(random, now, 0.95),
    start_utc: now + (2 + random.below(300)) * day + random.below(1000),
    hide_from_listings: random.chance(0.05) ? 1 : 0,
    password_hash: random.chance(0.05) ? 'unknown' : null,
  });
  const venue = random.some(
    venues.map((one) => one.id),
    3,
  );
  return { row, texts: titledTexts(random, ['Play'], row), links: { venue, organizer: [] }, termIds: [] };
}

function mayRead({ status, published_at, author_id }: Owned, reader: Reader, onlyOut: boolean): boolean {
  const isOut = status === 'publish' && published_at <= app.clock.now();
  if (isOut || status === 'trash' || onlyOut) return isOut;
  return reader.mayEditAll || (reader.as !== null && author_id === reader.id);
}

const filters: Readonly<Record<string, (eventVenues: NewRelated['row'][]) => boolean>> = {
  'geoloc=true': (eventVenues) => eventVenues.some((venue) => venue.geo_lat !== null),
  'geoloc=false': (eventVenues) => eventVenues.every((venue) => venue.geo_lat === null),
  'geoloc_lat=0&geoloc_lng=0': (eventVenues) => eventVenues.some((venue) => venue.geo_lat === 0.1),
  'geoloc_lat=0&geoloc_lng=0&geoloc=true': (eventVenues) => eventVenues.some((venue) => venue.geo_lat === 0.1),
  'geoloc_lat=0&geoloc_lng=0&geoloc=false': () => false,
};

function listed(filter: string, reader: Reader, before: number): number[] {
  const isMet = ({ row, links }: NewEvent) => {
    if (!mayRead(row, reader, reader.more !== '') || (row.hide_from_listings as number) === 1) return false;
    const isMine = reader.mayEditAll || (reader.as !== null && row.author_id === reader.id);
    if (row.end_utc >= before || (row.password_hash !== null && !isMine)) return false;
    const eventVenues = links.venue
      .flatMap((id) => venuesById.get(id) ?? [])
      .filter((venue) => mayRead(venue, reader, false));
    return filters[filter]?.(eventVenues) ?? false;
  };
  return events
    .filter(isMet)
    .map(({ row }) => row)
    .sort((a, b) => a.start_utc - b.start_utc || a.published_at - b.published_at || a.id - b.id)
    .map(({ id }) => id);
}

interface Page {
  events: { id: number }[];
  total: number;
  next_cursor?: string;
}

const cases = readers.flatMap((reader) => Object.keys(filters).map((filter) => ({ reader, filter })));

test.each(someOf(cases))(
  'The filter $filter as $reader.as $reader.more finds what the model finds',
  async ({ reader, filter }) => {
    for (const [window, before] of [
      ['', Number.MAX_SAFE_INTEGER],
      ['&end_date=2027-04-30', Date.parse('2027-05-01T04:00:00Z') / 1000],
    ] as const) {
      const path = `/events?${filter}${reader.more}${window}&per_page=100`;
      const want = listed(filter, reader, before);
      const idsOf = ({ events }: Page) => events.map(({ id }) => id);
      const read = async (more: string) => (await app.request<Page>({ as: reader.as, path: path + more })).body;
      const first = await read('');
      expect(first.total, path).toBe(want.length);
      expect(idsOf(first), path).toEqual(want.slice(0, 100));
      if (first.next_cursor === undefined) continue;
      expect(idsOf(await read(`&cursor=${first.next_cursor}`)), path).toEqual(want.slice(100, 200));
      const last = Math.ceil(want.length / 100);
      expect(idsOf(await read(`&page=${last}`)), path).toEqual(want.slice((last - 1) * 100));
    }
  },
);
