// A calendar of any size that uses every field and status: the demonstration and generated events around it.

import pino from 'pino';
import { toSpan } from '../../../src/core/dates/event-span.ts';
import { attendanceModes, eventStatuses } from '../../../src/core/event-status.ts';
import type { StoredStatus } from '../../../src/core/kinds.ts';
import { fillDemo } from '../../../src/demo/fill.ts';
import { emptyEventColumns } from '../../../src/resources/events/fields/table.ts';
import { insertEvents, type NewEvent } from '../../../src/resources/events/save.ts';
import { newRecordId } from '../../../src/resources/records/rows/record-table.ts';
import { recountTerms } from '../../../src/resources/terms/repository-events.ts';
import type { EventsTable, Flag } from '../../../src/store/schema.ts';
import type { Store, Writer } from '../../../src/store/store.ts';
import { zones } from '../zones.ts';

const zoneNames = [
  ...Intl.supportedValuesOf('timeZone').filter((name) => zones.parse(name) === name),
  'UTC',
  'UTC+5.5',
  'UTC-3',
];
const costs = ['', 'Free', '$5 – $12', '12,50 €', '¥3000', '0', '£10, £20 & £30'];
const statuses: readonly StoredStatus[] = ['publish', 'publish', 'publish', 'publish', 'draft', 'pending', 'private'];
const authors = [1, 2, 3];

interface Surroundings {
  venues: number[];
  organizers: number[];
  terms: number[];
  images: readonly number[];
}

/** Fills an empty calendar with the demonstration, images, and generated events up to `total`. */
export async function fillLarge(
  store: Store,
  total: number,
  now: number,
  upload: () => Promise<readonly number[]>,
): Promise<void> {
  const log = pino({ level: 'silent' });
  await fillDemo({ store, zones, now: () => now, adminId: 1, log });
  const images = await upload();
  await store.write(async (db) => {
    const related = await db.selectFrom('linked_records').select(['id', 'kind']).orderBy('id').execute();
    const ids = (kind: string) => related.filter((one) => one.kind === kind).map(({ id }) => id);
    const terms = (await db.selectFrom('terms').select('id').orderBy('id').execute()).map(({ id }) => id);
    const around = { venues: ids('venue'), organizers: ids('organizer'), terms, images };
    const { count } = await db
      .selectFrom('events')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    const rows: NewEvent[] = [];
    for (let n = 0; n < total - count; n++) rows.push(await generateEvent(db, n, now, around, rows));
    await insertEvents(db, rows, { now });
    for (const [at, image] of images.entries()) {
      const ids = [around.venues, around.organizers][at % 2] as number[];
      await db
        .updateTable('linked_records')
        .set({ image_id: image })
        .where('id', '=', ids[at] as number)
        .execute();
    }
    await recountTerms(db);
  });
}

const flag = (value: boolean): Flag => (value ? 1 : 0);
const of = <T>(list: readonly T[], n: number): T => list[n % list.length] as T;

async function generateEvent(
  db: Writer,
  n: number,
  now: number,
  around: Surroundings,
  before: readonly NewEvent[],
): Promise<NewEvent> {
  const id = await newRecordId(db, 'event');
  const row: EventsTable = { id, ...whenOf(n, now), ...publicationOf(n, now), ...detailsOf(n, around) };
  if (n % 6 === 0) {
    row.event_status = of(eventStatuses, n / 6);
    row.attendance_mode = row.event_status === 'moved_online' ? 'online' : of(attendanceModes, n / 6);
    row.online_url = n % 12 === 0 ? `https://meet.example/${n}` : '';
  }
  if (n % 20 === 19) row.post_parent = of(before, n * 7).row.id;
  const title = `Évènement ${n} – “Fish & chips” <3 ${n % 3 === 0 ? '日本語' : ''}`.trim();
  const texts = [
    {
      language: 'en',
      title,
      description: n % 4 === 0 ? '' : `<p>Number <em>${n}</em> &amp; more.</p>\n<p>Bring a friend.</p>`,
      excerpt: n % 5 === 0 ? `<p>In short: ${n}</p>` : '',
      website: n % 6 === 0 ? `https://events.example/${n}` : '',
      event_status_reason: n % 12 === 0 && row.event_status !== 'scheduled' ? `Because of ${n}` : '',
      slug: `invented-${n}`,
    },
    ...(n % 10 === 0
      ? [
          {
            language: 'fr',
            title: `Titre ${n}`,
            description: '',
            excerpt: '',
            website: '',
            slug: n % 20 === 0 ? `titre-${n}` : null,
          },
        ]
      : []),
  ];
  return {
    row,
    texts,
    links: {
      venue:
        n % 9 === 0 ? [] : n % 50 === 1 ? [of(around.venues, n), of(around.venues, n + 1)] : [of(around.venues, n)],
      organizer: n % 8 === 0 ? [] : [...new Set([of(around.organizers, n), of(around.organizers, n * 3)])],
    },
    termIds: n % 7 === 0 ? [] : [...new Set([of(around.terms, n), of(around.terms, n * 5)])],
  };
}

function whenOf(n: number, now: number) {
  const timezone = of(zoneNames, n);
  const allDay = n % 11 === 0;
  // Up to a hundred years ago or ahead, mostly near.
  const startsAt = now + (n % 97 === 0 ? (n % 2 === 0 ? -1 : 1) * 3_000_000_000 : (n - 500) * 40_000);
  const at = (epoch: number) => ({ kind: 'instant' as const, epoch });
  const span = toSpan(at(startsAt), at(startsAt + 1800 + (n % 40) * 3600), { zone: timezone, allDay, zones });
  if (typeof span === 'string') throw new RangeError(span);
  return span;
}

function publicationOf(n: number, now: number) {
  const published_at = n % 30 === 0 ? now + 86_400 * 30 : now - 5_000_000 + n * 60;
  return {
    status: of(statuses, n),
    trashed_from: null,
    author_id: of(authors, n),
    published_at,
    modified_at: now - 4_000_000 + n * 61,
    language: 'en',
    external_id: null,
  };
}

const ticket = (price: number) => ({
  name: `Seat & table at ${price}`,
  url: 'https://tickets.example/',
  price,
  currency: 'EUR',
  available_from: '2027-01-01 10:00:00',
  available_until: null,
  sold_out: price > 20,
});

const detailsOf = (n: number, { images }: Surroundings) => ({
  ...emptyEventColumns,
  cost: of(costs, n),
  show_map: flag(n % 2 === 0),
  show_map_link: flag(n % 3 === 0),
  hide_from_listings: flag(n % 40 === 3),
  sticky: flag(n % 13 === 0),
  featured: flag(n % 12 === 0),
  password_hash: null,
  post_parent: 0,
  image_id: n % 15 === 0 ? of(images, n / 15) : null,
  tickets: JSON.stringify(n % 25 === 0 ? [ticket(n), ticket(5)] : []),
});
