// The change feed in pages while others write, and the pruning of its log.
import { beforeEach, describe, expect, test } from 'vitest';
import { recordChanges } from '../../../src/resources/records/changes/change-log.ts';
import { copyEvent } from '../../support/calendars/copies.ts';
import { runs, seedOf } from '../../support/runs.ts';
import { type Login, startTestApp, type TestApp } from '../../support/test-app.ts';

interface Feed {
  changes: { type: string; id: number; external_id?: string; change: string; modified_utc: string }[];
  next_token: string;
  has_more: boolean;
}

let app: TestApp;
beforeEach(async () => {
  app = await startTestApp();
});

const dates = { start_date: '2027-06-19 19:30:00', end_date: '2027-06-19 22:00:00' };

async function page(as: Login | null, query: Record<string, string | number | readonly string[]>): Promise<Feed> {
  const reply = await app.request<Feed>({ as, path: '/changes', query });
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return reply.body;
}
const summaries = ({ changes }: Feed): string[] => changes.map(({ change, type, id }) => `${change} ${type} ${id}`);
const token = async (): Promise<string> => (await page(null, {})).next_token;

async function write(method: 'POST' | 'PATCH' | 'DELETE', path: string, json?: unknown, as: Login = 'ed') {
  const reply = await app.request<{ id: number }>({ as, method, path, ...(json === undefined ? {} : { json }) });
  expect(reply.status, JSON.stringify(reply.body)).toBeLessThan(300);
  return reply.body.id;
}
const event = (more: object = {}, as: Login = 'ed') =>
  write('POST', '/events', { title: 'Gala', ...dates, ...more }, as);

/** All pages until there are no more, and the token after them. */
async function walk(as: Login | null, since: string, perPage: number, between = async () => {}) {
  const pages: Feed[] = [];
  for (let next = since; ; ) {
    const one = await page(as, { since: next, per_page: perPage });
    pages.push(one);
    next = one.next_token;
    if (!one.has_more) return { pages, next };
    expect(pages.length).toBeLessThan(1000);
    await between();
  }
}

interface List {
  events: { id: number }[];
  next_rest_url?: string;
}

async function listed(as: Login | null): Promise<number[]> {
  const ids: number[] = [];
  let next: string | undefined = '/events?per_page=100&start_date=2027-01-01';
  while (next) {
    const reply: { body: List } = await app.request<List>({ as, path: next });
    ids.push(...reply.body.events.map(({ id }) => id));
    next = reply.body.next_rest_url;
  }
  return ids;
}

describe('pages', () => {
  test.each([1, 2, 3, 7, 10, 100])('Pages of %i changes list everything once, in order', async (perPage) => {
    const scheduled = await event({ date_utc: '2027-03-01 12:00:25' });
    const since = await token();
    const ids: number[] = [];
    for (let count = 0; count < 6; count++) {
      app.clock.advance(10);
      ids.push(await event({ title: `Event ${count}` }));
    }
    await write('PATCH', `/events/${ids[0]}`, { title: 'Latest' });
    const order = [ids[1], scheduled, ids[2], ids[3], ids[4], ids[5], ids[0]];
    const { pages, next } = await walk(null, since, perPage);
    expect(pages.flatMap(summaries)).toEqual(order.map((id) => `created event ${id}`));
    expect(pages.length).toBe(Math.ceil(order.length / perPage));
    expect(pages.slice(0, -1).every((one) => one.changes.length === perPage)).toBe(true);
    expect(summaries(await page(null, { since: next }))).toEqual([]);
  });

  test('A page of changes has 100 at most, and 100 by default', async () => {
    const since = await token();
    const makes = Array.from({ length: 101 }, (_, count) => write('POST', '/tags', { name: `tag ${count}` }));
    await Promise.all(makes);
    for (const more of [{}, { per_page: 5000 }] as Record<string, number>[]) {
      const { changes, has_more } = await page(null, { since, ...more });
      expect([changes.length, has_more]).toEqual([100, true]);
    }
  });

  test('Pages of changes are filled with what the caller may read', async () => {
    const since = await token();
    const shown: number[] = [];
    for (let count = 0; count < 4; count++) {
      for (const status of ['draft', 'private'] as const) await event({ status });
      await write('PATCH', `/events/${await event()}`, { status: 'draft' });
      shown.push(await event());
    }
    for (const caller of ['ann', 'con', null] as const) {
      const { pages } = await walk(caller, since, 2);
      expect(pages.map(summaries)).toEqual([
        [`created event ${shown[0]}`, `created event ${shown[1]}`],
        [`created event ${shown[2]}`, `created event ${shown[3]}`],
      ]);
    }
  });
});

type Pick = <T>(list: readonly T[]) => T;

/** Deterministic. */
function createPick(): Pick {
  let seed = seedOf(20_270_301);
  return (list) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return list[seed % list.length] as (typeof list)[number];
  };
}

async function actAtRandom(ids: number[], pick: Pick): Promise<void> {
  const statuses = ['publish', 'draft', 'private', 'trash', 'pending'] as const;
  app.clock.advance(pick([0, 0, 1, 30]));
  const what = pick(['create', 'create', 'change', 'change', 'change', 'delete', 'schedule']);
  if (what === 'create' || ids.length === 0) {
    ids.push(await event({ status: pick(statuses) }, pick(['ed', 'ann', 'con'])));
    return;
  }
  const id = pick(ids);
  if (what === 'change') await write('PATCH', `/events/${id}`, { status: pick(statuses) });
  else if (what === 'schedule') {
    const date_utc = String(app.clock.now() + pick([5, 20, 60]));
    await write('PATCH', `/events/${id}`, { status: 'publish', date_utc });
  } else if (ids.length > 5) await write('DELETE', `/events/${ids.splice(ids.indexOf(id), 1)[0]}?force=true`);
}

describe('while the calendar is written', () => {
  test('All pages of changes describe one moment, and the next series what came after', async () => {
    const since = await token();
    const ids = [await event(), await event(), await event(), await event()];
    const first = await page(null, { since, per_page: 2 });
    expect(summaries(first)).toEqual([`created event ${ids[0]}`, `created event ${ids[1]}`]);
    app.clock.advance(60);
    await write('PATCH', `/events/${ids[0]}`, { title: 'Told already' });
    await write('PATCH', `/events/${ids[2]}`, { title: 'Not reported yet' });
    await write('DELETE', `/events/${ids[1]}`);
    const fresh = await event();
    const second = await page(null, { since: first.next_token, per_page: 2 });
    expect(summaries(second)).toEqual([`created event ${ids[2]}`, `created event ${ids[3]}`]);
    expect(second.has_more).toBe(false);
    expect(summaries(await page(null, { since: second.next_token }))).toEqual([
      `updated event ${ids[0]}`,
      `updated event ${ids[2]}`,
      `removed event ${ids[1]}`,
      `created event ${fresh}`,
    ]);
  });

  test('Records that were hidden or deleted between two pages are no longer listed as changed', async () => {
    const since = await token();
    const ids = [await event(), await event({ external_id: 'secret' }), await event(), await event()];
    const first = await page(null, { since, per_page: 1 });
    await write('PATCH', `/events/${ids[1]}`, { status: 'private', external_id: 'more secret' });
    await write('DELETE', `/events/${ids[2]}?force=true`);
    const { pages } = await walk(null, first.next_token, 1);
    expect(pages.flatMap(summaries)).toEqual([`created event ${ids[3]}`]);
    expect(JSON.stringify(pages)).not.toContain('secret');
  });

  test('A later change in the same second is listed once', async () => {
    let since = await token();
    const seen: string[] = [];
    for (let count = 0; count < 5; count++) {
      const id = await event();
      const next = await page(null, { since });
      expect(summaries(next)).toEqual([`created event ${id}`]);
      seen.push(...summaries(next));
      since = next.next_token;
    }
    expect(new Set(seen).size).toBe(5);
    expect(summaries(await page(null, { since }))).toEqual([]);
  });

  // A record that is hidden while pages are read may be reported as removed twice, which is harmless.
  test.each([
    ['pages in peace', 'exactly'],
    ['pages while others write', 'in the end'],
  ])('A copy kept by following the feed, %s, is the calendar %s, whoever keeps it', async (_, how) => {
    const exactly = how === 'exactly';
    const callers = ['ed', 'ann', 'con', null] as const;
    const copies = new Map(callers.map((caller) => [caller, { since: '', ids: new Set<number>() }]));
    for (const copy of copies.values()) copy.since = await token();
    const ids: number[] = [];
    const pick = createPick();
    const act = () => actAtRandom(ids, pick);
    const follow = async (caller: Login | null, copy: { since: string; ids: Set<number> }) => {
      const { pages, next } = await walk(caller, copy.since, pick([1, 2, 5]), exactly ? undefined : act);
      copy.since = next;
      for (const { id, change } of pages.flatMap(({ changes }) => changes)) {
        if (exactly) expect(copy.ids.has(id), `${change} ${id}`).toBe(change !== 'created');
        if (change === 'removed') copy.ids.delete(id);
        else copy.ids.add(id);
      }
    };
    for (let round = 0; round < runs(10); round++) {
      for (let count = 0; count < 4; count++) await act();
      for (const [caller, copy] of copies) await follow(caller, copy);
    }
    for (const [caller, copy] of copies) {
      const { pages, next } = await walk(caller, copy.since, 100);
      for (const { id, change } of pages.flatMap(({ changes }) => changes))
        change === 'removed' ? copy.ids.delete(id) : copy.ids.add(id);
      expect(summaries(await page(caller, { since: next }))).toEqual([]);
      expect(copy.ids, String(caller)).toEqual(new Set(await listed(caller)));
    }
  });

  test('A write that began before a token was issued and was committed afterwards is not lost', async () => {
    const since = await token();
    const id = await event({ date_utc: '2027-03-01 12:00:03' });
    app.clock.advance(10);
    const later = await token();
    // Like a writer that has waited for the lock: its time is that of its beginning.
    const began = app.clock.now() - 9;
    await app.store.write(async (db) => {
      await db.updateTable('events').set({ status: 'draft' }).where('id', '=', id).execute();
      await recordChanges(db, 'event', [id], began);
    });
    expect(summaries(await page(null, { since }))).toEqual([]);
    expect(summaries(await page(null, { since: later }))).toEqual([`removed event ${id}`]);
  });
});

describe('types', () => {
  test('The change feed lists only the requested types', async () => {
    const since = await token();
    await event({
      venue: { venue: 'Hall' },
      organizer: { organizer: 'People' },
      categories: ['Music'],
      tags: ['loud'],
    });
    const typesOf = async (types: string | readonly string[]) =>
      (await page(null, { since, types })).changes.map(({ type }) => type);
    expect(await typesOf('event')).toEqual(['event']);
    expect(await typesOf('tag, venue')).toEqual(['tag', 'venue']);
    expect(await typesOf(['organizer', 'category'])).toEqual(['category', 'organizer']);
    expect(await typesOf('event,venue,organizer,category,tag')).toHaveLength(5);
    const first = await page(null, { since, types: 'venue,event', per_page: 1 });
    expect([first.changes[0]?.type, first.has_more]).toEqual(['venue', true]);
    const second = await page(null, { since: first.next_token, types: 'venue,event', per_page: 1 });
    expect([second.changes[0]?.type, second.has_more]).toEqual(['event', false]);
  });
});

describe('external ids', () => {
  test('Changes include the external id, for a removed record the last one it had', async () => {
    const since = await token();
    const id = await event({ external_id: 'box-1' });
    const created = await page(null, { since });
    expect(created.changes).toMatchObject([{ id, external_id: 'box-1', change: 'created' }]);
    await write('PATCH', `/events/${id}`, { external_id: 'box-2' });
    const updated = await page(null, { since: created.next_token });
    expect(updated.changes).toMatchObject([{ id, external_id: 'box-2', change: 'updated' }]);
    await write('PATCH', `/events/${id}`, { status: 'private', external_id: 'hidden' });
    const removed = await page(null, { since: updated.next_token });
    expect(removed.changes).toMatchObject([{ id, external_id: 'box-2', change: 'removed' }]);
    await write('DELETE', `/events/${id}?force=true`);
    const deleted = await page('ed', { since: updated.next_token });
    const gone = { type: 'event', id, external_id: 'box-2', change: 'removed', modified_utc: '2027-03-01 12:00:00' };
    expect(deleted.changes).toEqual([gone]);
  });

  test('An external id that passes from a deleted term to a new one is listed with both', async () => {
    const first = await write('POST', '/tags', { name: 'loud', external_id: 'box-3' });
    const since = await token();
    await write('DELETE', `/tags/${first}`);
    const second = await write('POST', '/tags', { name: 'loud', external_id: 'box-3' });
    expect((await page(null, { since })).changes).toMatchObject([
      { id: first, external_id: 'box-3', change: 'removed' },
      { id: second, external_id: 'box-3', change: 'created' },
    ]);
  });
});

describe('the log', () => {
  /** Has the effect of many updates. */
  const changeOften = (id: number, times: number) =>
    app.store.write(async (db) => {
      for (let count = 0; count < times; count++) await recordChanges(db, 'event', [id], app.clock.now());
    });
  const rows = async () => (await app.store.reader.selectFrom('changes').select('seq').execute()).length;

  test('Pruning deletes changes that no token can ask for, but never the newest change of a record', async () => {
    const kept = await event();
    const deleted = await event();
    await changeOften(kept, 120);
    await write('DELETE', `/events/${deleted}?force=true`);
    app.clock.advance(62 * 86_400);
    expect(await rows()).toBe(123);
    await changeOften(kept, 101);
    const since = await token();
    expect(await rows()).toBeLessThan(130);
    await write('DELETE', `/events/${kept}`);
    expect(summaries(await page(null, { since }))).toEqual([`removed event ${kept}`]);
  });

  test('The change log keeps what the oldest token may still ask for', async () => {
    const id = await event();
    const since = await token();
    app.clock.advance(29 * 86_400);
    await changeOften(id, 250);
    const first = await event();
    const series = await page(null, { since, per_page: 1 });
    app.clock.advance(29 * 86_400);
    await changeOften(first, 250);
    const rest = await page(null, { since: series.next_token });
    expect([...summaries(series), ...summaries(rest)]).toEqual([`updated event ${id}`, `created event ${first}`]);
  });

  test('A token is refused if its changes were pruned while the clock was wrong', async () => {
    const kept = await event();
    const deleted = await event();
    const since = await token();
    await write('DELETE', `/events/${deleted}?force=true`);
    expect(summaries(await page(null, { since }))).toEqual([`removed event ${deleted}`]);
    await changeOften(kept, 120);
    app.clock.set('2037-03-01T12:00:00Z');
    await changeOften(kept, 101);
    app.clock.set('2027-03-01T12:30:00Z');
    const reply = await app.request({ path: '/changes', query: { since } });
    expect([reply.status, reply.body['code']]).toEqual([410, 'changes-token-expired']);
    const anew = await token();
    const added = await event();
    expect(summaries(await page(null, { since: anew }))).toEqual([`created event ${added}`]);
  });

  test('Changes logged while the clock was ahead do not keep the log from being pruned', async () => {
    const id = await event();
    app.clock.set('2047-03-01T12:00:00Z');
    await changeOften(id, 250);
    app.clock.set('2027-03-01T12:30:00Z');
    await changeOften(id, 200);
    app.clock.advance(62 * 86_400);
    await changeOften(id, 100);
    expect(await rows()).toBeLessThan(130);
  });

  test('Pruning keeps up with writes that change hundreds of records at once', async () => {
    await copyEvent(app.store, await event(), 499);
    const ids = (await app.store.reader.selectFrom('events').select('id').execute()).map(({ id }) => id);
    for (let round = 0; round < 5; round++) {
      await app.store.write((db) => recordChanges(db, 'event', ids, app.clock.now()));
      app.clock.advance(62 * 86_400);
    }
    expect(await rows()).toBeLessThan(1200);
  });

  test('A small page of a long log looks at a bounded part of it', async () => {
    const since = await token();
    const id = await event({ status: 'draft' });
    const row = { kind: 'event' as const, status: 'draft' as const, author_id: 2, published_at: 0 };
    const rest = { at: app.clock.now(), former_author_id: null, open_at: null, external_id: null };
    for (let part = 0; part < 20; part++) {
      const many = Array.from({ length: 3000 }, () => ({ ...row, ...rest, record_id: id }));
      await app.store.write((db) => db.insertInto('changes').values(many).execute());
    }
    const shown = await event();
    expect((await page(null, { since, per_page: 1 })).changes).toMatchObject([{ id: shown }]);
    const started = performance.now();
    const first = await page('ann', { since, per_page: 1 });
    expect(performance.now() - started).toBeLessThan(1000);
    expect([first.changes, first.has_more]).toEqual([[], true]);
    const { pages } = await walk('ann', since, 1);
    expect(pages.flatMap(summaries)).toEqual([`created event ${shown}`]);
  });
});
