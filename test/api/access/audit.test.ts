// The audit log for administrators, and revisions for callers who may edit the record.
import { describe, expect, test } from 'vitest';
import { eraseUser } from '../../../src/commands/accounts/accounts.ts';
import { pruneAudit } from '../../../src/resources/audit/service.ts';
import { type Login, startTestApp, type TestApp } from '../../support/test-app.ts';

interface Change {
  field: string;
  language?: string;
  before?: unknown;
  after?: unknown;
}
interface Entry {
  id: number;
  action: string;
  kind: string;
  record_id: number;
  user: string;
  user_id: number;
  changes: Change[];
}
interface Revision extends Entry {
  author: number;
  fields: string[];
  differences: Change[];
}

const dates = { start_date: '2027-05-10 18:00:00', end_date: '2027-05-10 20:00:00' };

const create = async (app: TestApp, path: string, json: object, as: Login = 'ed') => {
  const { status, body } = await app.request<{ id: number }>({ as, method: 'POST', path, json });
  expect(status).toBe(201);
  return body;
};
const update = (app: TestApp, path: string, json: object, as: Login = 'ed') =>
  app.request({ as, method: 'PATCH', path, json });
const audit = async (app: TestApp, query = '') =>
  (await app.request<{ entries: Entry[]; next: number | null }>({ as: 'admin', path: '/audit', query })).body;
const revisions = async (app: TestApp, path: string) =>
  (await app.request<{ revisions: Revision[] }>({ as: 'ed', path: `${path}/revisions` })).body.revisions;

test('An update is one entry: who, by which key, from where, and each field before and after', async () => {
  const app = await startTestApp();
  const venue = await create(app, '/venues', { venue: 'Harbour Hall' });
  const event = await create(app, '/events', { title: 'Choir', ...dates, cost: '5' });
  const path = `/events/${event.id}`;
  const json = {
    title: 'Big choir',
    cost: '7',
    venue: venue.id,
    tags: ['song'],
    password: 'secret-word',
    featured: true,
  };
  const { headers } = await update(app, path, json);
  const { entries } = await audit(app, 'kind=event&action=updated');
  expect(entries).toEqual([
    {
      id: expect.any(Number),
      date_utc: '2027-03-01 12:00:00',
      action: 'updated',
      kind: 'event',
      record_id: event.id,
      user_id: 2,
      user: 'ed',
      key_id: 2,
      key_name: 'first',
      address: '127.0.0.1',
      request_id: headers['x-request-id'],
      changes: expect.any(Array),
    },
  ]);
  expect(new Map(entries[0]?.changes.map((change) => [change.field, change]))).toEqual(
    new Map([
      ['title', { field: 'title', language: 'en', before: 'Choir', after: 'Big choir' }],
      ['cost', { field: 'cost', before: '5', after: '7' }],
      ['featured', { field: 'featured', before: false, after: true }],
      ['password', { field: 'password', before: false, after: true }],
      ['venue', { field: 'venue', before: [], after: [venue.id] }],
      ['tags', { field: 'tags', before: [], after: [expect.any(Number)] }],
    ]),
  );
  const stored = await app.store.reader.selectFrom('audit').selectAll().execute();
  expect(JSON.stringify(stored)).not.toContain('secret-word');
  const { password_hash } = await app.store.reader.selectFrom('events').selectAll().executeTakeFirstOrThrow();
  expect(JSON.stringify(stored)).not.toContain(password_hash);
});

test('What changes nothing, what is refused and what is only tried leaves no entry', async () => {
  const app = await startTestApp();
  const { id } = await create(app, '/events', { title: 'Choir', ...dates, cost: '5', tags: ['song'] });
  const before = await audit(app);
  for (const json of [{}, { title: 'Choir', cost: '5', tags: ['song'] }, { cost: '6', dry_run: true }])
    expect((await update(app, `/events/${id}`, json)).status).toBe(200);
  expect((await update(app, `/events/${id}`, { cost: '6', start_date: 'never' })).status).toBe(400);
  expect(await audit(app)).toEqual(before);
});

test('Every kind of record and every kind of write has its entry', async () => {
  const app = await startTestApp();
  const kinds = { events: { title: 'A', ...dates }, venues: { venue: 'A' }, organizers: { organizer: 'A' } };
  const terms = { categories: { name: 'A' }, tags: { name: 'A' } };
  const seen: string[] = [];
  for (const [plural, json] of Object.entries({ ...kinds, ...terms })) {
    const { id } = await create(app, `/${plural}`, json);
    const path = `/${plural}/${id}`;
    await update(app, path, { description: 'Texte', i18n_language: 'fr' });
    await app.request({ as: 'ed', method: 'DELETE', path: `${path}/translations/fr` });
    if (plural in kinds) {
      await app.request({ as: 'ed', method: 'DELETE', path });
      await update(app, path, { status: 'publish' });
    }
    expect((await app.request({ as: 'ed', method: 'DELETE', path, query: 'force=true' })).status).toBe(200);
    const { entries } = await audit(app, `record=${id}&per_page=7`);
    const kind = entries[0]?.kind;
    seen.push(kind as string);
    const own = entries.filter((entry) => entry.kind === kind).reverse();
    const inTrash = plural in kinds ? ['trashed', 'restored'] : [];
    expect(own.map(({ action }) => action)).toEqual(['created', 'updated', 'updated', ...inTrash, 'deleted']);
    expect(own[1]?.changes[0]).toMatchObject({ field: 'description', language: 'fr' });
    expect(own[2]?.changes[0]).toMatchObject({ after: null });
    expect(own.at(-1)?.changes.map(({ before }) => before)).toContain('A');
  }
  expect(seen).toEqual(['event', 'venue', 'organizer', 'category', 'tag']);
  const key = { name: 'Phone', scopes: ['read'] };
  await create(app, '/users/me/application-passwords', key, 'ann');
  const [entry] = (await audit(app, 'kind=key')).entries;
  expect(entry).toMatchObject({ action: 'created', user: 'ann', changes: [{ field: 'user' }, { field: 'scopes' }] });
});

test('Changes of webhooks have entries, which never say a secret', async () => {
  const app = await startTestApp();
  const as = 'admin' as const;
  const url = 'https://receiver.example/hook';
  const { id, secret } = (await create(app, '/webhooks', { url }, as)) as { id: number; secret: string };
  await update(app, `/webhooks/${id}`, { status: 'paused', types: ['event.*'] }, as);
  await update(app, `/webhooks/${id}`, { status: 'paused' }, as);
  const rotated = await app.request<{ secret: string }>({ as, method: 'POST', path: `/webhooks/${id}/secret` });
  await app.request({ as, method: 'DELETE', path: `/webhooks/${id}` });
  const { entries } = await audit(app, 'kind=webhook');
  expect(entries.map(({ action, user, record_id, changes }) => [action, user, record_id, ...changes])).toEqual([
    [
      ...['deleted', 'admin', id],
      { field: 'url', before: url, after: null },
      { field: 'status', before: 'paused', after: null },
      { field: 'types', before: ['event.*'], after: null },
    ],
    ['updated', 'admin', id, { field: 'secret', before: true, after: true }],
    [
      ...['updated', 'admin', id],
      { field: 'status', before: 'active', after: 'paused' },
      { field: 'types', before: ['*'], after: ['event.*'] },
    ],
    [
      ...['created', 'admin', id],
      { field: 'url', before: null, after: url },
      { field: 'status', before: null, after: 'active' },
      { field: 'types', before: null, after: ['*'] },
    ],
  ]);
  for (const word of [secret, rotated.body.secret]) expect(JSON.stringify(entries)).not.toContain(word);
});

test('Categories that move up because their parent is deleted have revisions that can be restored', async () => {
  const app = await startTestApp();
  const top = await create(app, '/categories', { name: 'Arts' });
  const middle = await create(app, '/categories', { name: 'Music', parent: top.id });
  const leaf = await create(app, '/categories', { name: 'Jazz', parent: middle.id });
  await app.request({ as: 'ed', method: 'DELETE', path: `/categories/${middle.id}` });
  const { entries } = await audit(app, `kind=category&record=${leaf.id}`);
  expect(entries[0]).toMatchObject({
    action: 'updated',
    user: 'ed',
    changes: [{ field: 'parent', before: middle.id, after: top.id }],
  });
  const list = `/categories/${leaf.id}/revisions`;
  const [, first] = await revisions(app, `/categories/${leaf.id}`);
  const restored = await app.request({ as: 'ed', method: 'POST', path: `${list}/${first?.id}/restore` });
  expect(restored).toMatchObject({ status: 200, body: { name: 'Jazz', parent: top.id } });
});

test('The log is paged and filtered by user, kind, record, action and time, and only administrators read it', async () => {
  const app = await startTestApp();
  const a = await create(app, '/events', { title: 'A', ...dates }, 'ann');
  app.clock.advance(3600);
  await update(app, `/events/${a.id}`, { cost: '1' });
  await create(app, '/venues', { venue: 'B' });
  const ids = async (query: string) => (await audit(app, query)).entries.map(({ action, kind }) => `${action} ${kind}`);
  expect(await ids('user=3')).toEqual(['created event']);
  expect(await ids('kind=venue')).toEqual(['created venue']);
  expect(await ids(`kind=event&record=${a.id}&action=updated`)).toEqual(['updated event']);
  expect(await ids('after=2027-03-01T12:30:00Z')).toEqual(['created venue', 'updated event']);
  expect(await ids('before=2027-03-01T13:00:00Z')).toEqual(['created event']);
  const first = await audit(app, 'per_page=2');
  const second = await audit(app, `per_page=2&below=${first.next}`);
  expect([...first.entries, ...second.entries].map(({ record_id }) => record_id)).toHaveLength(3);
  expect(second.next).toBeNull();
  expect((await audit(app, 'per_page=3')).next).toBeNull();
  for (const as of [null, 'sub', 'con', 'ann', 'ed'] as const)
    expect((await app.request({ as, path: '/audit' })).status, String(as)).toBe(as === null ? 401 : 403);
});

describe('Revisions', () => {
  test('Revisions compare with the present state, and restoring one updates all languages', async () => {
    const app = await startTestApp();
    const venue = await create(app, '/venues', { venue: 'Old mill' });
    const event = await create(app, '/events', {
      title: 'Choir',
      description: 'One',
      ...dates,
      venue: venue.id,
      cost: '5',
    });
    const path = `/events/${event.id}`;
    await update(app, path, { title: 'Chœur', i18n_language: 'fr' });
    const original = (await app.request({ path })).body;
    await update(app, path, { title: 'Vandal', description: '', venue: [], cost: '', all_day: true });
    await update(app, path, { title: 'Vandale', i18n_language: 'fr' });
    await update(app, path, { status: 'draft', slug: 'other' });
    const list = await revisions(app, path);
    expect(list.map(({ action, author, fields }) => ({ action, author, fields: fields.length }))).toMatchObject([
      { action: 'updated', author: 2 },
      { action: 'updated' },
      { action: 'updated' },
      { action: 'updated', fields: 1 },
      { action: 'created', fields: 0 },
    ]);
    const wanted = `${path}/revisions/${list[3]?.id}`;
    const { body } = await app.request<Revision>({ as: 'ed', path: wanted });
    expect(body.differences).toContainEqual({ field: 'title', language: 'en', before: 'Choir', after: 'Vandal' });
    expect(body.differences).toContainEqual({ field: 'title', language: 'fr', before: 'Chœur', after: 'Vandale' });
    expect(body.differences).toContainEqual({ field: 'venue', before: [venue.id], after: [] });
    const restored = await app.request({ as: 'ed', method: 'POST', path: `${wanted}/restore` });
    expect(restored).toMatchObject({ status: 200, body: { status: 'draft', slug: 'other' } });
    await update(app, path, { status: 'publish', slug: original['slug'] });
    const now = (await app.request({ path })).body;
    expect(now).toEqual(original);
    expect((await app.request({ path, query: 'i18n_language=fr' })).body['title']).toBe('Chœur');
  });

  test('Revisions of venues, organizers, terms and images are restored in the same way', async () => {
    const app = await startTestApp();
    const cases = [
      ['/venues', { venue: 'A', city: 'Lyon' }, { venue: 'B', city: '' }],
      ['/organizers', { organizer: 'A', phone: '1' }, { organizer: 'B', phone: '2' }],
      ['/categories', { name: 'A', description: 'x' }, { name: 'B', description: '' }],
      ['/tags', { name: 'A', description: 'x' }, { name: 'B', description: '' }],
    ] as const;
    for (const [plural, first, second] of cases) {
      const { id } = await create(app, plural, first);
      const path = `${plural}/${id}`;
      await update(app, path, second);
      const beginning = (await revisions(app, path)).at(-1)?.id;
      const { body } = await app.request({ as: 'ed', method: 'POST', path: `${path}/revisions/${beginning}/restore` });
      expect(body, plural).toMatchObject(first);
    }
  });

  test('A record that is older than the log can be restored to the state before its first revision', async () => {
    const app = await startTestApp();
    const { id } = await create(app, '/events', { title: 'Choir', ...dates });
    await app.store.write((db) => db.deleteFrom('audit').execute());
    await update(app, `/events/${id}`, { title: 'Vandal' });
    expect((await revisions(app, `/events/${id}`)).map(({ action }) => action)).toEqual(['updated', 'earlier']);
    const restored = await app.request({ as: 'ed', method: 'POST', path: `/events/${id}/revisions/0/restore` });
    expect(restored.body['title']).toBe('Choir');
  });

  test.each([
    ['publish', 'ed', [null, 'sub', 'con', 'ann']],
    ['publish', 'ann', [null, 'sub', 'con']],
    ['publish', 'con', [null, 'sub', 'con', 'ann']],
    ['draft', 'con', [null, 'sub', 'ann']],
  ] as const)(
    'Revisions of a record (%s, by %s) are closed to those who may not edit it',
    async (status, owner, refused) => {
      const app = await startTestApp();
      const author = { ed: 2, ann: 3, con: 4 }[owner];
      const marker = 'Hidden text';
      const json = { title: 'Choir', description: marker, ...dates, status, author, password: 'word' };
      const { id } = await create(app, '/events', json, 'admin');
      await update(app, `/events/${id}`, { description: 'Other' }, 'admin');
      const [{ id: revision } = { id: 0 }] = await revisions(app, `/events/${id}`);
      for (const as of [null, 'sub', 'con', 'ann', 'ed', 'admin'] as const) {
        const list = `/events/${id}/revisions`;
        const status = !(refused as readonly unknown[]).includes(as) ? 200 : as === null ? 401 : 403;
        for (const path of [list, `${list}/${revision}`]) {
          const reply = await app.request({ as, path });
          expect(reply.status, `${as} ${path}`).toBe(status);
          if (status !== 200) expect(JSON.stringify(reply.body)).not.toContain(marker);
        }
        const restore = await app.request({ as, method: 'POST', path: `${list}/${revision}/restore` });
        expect(restore.status, `${as} restore`).toBe(status);
      }
      expect((await app.request({ as: 'ed', path: `/events/${id}/revisions/999999` })).status).toBe(404);
      expect((await app.request({ as: 'ed', path: '/events/999999/revisions' })).status).toBe(404);
    },
  );

  test('Revisions leave out related records that the caller may not read, and restore the others', async () => {
    const app = await startTestApp();
    const hall = await create(app, '/venues', { venue: 'Hall' });
    const home = await create(app, '/venues', { venue: 'Home', status: 'private' });
    const donor = await create(app, '/organizers', { organizer: 'Donor', status: 'draft' });
    const plan = await create(app, '/events', { title: 'Plan', ...dates, status: 'private' });
    const event = await create(app, '/events', { title: 'Choir', ...dates }, 'ann');
    const path = `/events/${event.id}`;
    await update(app, path, { title: 'Band', venue: [hall.id, home.id], organizer: [donor.id], post_parent: plan.id });
    await update(app, path, { title: 'Trio', venue: [], organizer: [], post_parent: 0 });
    const list = `${path}/revisions`;
    const second = `${list}/${(await revisions(app, path))[1]?.id}`;
    const seen = async (as: Login) => (await app.request<Revision>({ as, path: second })).body;
    const title = { field: 'title', language: 'en' };
    expect(await seen('ann')).toMatchObject({
      fields: ['title', 'venue'],
      changes: [title, { field: 'venue', before: [], after: [hall.id] }],
      differences: [title, { field: 'venue', before: [hall.id], after: [] }],
    });
    const { body } = await app.request<{ revisions: Revision[] }>({ as: 'ann', path: list });
    expect(body.revisions.map(({ fields }) => fields)).toEqual([['title', 'venue'], ['title', 'venue'], []]);
    expect((await seen('ed')).fields).toEqual(['post_parent', 'title', 'venue', 'organizer']);
    const restored = await app.request({ as: 'ann', method: 'POST', path: `${second}/restore` });
    expect(restored).toMatchObject({ status: 200, body: { title: 'Band', venue: { id: hall.id }, organizer: [] } });
  });

  test('A restoration that fails leaves nothing behind', async () => {
    const app = await startTestApp();
    const venue = await create(app, '/venues', { venue: 'Gone' });
    const event = await create(app, '/events', { title: 'Choir', ...dates, venue: venue.id });
    const path = `/events/${event.id}`;
    await update(app, path, { title: 'Chor', i18n_language: 'de' });
    await update(app, path, { venue: [], title: 'Band' });
    await update(app, path, { title: 'Kapelle', i18n_language: 'de' });
    await app.request({ as: 'ed', method: 'DELETE', path: `/venues/${venue.id}`, query: 'force=true' });
    const first = (await revisions(app, path)).at(-2)?.id;
    const refused = await app.request({ as: 'ed', method: 'POST', path: `${path}/revisions/${first}/restore` });
    expect(refused).toMatchObject({ status: 400, body: { data: { params: { venue: expect.any(String) } } } });
    expect((await app.request({ path, query: 'i18n_language=de' })).body['title']).toBe('Kapelle');
  });
});

test('Pruning deletes old entries, and of the others keeps the values of the newest of each record', async () => {
  const app = await startTestApp();
  const { id } = await create(app, '/events', { title: 'Choir', ...dates });
  app.clock.advance(10 * 86_400);
  for (let cost = 1; cost <= 5; cost += 1) await update(app, `/events/${id}`, { cost: String(cost) });
  await pruneAudit(app.store, { auditRetentionDays: 7, revisions: 2 }, app.clock.now());
  const { entries } = await audit(app);
  expect(entries.map(({ changes }) => changes)).toEqual([
    [{ field: 'cost', before: '4', after: '5' }],
    [{ field: 'cost', before: '3', after: '4' }],
    [{ field: 'cost' }],
    [{ field: 'cost' }],
    [{ field: 'cost' }],
  ]);
  expect((await revisions(app, `/events/${id}`)).map(({ action }) => action)).toEqual([
    'updated',
    'updated',
    'earlier',
  ]);
  const version = app.store.version();
  await pruneAudit(app.store, { auditRetentionDays: 7, revisions: 2 }, app.clock.now());
  expect(app.store.version()).toBe(version);
});

test('Other requests are served while a long log is examined', async () => {
  const app = await startTestApp();
  const entry = { at: app.clock.now(), kind: 'event', record_id: 1, action: 'updated', user_id: 1, who: 'admin' };
  const none = { key_id: null, key_name: null, address: null, request_id: null, changes: null };
  const entries = Array.from({ length: 500 }, () => ({ ...entry, ...none }));
  for (let batch = 0; batch < 4; batch += 1)
    await app.store.write((db) => db.insertInto('audit').values(entries).execute());
  let turns = 0;
  const counting = setInterval(() => {
    turns += 1;
  });
  await pruneAudit(app.store, { auditRetentionDays: 0, revisions: 2 }, app.clock.now());
  clearInterval(counting);
  expect(turns).toBeGreaterThan(0);
});

test('Erasing a person keeps what was written, and who wrote it only as a number', async () => {
  const app = await startTestApp();
  const { id } = await create(app, '/events', { title: 'Choir', ...dates }, 'ann');
  const venue = await create(app, '/venues', { venue: 'Hall' }, 'ann');
  const before = await app.request({ path: `/events/${id}` });
  await eraseUser(app.store, 'ann', undefined, app.clock.now());
  const after = await app.request({ path: `/events/${id}` });
  expect(after.body).toEqual({ ...before.body, author: 0 });
  expect((await app.request({ path: `/venues/${venue.id}` })).body).not.toHaveProperty('author');
  expect((await app.request({ as: 'ann', path: '/events' })).status).toBe(401);
  const { entries } = await audit(app, 'user=3');
  expect(entries).toMatchObject([
    { user: '', key_name: null, address: null },
    { user: '', key_name: null, address: null },
  ]);
  const tables = ['audit', 'users', 'application_passwords', 'login_failures'] as const;
  for (const table of tables)
    expect(JSON.stringify(await app.store.reader.selectFrom(table).selectAll().execute())).not.toMatch(/"ann"/);
});
