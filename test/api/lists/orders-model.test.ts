// Orders that scan an index of their own, with more events than are sorted, compared with a plain model.

import { beforeAll, describe, expect, test } from 'vitest';
import { foldText } from '../../../src/core/text/fold.ts';
import { insertEvents, type NewEvent } from '../../../src/resources/events/save.ts';
import { allocateRecordIds } from '../../../src/resources/records/rows/record-table.ts';
import { createRandom, type Random } from '../../support/calendars/calendar-model.ts';
import { contentLanguages, gatherStatistics, plainEvent, titledTexts } from '../../support/calendars/plain-rows.ts';
import { make } from '../../support/field-table.ts';
import { someOf } from '../../support/runs.ts';
import { type Login, startTestApp, type TestApp } from '../../support/test-app.ts';

const day = 86_400;
const firstId = 100_000;
/** Titles that differ only beyond the indexed length, or whose bytes sort differently from code units. */
const long = '\u{1f3b7}'.repeat(620);
const titles = [
  ...[
    'Jazz night',
    'jazz Night',
    'Éclair',
    'eclair',
    'Zoo',
    '10 walks',
    '2 walks',
    '日本語',
    '\uffee bell',
    '\u{1f3b7}',
  ],
  ...[`${long}b`, `${long}a`, `${long}`, `${long}a\uffee`, `${long}a\u{1f3b7}`],
];

let app: TestApp;
let events: NewEvent[];
let music: number;

beforeAll(async () => {
  app = await startTestApp();
  music = (await make(app, 'categories', { name: 'Music' })).id;
  const random = createRandom(7);
  events = Array.from({ length: 3600 }, (_, n) => invented(random, n));
  await app.store.write(async (db) => {
    await allocateRecordIds(
      db,
      events.map(({ row }) => ({ id: row.id, kind: 'event' })),
    );
    await insertEvents(db, events, { now: app.clock.now() });
  });
  await gatherStatistics(app.store);
}, 120_000);

/** The first thousand are past and were changed first, so an order by changes reads them first. */
function invented(random: Random, n: number): NewEvent {
  const isPast = n < 1000;
  const now = app.clock.now();
  const row = plainEvent({
    id: firstId + random.below(3) * 100_000 + n,
    status: random.chance(0.92) ? 'publish' : random.pick(['draft', 'pending', 'private', 'trash']),
    author_id: random.pick([2, 3]),
    published_at: now + (random.chance(0.02) ? day : -day),
    modified_at: now - (isPast ? 9000 : 0) - random.below(40),
    language: random.pick(contentLanguages),
    start_utc: now + (isPast ? -1 : 1) * (2 + random.below(400)) * day,
    hide_from_listings: random.chance(0.03) ? 1 : 0,
  });
  const termIds = random.chance(0.3) ? [music] : [];
  return { row, texts: titledTexts(random, titles, row), links: { venue: [], organizer: [] }, termIds };
}

interface ListQuery {
  orderby: 'title' | 'modified' | 'start_date';
  order: 'asc' | 'desc';
  as: Login | null;
  language: string;
  categories?: 'music';
  start_date?: string;
  /** Seconds before now. */
  changedSince?: number;
}

function expected({ orderby, order, as, language, categories, start_date, changedSince }: ListQuery): number[] {
  const now = app.clock.now();
  const from = start_date === undefined ? now : Date.parse(start_date) / 1000;
  const isListed = ({ row, termIds }: NewEvent) =>
    (as === null ? row.status === 'publish' && row.published_at <= now : row.status !== 'trash') &&
    (row.hide_from_listings as number) === 0 &&
    row.start_utc > from &&
    (changedSince === undefined || row.modified_at > now - changedSince) &&
    (categories === undefined || termIds.includes(music));
  const key = ({ row, texts }: NewEvent): Buffer | number => {
    if (orderby === 'modified') return row.modified_at;
    if (orderby === 'start_date') return 2 * row.start_utc + (row.published_at > now ? 1 : 0);
    const titleIn = (wanted: string) => folded(texts.find((text) => text.language === wanted)?.title ?? '');
    return Buffer.from(titleIn(language) || titleIn(row.language));
  };
  const keyed = events.filter(isListed).map((event) => ({ id: event.row.id, key: key(event) }));
  keyed.sort((a, b) => compare(a.key, b.key) || a.id - b.id);
  const ids = keyed.map(({ id }) => id);
  return order === 'asc' ? ids : ids.reverse();
}

const folds = new Map<string, string>();

function folded(title: string): string {
  const known = folds.get(title) ?? foldText(title);
  folds.set(title, known);
  return known;
}

const compare = (a: Buffer | number, b: Buffer | number): number =>
  typeof a === 'number' || typeof b === 'number' ? Number(a) - Number(b) : Buffer.compare(a, b);

interface Page {
  events: { id: number }[];
  total: number;
  next_cursor?: string;
}

async function read(list: ListQuery, more: object): Promise<Page> {
  const { as, language, changedSince, ...query } = list;
  const changed = changedSince === undefined ? {} : { modified_after: inSiteZone(app.clock.now() - changedSince) };
  const { status, body } = await app.request<Page>({
    as,
    path: '/events',
    query: { ...query, ...changed, i18n_language: language, _fields: 'events.id,total,next_cursor', ...more } as never,
  });
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

const inSiteZone = (seconds: number): string =>
  new Intl.DateTimeFormat('sv', { timeZone: 'America/New_York', dateStyle: 'short', timeStyle: 'medium' }).format(
    seconds * 1000,
  );

const ordered: ListQuery[] = (['asc', 'desc'] as const).flatMap((order) => [
  ...contentLanguages.map((language) => ({ orderby: 'title' as const, order, as: null, language })),
  { orderby: 'title', order, as: 'ed', language: 'fr' },
  { orderby: 'title', order, as: null, language: 'ja', categories: 'music' },
  { orderby: 'title', order, as: null, language: 'fr', start_date: '2027-12-01' },
  { orderby: 'modified', order, as: null, language: 'en' },
]);

/** Since long ago, with more events than are looked up one by one; and since recently. */
const changed: ListQuery[] = (['title', 'modified', 'start_date'] as const).flatMap((orderby) =>
  (['asc', 'desc'] as const).flatMap((order) =>
    [8000, 10].flatMap((changedSince) => [
      { orderby, order, as: null, language: 'en', changedSince },
      { orderby, order, as: 'ed', language: 'en', changedSince, start_date: '1970-01-01' },
      { orderby, order, as: null, language: 'en', changedSince, start_date: '1970-01-01', categories: 'music' },
    ]),
  ),
);

describe.each(someOf([...ordered, ...changed]))('The list of events for %j', (list) => {
  test('Every order can be followed by cursors to its end', async () => {
    const found: number[] = [];
    const want = expected(list);
    let page = await read(list, { per_page: 100 });
    expect(page.total).toBe(want.length);
    for (;;) {
      found.push(...page.events.map(({ id }) => id));
      if (page.next_cursor === undefined) break;
      page = await read(list, { per_page: 100, cursor: page.next_cursor });
    }
    expect(found).toEqual(want);
  });

  test('Every page of every order has the right events', async () => {
    const want = expected(list);
    for (const [number, size] of [
      [1, 1],
      [7, 10],
      [Math.min(90, Math.ceil(want.length / 3)), 3],
      [Math.ceil(want.length / 50), 50],
    ] as const) {
      const page = await read(list, { per_page: size, page: number });
      expect(page.events.map(({ id }) => id)).toEqual(want.slice((number - 1) * size, number * size));
    }
  });
});
