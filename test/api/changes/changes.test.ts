// The change feed: what each caller gets, without lost or repeated changes.
import { beforeEach, describe, expect, test } from 'vitest';
import { type Login, startTestApp, type TestApp } from '../../support/test-app.ts';
import type { TestReply } from '../../support/test-request.ts';

interface Change {
  type: string;
  id: number;
  external_id?: string;
  change: 'created' | 'updated' | 'removed';
  modified_utc: string;
}
interface Feed {
  changes: Change[];
  next_token: string;
  has_more: boolean;
}
type Caller = Login | null;

let app: TestApp;
beforeEach(async () => {
  app = await startTestApp();
});

const dates = { start_date: '2027-06-19 19:30:00', end_date: '2027-06-19 22:00:00' };

async function ask(as: Caller, query: Record<string, string | number | readonly string[]>): Promise<TestReply<Feed>> {
  return app.request<Feed>({ as, path: '/changes', query });
}

async function feed(as: Caller, since: string, more: Record<string, string | number> = {}): Promise<Feed> {
  const reply = await ask(as, { since, ...more });
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return reply.body;
}

const token = async (as: Caller = null): Promise<string> => (await ask(as, {})).body.next_token;

/** Such as `created event 5`, in order. */
const summaries = ({ changes }: Feed): string[] => changes.map(({ change, type, id }) => `${change} ${type} ${id}`);
const changesSince = async (as: Caller, since: string, more = {}): Promise<string[]> =>
  summaries(await feed(as, since, more));

async function write(method: 'POST' | 'PATCH' | 'DELETE', path: string, json?: unknown, as: Login = 'ed') {
  const reply = await app.request<{ id: number }>({ as, method, path, ...(json === undefined ? {} : { json }) });
  expect(reply.status, JSON.stringify(reply.body)).toBeLessThan(300);
  return reply.body.id;
}
const event = (more: object = {}, as: Login = 'ed') =>
  write('POST', '/events', { title: 'Gala', ...dates, ...more }, as);
const removeForGood = (path: string) => write('DELETE', `${path}?force=true`);

describe('a token', () => {
  test('The first reply has an empty list and a token', async () => {
    await event();
    const { body, headers } = await ask(null, {});
    expect(body).toEqual({ changes: [], next_token: expect.any(String), has_more: false });
    expect((await ask(null, { since: '' })).body.changes).toEqual([]);
    expect(headers['cache-control']).toBe('no-cache');
    expect(await changesSince(null, body.next_token)).toEqual([]);
  });

  test('A token belongs to no account: the changes listed are those the caller may read', async () => {
    const since = await token('ed');
    const id = await event({ status: 'private' });
    expect(await changesSince(null, since)).toEqual([]);
    expect(await changesSince('ed', since)).toEqual([`created event ${id}`]);
  });

  test('A token is accepted for thirty days, and then answered by 410', async () => {
    const since = await token();
    const id = await event();
    app.clock.advance(30 * 86_400);
    expect(await changesSince(null, since)).toEqual([`created event ${id}`]);
    app.clock.advance(1);
    const { status, body } = await ask(null, { since });
    expect(status).toBe(410);
    expect(body).toMatchObject({ code: 'changes-token-expired', data: { status: 410 } });
  });

  test('A token reveals neither how much was written nor by whom', async () => {
    const length = (await token()).length;
    for (let count = 0; count < 12; count++) await event({ status: 'draft' });
    app.clock.advance(5000);
    // Encrypted text looks random, which contains three digits in a row now and then, but not each time.
    const later: string[] = [];
    for (let count = 0; count < 5; count++) {
      // At the same time all tokens are equal.
      app.clock.advance(1);
      later.push(await token());
    }
    expect(new Set(later.map((one) => one.length))).toEqual(new Set([length]));
    const readable = later.filter((one) => /\d{3}/.test(Buffer.from(one, 'base64url').toString('latin1')));
    expect(readable.length).toBeLessThan(5);
  });

  test('A token of another calendar, or from before this one was set back, is refused', async () => {
    const other = await startTestApp();
    const { next_token: foreign } = (await other.request<Feed>({ path: '/changes' })).body;
    expect((await ask(null, { since: foreign })).status).toBe(400);
    await event();
    const since = await token();
    await app.store.write((db) => db.deleteFrom('changes').execute());
    expect((await ask(null, { since })).status).toBe(410);
  });
});

describe('bad input is 400 and names the parameter', () => {
  test.each([
    [{ since: 'nonsense' }, 'since'],
    [{ since: '0' }, 'since'],
    [{ since: 'x'.repeat(2000) }, 'since'],
    [{ since: Buffer.from('[0,0]').toString('base64url') }, 'since'],
    [{ per_page: 0 }, 'per_page'],
    [{ per_page: 'many' }, 'per_page'],
    [{ per_page: -3 }, 'per_page'],
    [{ types: 'events' }, 'types'],
    [{ types: 'event,user' }, 'types'],
    [{ types: '' }, 'types'],
  ])('The query %j is refused', async (query, name) => {
    const { status, body } = await ask(null, query);
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 'rest_invalid_param', data: { params: { [name]: expect.any(String) } } });
  });

  test('All bad parameters are named in one reply, with a token that was altered', async () => {
    const since = await token();
    const touched = `${since.slice(0, 10)}${since[10] === 'A' ? 'B' : 'A'}${since.slice(11)}`;
    const { status, body } = await ask(null, { since: touched, per_page: 'x', types: 'y' });
    expect(status).toBe(400);
    expect(Object.keys((body as unknown as { data: { params: object } }).data.params).sort()).toEqual([
      'per_page',
      'since',
      'types',
    ]);
  });

  test('The change feed offers GET only', async () => {
    const { status, headers } = await app.request({ as: 'ed', method: 'POST', path: '/changes', json: {} });
    expect(status).toBe(404);
    expect(headers['allow']).toBe('GET');
  });
});

describe('the life of a record', () => {
  test.each([
    ['event', '/events', { title: 'Gala', ...dates }, { title: 'Ball' }],
    ['venue', '/venues', { venue: 'Hall' }, { city: 'Rome' }],
    ['organizer', '/organizers', { organizer: 'People' }, { phone: '1' }],
  ])('The feed reports every step in the life of %s, up to permanent deletion', async (type, path, json, change) => {
    let since = await token();
    const next = async () => {
      app.clock.advance(60);
      const page = await feed(null, since);
      since = page.next_token;
      return page.changes;
    };
    const id = await write('POST', path, json);
    expect(await next()).toEqual([{ type, id, change: 'created', modified_utc: '2027-03-01 12:00:00' }]);
    await write('PATCH', `${path}/${id}`, change);
    expect(await next()).toEqual([{ type, id, change: 'updated', modified_utc: '2027-03-01 12:01:00' }]);
    await write('DELETE', `${path}/${id}`);
    expect(await next()).toEqual([{ type, id, change: 'removed', modified_utc: '2027-03-01 12:02:00' }]);
    await write('PATCH', `${path}/${id}`, { slug: 'changed-in-the-trash' });
    expect(await next()).toEqual([]);
    await write('PATCH', `${path}/${id}`, { status: 'publish' });
    expect(await next()).toEqual([{ type, id, change: 'created', modified_utc: '2027-03-01 12:04:00' }]);
    await removeForGood(`${path}/${id}`);
    expect(await next()).toEqual([{ type, id, change: 'removed', modified_utc: '2027-03-01 12:05:00' }]);
    expect(await next()).toEqual([]);
  });

  test.each([
    ['category', '/categories'],
    ['tag', '/tags'],
  ])('The feed reports the creation, update and deletion of %s', async (type, path) => {
    const since = await token();
    const id = await write('POST', path, { name: 'Music' });
    const created = await feed(null, since);
    expect(summaries(created)).toEqual([`created ${type} ${id}`]);
    await write('PATCH', `${path}/${id}`, { description: 'Live' });
    const updated = await feed(null, created.next_token);
    expect(summaries(updated)).toEqual([`updated ${type} ${id}`]);
    await write('DELETE', `${path}/${id}`);
    expect(await changesSince(null, updated.next_token)).toEqual([`removed ${type} ${id}`]);
    expect(await changesSince(null, since)).toEqual([]);
  });

  test('A removed translation is a change, an empty update is none', async () => {
    const id = await event();
    await app.request({ as: 'ed', method: 'PATCH', path: `/events/${id}?i18n_language=fr`, json: { title: 'Fête' } });
    const since = await token();
    await write('PATCH', `/events/${id}`, {});
    expect(await changesSince(null, since)).toEqual([]);
    await write('DELETE', `/events/${id}/translations/fr`);
    expect(await changesSince(null, since)).toEqual([`updated event ${id}`]);
  });

  test('Records that are created along with an event are listed before it', async () => {
    const since = await token();
    await event({
      venue: { venue: 'Hall' },
      organizer: { organizer: 'People' },
      categories: ['Music'],
      tags: ['loud'],
    });
    expect((await feed(null, since)).changes.map(({ type }) => type)).toEqual([
      'category',
      'tag',
      'venue',
      'organizer',
      'event',
    ]);
  });

  test('A changed venue is no change of its events; children of a deleted category have moved', async () => {
    const venue = await write('POST', '/venues', { venue: 'Hall' });
    await event({ venue });
    const above = await write('POST', '/categories', { name: 'Music' });
    const below = await write('POST', '/categories', { name: 'Jazz', parent: above });
    const since = await token();
    await write('PATCH', `/venues/${venue}`, { city: 'Rome' });
    await write('DELETE', `/categories/${above}`);
    expect(await changesSince(null, since)).toEqual([
      `updated venue ${venue}`,
      `updated category ${below}`,
      `removed category ${above}`,
    ]);
  });

  test('Sub-events that lose their parent because it is deleted are changes, with revisions', async () => {
    const above = await event({ title: 'Festival' });
    const below = await event({ post_parent: above });
    app.clock.advance(60);
    const since = await token();
    await removeForGood(`/events/${above}`);
    expect(await changesSince(null, since)).toEqual([`updated event ${below}`, `removed event ${above}`]);
    const path = `/events/${below}`;
    expect((await app.request({ path })).body).toMatchObject({ post_parent: 0, modified_utc: '2027-03-01 12:01:00' });
    const { body } = await app.request<{ revisions: { id: number }[] }>({ as: 'ed', path: `${path}/revisions` });
    expect(body.revisions[0]).toMatchObject({ action: 'updated', fields: ['post_parent'] });
    await write('POST', `${path}/revisions/${body.revisions[1]?.id}/restore`, {});
    expect((await app.request({ path })).body).toMatchObject({ post_parent: 0 });
  });

  test('Each record is listed once, in its latest state, ordered by time', async () => {
    const since = await token();
    const first = await event();
    app.clock.advance(10);
    const second = await event({ title: 'Second' });
    app.clock.advance(10);
    await write('PATCH', `/events/${first}`, { title: 'First' });
    const page = await feed(null, since);
    expect(summaries(page)).toEqual([`created event ${second}`, `created event ${first}`]);
    expect(page.changes.map((change) => change.modified_utc)).toEqual(['2027-03-01 12:00:10', '2027-03-01 12:00:20']);
  });

  test('A refused write is not in the change feed', async () => {
    const since = await token();
    const json = { title: 'Gala', ...dates, tags: ['new'], venue: { venue: 'New' }, organizer: 99999 };
    expect((await app.request({ as: 'ed', method: 'POST', path: '/events', json })).status).toBe(400);
    expect(await changesSince('admin', since)).toEqual([]);
  });
});

describe('who may read what', () => {
  const anyone: Caller[] = ['admin', 'ed', 'ann', 'con', 'sub', null];

  test.each([
    ['publish', 'ann', ['admin', 'ed', 'ann', 'con', 'sub', null]],
    ['draft', 'ann', ['admin', 'ed', 'ann']],
    ['pending', 'con', ['admin', 'ed', 'con']],
    ['private', 'ann', ['admin', 'ed', 'ann']],
    ['private', 'ed', ['admin', 'ed']],
    ['trash', 'ann', []],
  ] as const)(
    'A new event with status %s by %s is reported only to callers who may read it',
    async (status, author, readers: readonly Caller[]) => {
      const since = await token();
      const id = await event({ status }, author);
      for (const caller of anyone) {
        expect(await changesSince(caller, since), String(caller)).toEqual(
          readers.includes(caller) ? [`created event ${id}`] : [],
        );
      }
    },
  );

  test('A record that becomes private is listed as removed to its readers, and its later changes are not listed', async () => {
    const id = await event({}, 'ann');
    const since = await token();
    app.clock.advance(60);
    await write('PATCH', `/events/${id}`, { status: 'private' });
    app.clock.advance(60);
    await write('PATCH', `/events/${id}`, { title: 'Secret' });
    const removed = { type: 'event', id, change: 'removed', modified_utc: '2027-03-01 12:01:00' };
    for (const caller of ['con', 'sub', null] as const)
      expect((await feed(caller, since)).changes, String(caller)).toEqual([removed]);
    expect(await changesSince('ann', since)).toEqual([`updated event ${id}`]);
    const later = await token();
    await write('PATCH', `/events/${id}`, { title: 'More secret' });
    expect(await changesSince(null, later)).toEqual([]);
    await write('PATCH', `/events/${id}`, { status: 'publish' });
    expect(await changesSince(null, later)).toEqual([`created event ${id}`]);
  });

  test('A record that is created and deleted between two requests is not listed', async () => {
    const since = await token();
    const shown = await event();
    await write('PATCH', `/events/${shown}`, { status: 'draft' });
    await removeForGood(`/events/${await event()}`);
    expect(await changesSince(null, since)).toEqual([]);
    expect(await changesSince('ed', since)).toEqual([`created event ${shown}`]);
  });

  test('A draft that gets another author is removed for the former one and appears for the new one', async () => {
    const id = await event({ status: 'draft' }, 'ann');
    const since = await token();
    const users = { ann: 3, con: 4 };
    await write('PATCH', `/events/${id}`, { author: users.con });
    expect(await changesSince('ann', since)).toEqual([`removed event ${id}`]);
    expect(await changesSince('con', since)).toEqual([`created event ${id}`]);
    expect(await changesSince('ed', since)).toEqual([`updated event ${id}`]);
    expect(await changesSince(null, since)).toEqual([]);
  });

  test('Changes of an event that is hidden from lists or has a password are listed, since it can be read by its id', async () => {
    const since = await token();
    const hidden = await event({ hide_from_listings: true });
    const closed = await event({ password: 'open sesame', description: 'Secret' });
    const { changes } = await feed(null, since);
    expect(changes.map((change) => change.id)).toEqual([hidden, closed]);
    expect(JSON.stringify(changes)).not.toMatch(/secret|sesame|gala/i);
  });
});

describe('scheduled publication', () => {
  const soon = { date_utc: '2027-03-01 13:00:00' };

  test('A scheduled publication is listed as a change when it comes due', async () => {
    const since = await token();
    const id = await event({ ...soon }, 'ann');
    expect(await changesSince(null, since)).toEqual([]);
    expect(await changesSince('ann', since)).toEqual([`created event ${id}`]);
    const [hidden, own] = [(await feed(null, since)).next_token, (await feed('ann', since)).next_token];
    app.clock.set('2027-03-01T12:59:59Z');
    expect(await changesSince(null, hidden)).toEqual([]);
    app.clock.set('2027-03-01T13:00:00Z');
    const change = { type: 'event', id, change: 'created', modified_utc: '2027-03-01 13:00:00' };
    expect((await feed(null, hidden)).changes).toEqual([change]);
    expect((await feed(null, since)).changes).toEqual([change]);
    expect((await feed('ann', own)).changes).toEqual([{ ...change, change: 'updated' }]);
    app.clock.advance(1);
    expect(await changesSince(null, (await feed(null, hidden)).next_token)).toEqual([]);
  });

  test('A scheduled publication is listed among other changes in the order of time', async () => {
    const scheduled = await event({ ...soon });
    const since = await token();
    const before = await event();
    app.clock.set('2027-03-01T13:00:05Z');
    const after = await event();
    expect(await changesSince(null, since)).toEqual([before, scheduled, after].map((id) => `created event ${id}`));
  });

  test('A scheduled publication that is postponed, withdrawn or changed is listed as it happened', async () => {
    const putOff = await event({ ...soon });
    const takenBack = await event({ ...soon });
    const changed = await event({ ...soon });
    const since = await token();
    await write('PATCH', `/events/${putOff}`, { date_utc: '2027-03-02 13:00:00' });
    await write('PATCH', `/events/${takenBack}`, { status: 'draft' });
    await write('PATCH', `/events/${changed}`, { title: 'Changed' });
    app.clock.set('2027-03-01T14:00:00Z');
    expect(await changesSince(null, since)).toEqual([`created event ${changed}`]);
    const later = (await feed(null, since)).next_token;
    app.clock.set('2027-03-02T14:00:00Z');
    await write('PATCH', `/events/${changed}`, { title: 'Changed again' });
    expect(await changesSince(null, later)).toEqual([`created event ${putOff}`, `updated event ${changed}`]);
  });

  test('A public event that is rescheduled for publication is removed, then created again', async () => {
    const id = await event();
    const since = await token();
    await write('PATCH', `/events/${id}`, { date_utc: '2027-03-01 13:00:00' });
    const away = await feed(null, since);
    expect(summaries(away)).toEqual([`removed event ${id}`]);
    app.clock.set('2027-03-01T13:00:00Z');
    expect(await changesSince(null, away.next_token)).toEqual([`created event ${id}`]);
    expect(await changesSince(null, since)).toEqual([`updated event ${id}`]);
  });

  test('Scheduled publications of venues are changes too', async () => {
    const since = await token();
    const id = await write('POST', '/venues', { venue: 'Hall', ...soon });
    app.clock.set('2027-03-01T13:00:00Z');
    expect(await changesSince(null, since)).toEqual([`created venue ${id}`]);
  });
});
