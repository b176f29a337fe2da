// Idempotency-Key makes a request safe to repeat (D35).
import { beforeEach, describe, expect, inject, test } from 'vitest';
import { hashEventPassword } from '../../../src/resources/users/secrets.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';
import type { TestReply, TestRequest } from '../../support/test-request.ts';

type Body = Readonly<Record<string, unknown>>;
type Reply = TestReply<Body>;
const dates = { start_date: '2027-06-19 19:30:00', end_date: '2027-06-19 22:00:00' };
const gala = { title: 'Gala', ...dates };

let app: TestApp;
beforeEach(async () => {
  app = await startTestApp();
});

const post = (path: string, json: unknown, key: string, request: Partial<TestRequest> = {}): Promise<Reply> =>
  app.request({
    as: 'ed',
    method: 'POST',
    path,
    json,
    ...request,
    headers: { 'idempotency-key': key, ...request.headers },
  });
const totalOf = async (plural: string): Promise<unknown> =>
  (await app.request({ as: 'admin', path: `/${plural}?status=any&hide_empty=false` })).body['total'];
const codeOf = ({ status, body }: Reply) => [status, body['code']];

describe('the same request again', () => {
  const creations: [path: string, json: object][] = [
    ['/events', { ...gala, venue: { venue: 'Hall' }, tags: ['new'] }],
    ['/venues', { venue: 'Hall' }],
    ['/organizers', { organizer: 'Club' }],
    ['/categories', { name: 'Music' }],
    ['/tags', { name: 'loud' }],
  ];
  test.each(creations)('A repeated create at %s gets the first reply', async (path, json) => {
    const first = await post(path, json, 'k1');
    expect(first.status).toBe(201);
    expect(first.headers).not.toHaveProperty('idempotency-replayed');
    const own = `${path}/${first.body['id']}`;
    await app.request({ as: 'ed', method: 'PATCH', path: own, json: { description: 'changed since' } });
    app.clock.advance(3600);
    const again = await post(path, json, 'k1');
    expect(again).toMatchObject({ status: 201, body: first.body });
    const { etag, location, 'content-language': language } = first.headers;
    expect(again.headers).toMatchObject({
      etag,
      location,
      'content-language': language,
      'idempotency-replayed': 'true',
    });
    expect(await totalOf(path.slice(1))).toBe(1);
  });

  test('Repeated updates, deletions and batches get the first reply again', async () => {
    const id = (await post('/events', gala, 'create')).body['id'];
    const update = { title: 'Ball' };
    const updated = await post(`/events/${id}`, update, 'update');
    await post(`/events/${id}`, { title: 'Other' }, 'another');
    const updatedAgain = await post(`/events/${id}`, update, 'update');
    expect(updatedAgain).toMatchObject({ status: 200, body: updated.body, headers: { etag: updated.headers['etag'] } });
    expect((await app.request({ path: `/events/${id}` })).body['title']).toBe('Other');

    const override = { headers: { 'x-http-method-override': 'DELETE' } };
    const trashed = await post(`/events/${id}`, undefined, 'trash', override);
    const trashedAgain = await post(`/events/${id}`, undefined, 'trash', override);
    expect([trashed.status, trashedAgain.status]).toEqual([200, 200]);
    expect(trashedAgain.body).toEqual(trashed.body);
    const gone = await post(`/events/${id}?_method=DELETE&force=true`, undefined, 'remove');
    expect(await post(`/events/${id}?_method=DELETE&force=true`, undefined, 'remove')).toMatchObject({
      status: 200,
      body: gone.body,
    });

    const batch = { requests: [{ method: 'POST', path: '/tags', body: { name: 'one' } }] };
    const done = await post('/batch', batch, 'batch');
    expect(done.status, JSON.stringify(done.body)).toBe(200);
    expect(await post('/batch', batch, 'batch')).toMatchObject({ status: 200, body: done.body });
    expect(await totalOf('tags')).toBe(1);
  });

  test('A repeated request gets the first reply before its preconditions are checked', async () => {
    const made = await post('/tags', { name: 'one' }, 'create');
    const headers = { 'if-match': made.headers['etag'] as string };
    const first = await post(`/tags/${made.body['id']}`, { name: 'two' }, 'update', { headers });
    const again = await post(`/tags/${made.body['id']}`, { name: 'two' }, 'update', { headers });
    expect([first.status, again.status, again.body['name']]).toEqual([200, 200, 'two']);
  });

  test('A repeated request with _fields or _envelope is answered in that form', async () => {
    for (const query of ['_fields=id,title', '_envelope=1']) {
      const first = await post(`/events?${query}`, gala, query);
      const again = await post(`/events?${query}`, gala, query);
      expect(again.status).toBe(first.status);
      const content = (reply: Reply) => reply.body['body'] ?? reply.body;
      expect(content(again)).toEqual(content(first));
      expect(again.headers['idempotency-replayed']).toBe('true');
    }
  });

  test('A repeated form is recognised with another boundary', async () => {
    const [first, again, other] = [
      await sendForm('form', 'aaaa', 'one'),
      await sendForm('form', 'bbbbbb', 'one'),
      await sendForm('form', 'c', 'two'),
    ];
    expect([first.statusCode, again.statusCode, other.statusCode]).toEqual([201, 201, 422]);
    expect(again.json()).toEqual(first.json());
  });
});

const sendForm = (key: string, boundary: string, name: string) =>
  app.app.inject({
    method: 'POST',
    url: '/wp-json/calendar/events/v1/tags',
    headers: {
      authorization: `Bearer ${app.passwords.ed}`,
      'idempotency-key': key,
      'content-type': `multipart/form-data; boundary=${boundary}`,
    },
    payload: `--${boundary}\r\ncontent-disposition: form-data; name="name"\r\n\r\n${name}\r\n--${boundary}--\r\n`,
  });

test('A form whose text contains its boundary is distinguished from other forms', async () => {
  const names = ['banana', 'bnn', 'b', 'banan'];
  const replies = [];
  for (const name of names) replies.push(await sendForm('letters', 'a', name));
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([201, 422, 422, 422]);
});

test('Another request with the same key is refused', async () => {
  const json = { name: 'one' };
  const { id } = (await post('/categories', json, 'k')).body;
  const others: [path: string, json: unknown, request?: Partial<TestRequest>][] = [
    ['/categories', { name: 'two' }],
    ['/categories', { name: 'one ' }],
    ['/categories', { ...json, description: '' }],
    ['/categories?i18n_language=fr', json],
    ['/categories?_fields=id', json],
    ['/tags', json],
    [`/categories/${id}`, json],
    ['http://calendar.example/fr/wp-json/calendar/events/v1/categories', json],
    ['/categories', undefined, { form: json }],
    ['/categories?_method=DELETE', json],
  ];
  for (const [path, body, request] of others) {
    const refused = await post(path, body, 'k', request);
    const isUnknownRoute = path.includes('_method');
    expect(codeOf(refused), path).toEqual(isUnknownRoute ? [404, 'rest_no_route'] : [422, 'idempotency-key-mismatch']);
  }
  expect((await post('/categories?_wpnonce=abc', json, 'k')).headers['idempotency-replayed']).toBe('true');
  expect((await post('/categories', json, 'k')).headers['idempotency-replayed']).toBe('true');
  expect(await totalOf('categories')).toBe(1);
});

test('Idempotency keys belong to one account', async () => {
  const reply = await post('/venues', { venue: 'Hall', status: 'draft' }, 'same', { as: 'ann' });
  const other = await post('/venues', { venue: 'Other', status: 'draft' }, 'same', { as: 'ed' });
  expect([reply.status, other.status]).toEqual([201, 201]);
  expect(other.headers).not.toHaveProperty('idempotency-replayed');
});

describe('a key', () => {
  const printable = Array.from({ length: 94 }, (_, index) => String.fromCharCode(33 + index)).join('');
  test.each([['a'], ['x'.repeat(255)], [printable]])('An idempotency key may be %s', async (key) => {
    expect((await post('/tags', { name: 'one' }, key)).status).toBe(201);
    expect((await post('/tags', { name: 'one' }, key)).status).toBe(201);
  });

  test.each([[''], ['x'.repeat(256)], ['a b'], ['a\tb'], ['é'], ['\x7f']])(
    'An idempotency key may not be %j',
    async (key) => {
      expect(codeOf(await post('/tags', { name: 'one' }, key))).toEqual([400, 'idempotency-key-invalid']);
      expect(codeOf(await post('/tags?dry_run=true', { name: 'one' }, key))).toEqual([400, 'idempotency-key-invalid']);
      expect(await totalOf('tags')).toBe(0);
    },
  );

  test('An idempotency key is checked after the credentials, and counts on POST only', async () => {
    expect((await post('/tags', { name: 'one' }, '', { as: null })).status).toBe(401);
    expect((await post('/tags', { name: 'one' }, '', { as: 'sub' })).status).toBe(403);
    expect(codeOf(await post('/tags', undefined, '', { headers: { 'content-type': 'application/json' } }))).toEqual([
      400,
      'idempotency-key-invalid',
    ]);
    const { id } = (await post('/tags', { name: 'one' }, 'k')).body;
    const headers = { 'idempotency-key': 'k' };
    for (const method of ['PUT', 'PATCH'] as const) {
      const reply = await app.request({ as: 'ed', method, path: `/tags/${id}`, json: { name: method }, headers });
      expect([reply.status, reply.headers['idempotency-replayed']]).toEqual([200, undefined]);
    }
    expect((await app.request({ path: '/tags', headers: { 'idempotency-key': '' } })).status).toBe(200);
    expect((await post('/tags', { name: 'one' }, 'k')).headers['idempotency-replayed']).toBe('true');
  });
});

describe('stored replies', () => {
  test('After a refusal, a corrected request may use the same key', async () => {
    expect((await post('/events', { title: 'Gala' }, 'k')).status).toBe(400);
    expect((await post('/events', { ...gala, venue: 99999 }, 'k')).status).toBe(400);
    expect((await post('/events/99999', gala, 'k')).status).toBe(404);
    expect((await post('/events', gala, 'k', { as: 'sub' })).status).toBe(403);
    const made = await post('/events', gala, 'k');
    expect([made.status, made.headers['idempotency-replayed']]).toEqual([201, undefined]);
    const stale = await post(`/events/${made.body['id']}`, { title: 'x' }, 'other', {
      headers: { 'if-match': '"stale"' },
    });
    expect(stale.status).toBe(412);
    expect((await post(`/events/${made.body['id']}`, { title: 'x' }, 'other')).status).toBe(200);
  });

  test('A dry run is not stored', async () => {
    const rehearsed = await post('/events?dry_run=true', gala, 'k');
    expect([rehearsed.status, await totalOf('events')]).toEqual([201, 0]);
    const made = await post('/events', gala, 'k');
    expect([made.status, made.headers['idempotency-replayed']]).toEqual([201, undefined]);
    const again = await post('/events?dry_run=true', gala, 'k');
    expect([again.status, again.headers['idempotency-replayed'], await totalOf('events')]).toEqual([201, undefined, 1]);
  });

  test('Replies are stored for a day', async () => {
    const { id } = (await post('/events', gala, 'k')).body;
    app.clock.advance(86_399);
    expect((await post('/events', gala, 'k')).body['id']).toBe(id);
    app.clock.advance(1);
    const next = await post('/events', gala, 'k');
    expect([next.status, next.headers['idempotency-replayed']]).toEqual([201, undefined]);
    expect(next.body['id']).not.toBe(id);
    expect(await app.store.reader.selectFrom('idempotency_keys').select('key').execute()).toHaveLength(1);
  });
});

test('Expired keys are ignored at once and deleted some at a time', async () => {
  const kept = { account: '2', fingerprint: 'x', status: 201, headers: JSON.stringify({}), body: Buffer.from('{}') };
  const created_at = app.clock.now() - 86_400;
  const rows = Array.from({ length: 300 }, (_, n) => ({ ...kept, key: `old-${n}`, created_at: created_at - (n % 3) }));
  await app.store.write((db) => db.insertInto('idempotency_keys').values(rows).execute());
  const old = async () =>
    (await app.store.reader.selectFrom('idempotency_keys').select('key').where('fingerprint', '=', 'x').execute())
      .length;
  expect((await post('/events', gala, 'old-0')).status).toBe(201);
  expect(await old()).toBeGreaterThan(200);
  for (let n = 0; n < 10; n++) expect((await post('/events', gala, `new-${n}`)).status).toBe(201);
  expect(await old()).toBe(0);
  expect((await post('/events', gala, 'old-0')).headers['idempotency-replayed']).toBe('true');
});

describe('while the first request runs', () => {
  // A password is hashed slowly, before the transaction.
  const slow = { ...gala, password: 'secret' };
  beforeEach(async () => {
    app = await startTestApp({ hashEventPassword });
  });

  // On PostgreSQL any of them may be the first.
  test.runIf(inject('engine') === 'sqlite')(
    'A second request with the same key is refused while the first runs, and answered afterwards',
    async () => {
      const [first, second, different] = await Promise.all([
        post('/events', slow, 'k'),
        post('/events', slow, 'k'),
        post('/events', { ...slow, title: 'Other' }, 'k'),
      ]);
      expect(first.status).toBe(201);
      expect(codeOf(second)).toEqual([409, 'idempotency-key-in-use']);
      expect(Number(second.headers['retry-after'])).toBeGreaterThan(0);
      expect(codeOf(different)).toEqual([422, 'idempotency-key-mismatch']);
      expect((await post('/events', slow, 'k')).body).toEqual(first.body);
      expect(await totalOf('events')).toBe(1);
    },
  );

  test('Of concurrent requests with the same key, only one is executed', async () => {
    const bodies = [slow, slow, { ...slow, title: 'Other' }];
    const replies = await Promise.all(bodies.map((body) => post('/events', body, 'k')));
    const isDone = ({ status, headers }: (typeof replies)[number]) =>
      status === 201 && headers['idempotency-replayed'] === undefined;
    expect(replies.filter(isDone)).toHaveLength(1);
    const winner = replies.findIndex(isDone);
    for (const [index, reply] of replies.entries()) {
      if (index === winner) continue;
      if (bodies[index]?.title !== bodies[winner]?.title)
        expect(codeOf(reply)).toEqual([422, 'idempotency-key-mismatch']);
      else if (reply.status === 201) expect(reply.body).toEqual(replies[winner]?.body);
      else expect(codeOf(reply)).toEqual([409, 'idempotency-key-in-use']);
    }
    expect((await post('/events', bodies[winner] ?? {}, 'k')).body).toEqual(replies[winner]?.body);
    expect(await totalOf('events')).toBe(1);
  });

  test('Fifty concurrent requests with the same key create one record', async () => {
    const replies = await Promise.all(Array.from({ length: 50 }, () => post('/events', gala, 'k')));
    const made = replies.filter(({ status }) => status === 201);
    expect(made.filter(({ headers }) => headers['idempotency-replayed'] === undefined)).toHaveLength(1);
    expect(replies.filter(({ status }) => status !== 201).every(({ status }) => status === 409)).toBe(true);
    expect(await totalOf('events')).toBe(1);
  });

  // The race depends on the time of a hash; round trips to a server may take longer.
  test.runIf(inject('engine') === 'sqlite')(
    'A request that takes too long loses its key and is rolled back',
    async () => {
      const first = post('/events', slow, 'k');
      // The key is claimed, but the hash is not computed yet.
      await new Promise((resolve) => setTimeout(resolve, 5));
      app.clock.advance(60);
      const second = await post('/events', slow, 'k');
      expect(codeOf(await first)).toEqual([409, 'idempotency-key-in-use']);
      expect([second.status, await totalOf('events')]).toEqual([201, 1]);
      expect((await post('/events', slow, 'k')).body).toEqual(second.body);
    },
  );

  test('A key that a crash left claimed is free after a minute', async () => {
    const claim = { account: '2', key: 'k', fingerprint: 'x', status: null, headers: null, body: null };
    const created_at = app.clock.now();
    await app.store.write((db) =>
      db
        .insertInto('idempotency_keys')
        .values({ ...claim, created_at })
        .execute(),
    );
    app.clock.advance(59);
    expect((await post('/events', gala, 'k')).status).toBe(422);
    app.clock.advance(1);
    expect((await post('/events', gala, 'k')).status).toBe(201);
    expect((await post('/events', gala, 'k')).headers['idempotency-replayed']).toBe('true');
  });
});
