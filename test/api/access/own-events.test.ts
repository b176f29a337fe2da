// Lists for authors: public events and their own of any status, in one order and with one total.
import { beforeAll, expect, test } from 'vitest';
import { createRandom, wallClock } from '../../support/calendars/calendar-model.ts';
import { make } from '../../support/field-table.ts';
import { someOf } from '../../support/runs.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';

const day = 86_400;
const now = Date.UTC(2027, 2, 1, 12) / 1000;
const random = createRandom(11);

interface Known {
  id: number;
  author: number;
  status: string;
  start: number;
  end: number;
  featured: boolean;
  published: number;
  hidden: boolean;
}

let app: TestApp;
const events: Known[] = [];

beforeAll(async () => {
  app = await startTestApp({ settings: { timezone: 'UTC' } });
  for (let n = 0; n < 90; n++) {
    const start = now + day * random.pick([-400, -3, 1, 1, 1, 2, 30, 500, 900]);
    const event = {
      author: random.pick([2, 3, 4]),
      status: random.pick(['publish', 'publish', 'publish', 'draft', 'pending', 'private', 'trash']),
      // Many start at the same time, so that publication time and id decide.
      start,
      end: start + (random.chance(0.2) ? 401 * day : 7200),
      featured: random.chance(0.3),
      published: now + random.pick([-2, -2, -1, 3]) * day,
      hidden: random.chance(0.1),
    };
    const { id } = await make(app, 'events', {
      title: 'Own',
      timezone: 'UTC',
      author: event.author,
      status: event.status,
      start_date: wallClock(event.start, 0),
      end_date: wallClock(event.end, 0),
      date_utc: wallClock(event.published, 0),
      hide_from_listings: event.hidden,
      featured: event.featured,
    });
    events.push({ id, ...event });
  }
});

const order = (a: Known, b: Known): number => a.start - b.start || a.published - b.published || a.id - b.id;

type Meets = (event: Known) => boolean;

function expected(userId: number, meets: Meets): number[] {
  const isPublic = ({ status, published }: Known) => status === 'publish' && published <= app.clock.now();
  const isFound = (event: Known) =>
    !event.hidden && event.status !== 'trash' && (isPublic(event) || event.author === userId);
  return events
    .filter((event) => isFound(event) && meets(event))
    .sort(order)
    .map(({ id }) => id);
}

interface Page {
  events: { id: number }[];
  total: number;
  next_rest_url?: string;
  next_cursor?: string;
}

/** Reads all pages, by number or by cursor. */
async function listed(
  as: 'ann' | 'con',
  query: string,
  by: 'page' | 'cursor',
): Promise<{ ids: number[]; total: number }> {
  const ids: number[] = [];
  const path = `/events?${query}`;
  let page = (await app.request<Page>({ as, path })).body;
  const { total } = page;
  for (;;) {
    ids.push(...page.events.map(({ id }) => id));
    const next = by === 'page' ? page.next_rest_url : page.next_cursor && `${path}&cursor=${page.next_cursor}`;
    if (!next) return { ids, total };
    page = (await app.request<Page>({ as, path: next })).body;
  }
}

const users = [
  ['ann', 3],
  ['con', 4],
] as const;

const ever = 'start_date=2000-01-01&end_date=2090-01-01';
const lists: readonly [query: string, meets: Meets][] = [
  [ever, () => true],
  [
    'start_date=2027-03-02%2012:00:00&end_date=2027-04-15&strict_dates=1',
    ({ start, end }) => start >= now + day && end <= Date.UTC(2027, 3, 15) / 1000,
  ],
  ['start_date=2091-01-01&end_date=2092-01-01', () => false],
  [`ends_after=${now + 2 * day}&strict_dates=1`, ({ end }) => end > now + 2 * day],
  [`${ever}&featured=true`, ({ featured }) => featured],
  [`${ever}&ticketed=false`, () => true],
  [`ends_after=${now}&strict_dates=1&featured=false`, ({ end, featured }) => end > now && !featured],
];

const ways = (['page', 'cursor'] as const).flatMap((by) =>
  (['asc', 'desc'] as const).map((direction) => ({ by, direction })),
);
const cases = users.flatMap(([as, userId]) =>
  lists.flatMap(([query, meets]) => ways.map((way) => ({ as, userId, query, meets, ...way }))),
);

async function compare(): Promise<void> {
  for (const { as, userId, query, meets, by, direction } of someOf(cases)) {
    const ids = expected(userId, meets);
    if (direction === 'desc') ids.reverse();
    const found = await listed(as, `${query}&order=${direction}&per_page=7`, by);
    expect(found, `${query} ${direction} as ${as} by ${by}`).toEqual({ ids, total: ids.length });
  }
}

test("An author's list has public and own events, in either order, by pages and by cursors", compare);

test("An author's list is right after scheduled events have come due", async () => {
  app.clock.advance(4 * day);
  await compare();
});
