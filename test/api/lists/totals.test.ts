// Totals of date windows come from counters, and equal a plain count of the same events.
import { beforeAll, expect, test } from 'vitest';
import { createRandom, wallClock } from '../../support/calendars/calendar-model.ts';
import { make } from '../../support/field-table.ts';
import { runsForRareFaults, seedOf } from '../../support/runs.ts';
import { type Login, startTestApp, type TestApp } from '../../support/test-app.ts';

const day = 86_400;
const year = 365 * day;
const random = createRandom(seedOf(7));
const start = Date.UTC(2027, 2, 1, 12) / 1000;

interface Known {
  id: number;
  start: number;
  end: number;
  published: number;
  status: string;
  hidden: boolean;
}

let app: TestApp;
const events: Known[] = [];

const somewhen = () =>
  start + Math.round((random.below(10_000) / 10_000 - 0.5) * random.pick([day, 60 * day, 12 * year]));
const length = () => random.pick([0, 3600, 65_535, 65_536, 3 * day, 40 * day, 3 * year, 6 * year]);

async function add(): Promise<void> {
  const from = somewhen();
  const event = {
    start: from,
    end: from + length(),
    published: start + random.pick([-day, -day, 2 * day]),
    status: random.pick(['publish', 'publish', 'publish', 'draft', 'private', 'pending']),
    hidden: random.chance(0.1),
  };
  const { id } = await make(app, 'events', { title: 'Counted', timezone: 'UTC', ...asSent(event) });
  events.push({ id, ...event });
}

const asSent = ({ start: from, end, published, status, hidden }: Omit<Known, 'id'>) => ({
  start_date: wallClock(from, 0),
  end_date: wallClock(end, 0),
  date_utc: wallClock(published, 0),
  status,
  hide_from_listings: hidden,
});

beforeAll(async () => {
  app = await startTestApp({ settings: { timezone: 'UTC' } });
  for (let n = 0; n < 120; n++) await add();
});

type Window = Partial<Record<'start_date' | 'end_date' | 'starts_before' | 'starts_after' | 'ends_after', number>>;

const meets = (event: Known, window: Window): boolean =>
  event.start >= (window.starts_after === undefined ? (window.start_date ?? -Infinity) : window.starts_after + 1) &&
  event.end <= (window.end_date ?? Infinity) &&
  event.start < (window.starts_before ?? Infinity) &&
  event.end > (window.ends_after ?? -Infinity);

function expected(window: Window, as: Login | null, now: number): number {
  const mayRead = (event: Known) => as === 'ed' || (event.status === 'publish' && event.published <= now);
  return events.filter((event) => !event.hidden && mayRead(event) && meets(event, window)).length;
}

async function compare(rounds: number): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    const window: Window = {};
    for (const name of ['start_date', 'end_date', 'starts_before', 'starts_after', 'ends_after'] as const)
      if (random.chance(name.endsWith('date') ? 0.7 : 0.2))
        window[name] = random.chance(0.3) ? random.pick(events).start : somewhen();
    // Without any, defaults would apply.
    window.start_date ??= start - 40 * year;
    window.end_date ??= start + 40 * year;
    const query = Object.entries(window).map(([name, at]) => `${name}=${encodeURIComponent(wallClock(at, 0))}`);
    const as = random.pick([null, null, 'sub', 'ed'] as const);
    const path = `/events?strict_dates=1&per_page=1&${query.join('&')}`;
    const { body } = await app.request({ path, as });
    expect(body.total, `${path} as ${as}`).toBe(expected(window, as, app.clock.now()));
  }
}

test('Totals of date windows of any size are exact', () => compare(runsForRareFaults(150)));

test('Totals are exact after changes of status, time and visibility, after removals, and when scheduled events come due', async () => {
  for (const event of events.slice(0, 60)) {
    const from = somewhen();
    const next = {
      start: from,
      end: from + length(),
      published: start - day,
      status: random.pick(['publish', 'draft']),
      hidden: random.chance(0.2),
    };
    await app.request({ method: 'PATCH', path: `/events/${event.id}`, as: 'ed', json: asSent(next) });
    Object.assign(event, next);
  }
  for (const event of events.splice(60, 10))
    await app.request({ method: 'DELETE', path: `/events/${event.id}`, as: 'ed' });
  for (const event of events.splice(60, 10))
    await app.request({ method: 'DELETE', path: `/events/${event.id}?force=true`, as: 'ed' });
  await compare(runsForRareFaults(60));
  app.clock.advance(3 * day);
  await compare(runsForRareFaults(60));
});

test('Totals are exact after dry runs, failed writes, batches and simultaneous writes', async () => {
  const draw = () => {
    const from = somewhen();
    return { start: from, end: from + length(), published: start - day, status: 'publish', hidden: false };
  };
  const made = async (replies: { id: number }[], drawn: Omit<Known, 'id'>[]) =>
    replies.forEach(({ id }, n) => {
      events.push({ id, ...(drawn[n] as Omit<Known, 'id'>) });
    });
  const json = (event: Omit<Known, 'id'>) => ({ title: 'Counted', timezone: 'UTC', ...asSent(event) });
  const one = events[0] as Known;

  for (const request of [
    { method: 'POST', path: '/events?dry_run=true', json: json(draw()) },
    { method: 'PATCH', path: `/events/${one.id}?dry_run=true`, json: { ...asSent(draw()), status: 'draft' } },
    { method: 'DELETE', path: `/events/${one.id}?force=true&dry_run=true` },
  ] as const)
    expect((await app.request({ as: 'ed', ...request })).headers['dry-run']).toBe('true');
  const writes = Array.from({ length: 5 }, () => ({ method: 'POST', path: '/events', body: json(draw()) }));
  const requests = [
    ...writes,
    { method: 'DELETE', path: `/events/${one.id}` },
    { method: 'DELETE', path: '/events/0' },
  ];
  const failed = await app.request({ as: 'ed', method: 'POST', path: '/batch', json: { requests } });
  expect(failed.status).toBeGreaterThanOrEqual(400);
  await compare(runsForRareFaults(40));

  const together = Array.from({ length: 8 }, draw);
  const batch = await app.request<{ responses: { body: { id: number } }[] }>({
    as: 'ed',
    method: 'POST',
    path: '/batch',
    json: { requests: together.map((event) => ({ method: 'POST', path: '/events', body: json(event) })) },
  });
  expect(batch.status, JSON.stringify(batch.body)).toBe(200);
  await made(
    batch.body.responses.map(({ body }) => body),
    together,
  );
  const atOnce = Array.from({ length: 12 }, draw);
  await made(await Promise.all(atOnce.map((event) => make(app, 'events', json(event)))), atOnce);
  await compare(runsForRareFaults(40));

  const trashed = events.slice(5, 15);
  const send = (method: 'DELETE' | 'PATCH', sent?: object) =>
    Promise.all(
      trashed.map(({ id }) =>
        app.request({ as: 'ed', method, path: `/events/${id}`, ...(sent ? { json: sent } : {}) }),
      ),
    );
  await send('DELETE');
  const kept = events.splice(5, 10);
  await compare(runsForRareFaults(40));
  await send('PATCH', { status: 'draft' });
  events.push(...kept.map((event) => ({ ...event, status: 'draft' })));
  await compare(runsForRareFaults(40));
});
