// Lists of venues by title and by their events, for several callers, compared with a plain model.

import { beforeAll, expect, test } from 'vitest';
import { foldText } from '../../../src/core/text/fold.ts';
import { insertEvents, type NewEvent } from '../../../src/resources/events/save.ts';
import { allocateRecordIds } from '../../../src/resources/records/rows/record-table.ts';
import { insertRelated, type NewRelated } from '../../../src/resources/related/save.ts';
import type { EventsTable } from '../../../src/store/schema.ts';
import { createRandom, type Random } from '../../support/calendars/calendar-model.ts';
import {
  contentLanguages,
  gatherStatistics,
  plainEvent,
  plainVenue,
  titledTexts,
} from '../../support/calendars/plain-rows.ts';
import { someOf } from '../../support/runs.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';

const day = 86_400;
const titles = ['Hall', 'hall', 'Äpfel', '日本', 'Park 2', 'Park 10', '\uffee', '\u{1f3b7}'];
const readers = [
  { as: null, id: 0, mayEditAll: false },
  { as: 'ann', id: 3, mayEditAll: false },
  { as: 'ed', id: 2, mayEditAll: true },
] as const;
type Reader = (typeof readers)[number];

let app: TestApp;
let venues: NewRelated[];
let events: NewEvent[];

beforeAll(async () => {
  app = await startTestApp();
  const random = createRandom(11);
  const now = app.clock.now();
  venues = Array.from({ length: 250 }, (_, n) => inventedVenue(random, 1000 + n, now));
  // A third of the venues have none.
  events = Array.from({ length: 300 }, (_, n) => inventedEvent(random, 2000 + n, now));
  await app.store.write(async (db) => {
    const ids = (kind: 'venue' | 'event', rows: readonly { row: { id: number } }[]) =>
      rows.map(({ row }) => ({ id: row.id, kind }));
    await allocateRecordIds(db, [...ids('venue', venues), ...ids('event', events)]);
    await insertRelated(db, venues, { now });
    await insertEvents(db, events, { now });
  });
  await gatherStatistics(app.store);
}, 60_000);

const publicationOf = (random: Random, now: number) => ({
  status: random.chance(0.6) ? ('publish' as const) : random.pick(['draft', 'pending', 'private', 'trash'] as const),
  author_id: random.pick([2, 3, 4]),
  published_at: now + (random.chance(0.1) ? day : -random.below(20) * 60),
  modified_at: now - random.below(20) * 60,
  language: random.pick(contentLanguages),
});

function inventedVenue(random: Random, id: number, now: number): NewRelated {
  const row = plainVenue({ id, ...publicationOf(random, now) });
  return { row, texts: titledTexts(random, titles, row) };
}

function inventedEvent(random: Random, id: number, now: number): NewEvent {
  const row = plainEvent({
    id,
    ...publicationOf(random, now),
    start_utc: now + (random.below(40) - 25) * day,
    hide_from_listings: random.chance(0.3) ? 1 : 0,
    password_hash: random.chance(0.3) ? 'unknown' : null,
  });
  const venue = [1000 + random.below(250), 1000 + random.below(250)];
  return { row, texts: titledTexts(random, titles, row), links: { venue, organizer: [] }, termIds: [] };
}

function mayRead({ status, published_at, author_id }: EventsTable | NewRelated['row'], reader: Reader): boolean {
  if (status === 'trash') return false;
  const isOut = status === 'publish' && published_at <= app.clock.now();
  return isOut || reader.mayEditAll || (reader.as !== null && author_id === reader.id);
}

const seesWhole = ({ password_hash, author_id }: EventsTable, reader: Reader): boolean =>
  password_hash === null || reader.mayEditAll || (reader.as !== null && author_id === reader.id);

function hasEvent(venue: number, reader: Reader, from = Number.NEGATIVE_INFINITY): boolean {
  const eventsThere = events.filter(({ links }) => links.venue.includes(venue)).map(({ row }) => row);
  return eventsThere.some((event) => event.start_utc >= from && mayRead(event, reader) && seesWhole(event, reader));
}

const filters: Readonly<Record<string, (venue: number, reader: Reader) => boolean>> = {
  '': () => true,
  '&has_events=true': (venue, reader) => hasEvent(venue, reader),
  '&has_events=false': (venue, reader) => !hasEvent(venue, reader),
  '&only_with_upcoming=true': (venue, reader) => hasEvent(venue, reader, app.clock.now()),
};

type Key = (venue: NewRelated, language: string) => Buffer | number;
const orders: Readonly<Record<string, Key>> = {
  title: ({ row, texts }, language) => {
    const titleIn = (wanted: string) => foldText(texts.find((text) => text.language === wanted)?.title ?? '');
    return Buffer.from(titleIn(language) || titleIn(row.language));
  },
  date: ({ row }) => row.published_at,
  modified: ({ row }) => row.modified_at,
};

const compare = (a: Buffer | number, b: Buffer | number): number =>
  typeof a === 'number' || typeof b === 'number' ? Number(a) - Number(b) : Buffer.compare(a, b);

interface Page {
  venues: { id: number }[];
  total: number;
  next_cursor?: string;
}

const lists = Object.keys(orders).flatMap((by) => Object.keys(filters).map((filter) => ({ by, filter })));

test.each(readers.flatMap((reader, index) => someOf(lists, index).map((list) => ({ reader, ...list }))))(
  '$reader.as reads the list by $by $filter in the order of the model',
  async ({ reader, by, filter }) => {
    for (const order of ['asc', 'desc'])
      for (const language of by === 'title' ? contentLanguages : ['en']) {
        const listed = venues
          .filter(({ row }) => mayRead(row, reader) && filters[filter]?.(row.id, reader))
          .map((venue) => ({ id: venue.row.id, key: orders[by]?.(venue, language) ?? 0 }))
          .sort((a, b) => compare(a.key, b.key) || a.id - b.id)
          .map(({ id }) => id);
        const want = order === 'asc' ? listed : listed.reverse();
        const path = `/venues?orderby=${by}&order=${order}&i18n_language=${language}${filter}`;
        const read = async (more: string) => (await app.request<Page>({ as: reader.as, path: path + more })).body;
        const found: number[] = [];
        for (let page = await read('&per_page=60'); ; page = await read(`&per_page=60&cursor=${page.next_cursor}`)) {
          expect(page.total, path).toBe(want.length);
          found.push(...page.venues.map(({ id }) => id));
          if (page.next_cursor === undefined) break;
        }
        expect(found, path).toEqual(want);
        const third = await read('&per_page=7&page=3');
        expect(
          third.venues.map(({ id }) => id),
          path,
        ).toEqual(want.slice(14, 21));
      }
  },
);
