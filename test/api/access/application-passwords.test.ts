// Application passwords: what each scope allows each role, and how they are created, expire and are revoked.
import { beforeAll, describe, expect, test } from 'vitest';
import { type KeyScope, keyScopes } from '../../../src/core/roles.ts';
import { make } from '../../support/field-table.ts';
import { type Login, logins, startTestApp, type TestApp } from '../../support/test-app.ts';
import type { TestRequest } from '../../support/test-request.ts';

const path = '/users/me/application-passwords';

interface Key {
  uuid: string;
  name: string;
  password: string;
  last_used: string | null;
  last_ip: string | null;
  scopes: string[] | null;
  expires: string | null;
}

const makeKey = async (app: TestApp, as: Login, json: object = {}) => {
  const { status, body } = await app.request<Key>({ as, method: 'POST', path, json: { name: 'Test', ...json } });
  expect(status).toBe(201);
  return body;
};

const bearer = (key: { password: string }) => ({ authorization: `Bearer ${key.password}` });

const dates = { start_date: '2027-05-10 18:00:00', end_date: '2027-05-10 20:00:00' };
const newEvent = { title: 'Choir', ...dates };

describe('A key with one scope', () => {
  let app: TestApp;
  const events: Record<string, number> = {};
  const ids: Record<string, number> = {};
  beforeAll(async () => {
    app = await startTestApp();
    for (const [owner, author] of [
      ['ed', 2],
      ['ann', 3],
      ['con', 4],
    ] as const) {
      for (const status of ['publish', 'draft']) {
        const json = { ...newEvent, author, status };
        const { body } = await app.request<{ id: number }>({ as: 'admin', method: 'POST', path: '/events', json });
        events[`${owner} ${status}`] = body.id;
      }
      ids[owner] = author;
    }
  });

  const rank = (as: Login): number => ['sub', 'con', 'ann', 'ed', 'admin'].indexOf(as);
  const owners = ['ed', 'ann', 'con'] as const;

  /** The rules again, as an oracle: the highest role that the key may write as. */
  const writesAs: Record<KeyScope, Login | undefined> = {
    read: undefined,
    submit: 'con',
    'write:own': 'ann',
    'write:all': 'ed',
    media: undefined,
    admin: undefined,
  };

  const edits = (as: Login, scope: KeyScope, owner: string, status: string): boolean => {
    const most = writesAs[scope];
    if (most === undefined) return false;
    const role = Math.min(rank(as), rank(most));
    if (role >= rank('ed')) return true;
    return as === owner && (role === rank('ann') || (role === rank('con') && status === 'draft'));
  };

  test.each(logins.flatMap((as) => keyScopes.map((scope) => [as, scope] as const)))('of %s: %s', async (as, scope) => {
    const headers = bearer(await makeKey(app, as, { scopes: [scope] }));
    for (const owner of owners) {
      for (const status of ['publish', 'draft']) {
        const where = `${as} ${scope} ${owner} ${status}`;
        const record = `/events/${events[`${owner} ${status}`]}`;
        const canEdit = edits(as, scope, owner, status);
        const readsAll = scope === 'read' && (rank(as) >= rank('ed') || (as === owner && rank(as) >= rank('con')));
        const read = await app.request({ path: record, headers });
        expect(read.status, where).toBe(status === 'publish' || canEdit || readsAll ? 200 : 403);
        const written = await app.request<{ code: string; data: { scope?: string } }>({
          method: 'PATCH',
          path: record,
          json: { cost: '5' },
          headers,
        });
        expect(written.status, where).toBe(canEdit ? 200 : 403);
        // The scope is checked before the record is looked up.
        const opens = writesAs[scope] === undefined && rank(as) >= rank('con');
        const full = opens ? 'submit' : keyScopes.find((other) => edits(as, other, owner, status));
        if (!canEdit) expect(written.body.data.scope, where).toBe(full);
      }
    }
    const made = await app.request({
      method: 'POST',
      path: '/events',
      json: { ...newEvent, status: 'publish' },
      headers,
    });
    const most = writesAs[scope];
    const creates = most !== undefined && rank(as) >= rank('con');
    expect(made.status).toBe(creates ? 201 : 403);
    if (creates) expect(made.body['status']).toBe(most === 'con' || as === 'con' ? 'pending' : 'publish');
    const upload = { method: 'POST', path: '/media', headers: { ...headers, 'content-type': 'image/png' } } as const;
    // Not an image: only callers who may upload get as far as that error.
    expect((await app.request(upload)).status).toBe(scope === 'media' && rank(as) >= rank('ann') ? 400 : 403);
    const hooks = await app.request({ path: '/webhooks', headers });
    expect(hooks.status).toBe(scope === 'admin' && as === 'admin' ? 200 : 403);
    expect((await app.request({ path, headers })).status, 'manages keys').toBe(403);
  });
});

test('A refusal for lack of a scope names it in message, data and header', async () => {
  const app = await startTestApp();
  const headers = bearer(await makeKey(app, 'ed', { scopes: ['read', 'submit'] }));
  const { body } = await app.request<{ id: number }>({ as: 'ann', method: 'POST', path: '/events', json: newEvent });
  const refused = await app.request({
    method: 'DELETE',
    path: `/events/${body.id}`,
    query: 'i18n_language=de',
    headers,
  });
  expect(refused).toMatchObject({
    status: 403,
    body: {
      code: 'rest_forbidden',
      message: 'Diesem Anwendungspasswort fehlt die Berechtigung write:all.',
      data: { scope: 'write:all' },
    },
    headers: { 'www-authenticate': 'Bearer realm="Kalends", error="insufficient_scope", scope="write:all"' },
  });
});

test('A key with the scope read lists drafts and offers no writing', async () => {
  const app = await startTestApp();
  const json = { ...newEvent, status: 'draft' };
  const { body: draft } = await app.request<{ id: number }>({ as: 'ann', method: 'POST', path: '/events', json });
  const headers = bearer(await makeKey(app, 'ed', { scopes: ['read'] }));
  const list = await app.request<{ total: number }>({ path: '/events', headers });
  expect(list.body.total).toBe(1);
  expect((await app.request({ path: `/events/${draft.id}`, headers })).headers['allow']).toBe('GET');
  const me = 'http://calendar.example/wp-json/wp/v2/users/me?context=edit';
  const { body } = await app.request<{ capabilities: object }>({ path: me, headers });
  expect(body.capabilities).toEqual({ read: true, editor: true });
});

test('A key with scopes does not get the stored response of a request that it could not make itself', async () => {
  const app = await startTestApp();
  const hidden = { ...newEvent, status: 'private', description: 'Hidden text' };
  const { id } = await make(app, 'events', hidden, 'admin');
  const request = { method: 'POST', path: `/events/${id}`, json: { featured: true } } as const;
  const key = { 'idempotency-key': 'first' };
  const limited = { ...key, ...bearer(await makeKey(app, 'ed', { scopes: ['submit'] })) };
  expect((await app.request({ ...request, headers: limited })).status).toBe(403);
  expect((await app.request({ ...request, as: 'ed', headers: key })).status).toBe(200);
  const refused = await app.request({ ...request, headers: limited });
  expect([refused.status, refused.body['code']]).toEqual([422, 'idempotency-key-mismatch']);
  const again = await app.request({ ...request, as: 'ed', headers: key });
  expect([again.status, again.headers['idempotency-replayed']]).toEqual([200, 'true']);
});

test('The secret of a key is shown once and stored as a hash', async () => {
  const app = await startTestApp();
  const { password, ...shown } = await makeKey(app, 'ann', { scopes: ['write:own', 'read'] });
  expect(password).toMatch(/^(\w{4} ){5}\w{4}$/);
  expect(shown).toMatchObject({ scopes: ['read', 'write:own'], expires: null, last_used: null, last_ip: null });
  const { body } = await app.request<Key[]>({ as: 'ann', path });
  expect(body.map(({ name }) => name)).toEqual(['first', 'Test']);
  expect(JSON.stringify(body)).not.toContain(password);
  expect((await app.request<Key>({ as: 'ann', path: `${path}/${shown.uuid}` })).body).toEqual(shown);
  expect((await app.request({ as: 'ed', path: `${path}/${shown.uuid}` })).status).toBe(404);
  const rows = await app.store.reader.selectFrom('application_passwords').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain(password.replaceAll(' ', ''));
});

test('The secret is in no stored reply, by Idempotency-Key or in a batch', async () => {
  const app = await startTestApp();
  const headers = { 'idempotency-key': 'a' };
  const json = { name: 'Once' };
  const first = await app.request<Key>({ as: 'ann', method: 'POST', path, json, headers });
  const second = await app.request<Key>({ as: 'ann', method: 'POST', path, json, headers });
  expect(second.body.password).not.toBe(first.body.password);
  expect(await app.store.reader.selectFrom('idempotency_keys').selectAll().execute()).toEqual([]);
  const requests = [{ method: 'POST', path, body: json }];
  expect((await app.request({ as: 'ann', method: 'POST', path: '/batch', json: { requests } })).status).toBe(400);
});

test('A key is refused from the second on in which it expires', async () => {
  const app = await startTestApp();
  const key = await makeKey(app, 'ann', { expires: '2027-03-01T15:00:00+01:00' });
  expect(key.expires).toBe('2027-03-01T14:00:00');
  app.clock.set('2027-03-01T13:59:59Z');
  expect((await app.request({ path: `${path}/introspect`, headers: bearer(key) })).status).toBe(200);
  app.clock.advance(1);
  const basic = `Basic ${Buffer.from(`ann:${key.password}`).toString('base64')}`;
  for (const authorization of [basic, bearer(key).authorization]) {
    const refused = await app.request({ path: '/events', headers: { authorization } });
    expect(refused).toMatchObject({ status: 401, body: { message: 'This application password has expired.' } });
  }
});

test('A revoked key is refused at once', async () => {
  const app = await startTestApp();
  const key = await makeKey(app, 'ann');
  const use: TestRequest = { path: `${path}/introspect`, headers: bearer(key) };
  expect((await app.request<Key>(use)).body.uuid).toBe(key.uuid);
  const revoked = await app.request({ as: 'ann', method: 'DELETE', path: `${path}/${key.uuid}` });
  expect(revoked).toMatchObject({ status: 200, body: { deleted: true, previous: { uuid: key.uuid } } });
  expect((await app.request(use)).status).toBe(401);
  expect((await app.request({ as: 'ann', method: 'DELETE', path: `${path}/${key.uuid}` })).status).toBe(404);
});

test('The audit log tells the revocation of a key from its creation', async () => {
  const app = await startTestApp();
  const key = await makeKey(app, 'ann', { scopes: ['read'], expires: '2027-04-01' });
  await app.request({ as: 'ann', method: 'DELETE', path: `${path}/${key.uuid}` });
  const query = { kind: 'key' };
  const { entries } = (await app.request<{ entries: object[] }>({ as: 'admin', path: '/audit', query })).body;
  const fields = [
    ['user', expect.any(Number)],
    ['scopes', ['read']],
    ['expires', '2027-04-01 00:00:00'],
  ] as const;
  expect(entries).toMatchObject([
    { action: 'revoked', changes: fields.map(([field, before]) => ({ field, before, after: null })) },
    { action: 'created', changes: fields.map(([field, after]) => ({ field, before: null, after })) },
  ]);
});

test('Invalid values are reported together, and no key is valid longer than the one that created it', async () => {
  const app = await startTestApp();
  const make = (json: object, headers?: Record<string, string>) =>
    app.request<{ data: { params: object } }>({
      ...(headers ? { headers } : { as: 'ann' }),
      method: 'POST',
      path,
      json,
    });
  const wrong = await make({ name: ' ', scopes: ['write'], expires: '2027-03-01T11:59:59Z' });
  expect(wrong.body.data.params).toEqual({
    name: expect.any(String),
    scopes: expect.stringContaining('write:own'),
    expires: 'must be in the future',
  });
  const headers = bearer(await makeKey(app, 'ann', { expires: '2027-04-01' }));
  expect((await make({ name: 'Heir' }, headers)).body).toMatchObject({ expires: '2027-04-01T00:00:00' });
  expect((await make({ name: 'Heir', expires: '2027-04-02' }, headers)).status).toBe(400);
});

test('The last use is written after another write, once a minute at most, or after an hour', async () => {
  const app = await startTestApp();
  const key = await makeKey(app, 'ann');
  const use = () => app.request({ path: '/events/1', headers: bearer(key) });
  const lastUse = () =>
    app.store.reader
      .selectFrom('application_passwords')
      .select(['last_used_at', 'last_used_from'])
      .where('uuid', '=', key.uuid)
      .executeTakeFirst();
  await use();
  await expect.poll(async () => (await lastUse())?.last_used_at).toBe(app.clock.now());
  expect((await lastUse())?.last_used_from).toBe('127.0.0.1');
  const before = app.store.version();
  for (let minute = 0; minute < 10; minute += 1) {
    app.clock.advance(minute === 0 ? 59 : 300);
    await use();
  }
  // Cached responses are valid for their version.
  expect(app.store.version()).toBe(before);
  const written = app.clock.now();
  await make(app, 'tags', { name: 'Loud' });
  await use();
  await expect.poll(async () => (await lastUse())?.last_used_at).toBe(written);
  await use();
  const later = app.clock.now() + 3600;
  app.clock.advance(3600);
  await use();
  await expect.poll(async () => (await lastUse())?.last_used_at).toBe(later);
});

test('The calendar and wp/v2 serve the same keys, and clients of WordPress find the shape that they know', async () => {
  const app = await startTestApp();
  const wordpress = `http://calendar.example/wp-json/wp/v2${path}`;
  const { body } = await app.request<Key>({ as: 'sub', method: 'POST', path: wordpress, json: { name: 'Phone' } });
  expect(body).toMatchObject({ app_id: '', created: '2027-03-01T12:00:00', scopes: null });
  expect((await app.request<Key[]>({ as: 'sub', path })).body.at(-1)?.uuid).toBe(body.uuid);
  expect((await app.request({ path })).status).toBe(401);
});
