// External ids: set, presented, cleared, unique, and used in the path of a record.
import { beforeEach, describe, expect, test } from 'vitest';
import { type Login, startTestApp, type TestApp } from '../../support/test-app.ts';
import type { TestRequest } from '../../support/test-request.ts';

let app: TestApp;
beforeEach(async () => {
  app = await startTestApp();
});

type Body = Readonly<Record<string, unknown>> & {
  id: number;
  code?: string;
  data?: { id?: number; params?: Record<string, string> };
};
const send = (request: TestRequest) => app.request<Body>(request);

async function done(status: number, request: TestRequest): Promise<Body> {
  const reply = await send({ as: 'ed', ...request });
  expect(reply.status, JSON.stringify(reply.body)).toBe(status);
  return reply.body;
}

const dates = { start_date: '2027-06-19 19:30:00', end_date: '2027-06-19 22:00:00' };

const kinds = [
  ['event', '/events', 'title', dates],
  ['venue', '/venues', 'venue', {}],
  ['organizer', '/organizers', 'organizer', {}],
  ['category', '/categories', 'name', {}],
  ['tag', '/tags', 'name', {}],
] as const;
const published = kinds.filter(([kind]) => kind !== 'category' && kind !== 'tag');

describe.each(kinds)('External ids of kind %s', (kind, path, name, required) => {
  const create = (externalId: unknown, title = 'First') =>
    send({ as: 'ed', method: 'POST', path, json: { [name]: title, ...required, external_id: externalId } });
  const at = (externalId: string) => `${path}/by-external-id/${encodeURIComponent(externalId)}`;

  test('An external id is public, can be changed and cleared, and is absent if there is none', async () => {
    const { body, status } = await create('box/1?a=b&c#é 界');
    expect(status).toBe(201);
    const own = `${path}/${body.id}`;
    expect(body).toMatchObject({ external_id: 'box/1?a=b&c#é 界' });
    expect((await done(200, { as: null, path: own }))['external_id']).toBe('box/1?a=b&c#é 界');
    expect((await done(200, { method: 'PATCH', path: own, json: { [name]: 'Other' } }))['external_id']).toBeDefined();
    expect((await done(200, { method: 'PATCH', path: own, json: { external_id: 'box-2' } }))['external_id']).toBe(
      'box-2',
    );
    for (const empty of [null, '']) {
      await done(200, { method: 'PATCH', path: own, json: { external_id: 'box-3' } });
      expect(await done(200, { method: 'PUT', path: own, json: { external_id: empty } })).not.toHaveProperty(
        'external_id',
      );
    }
    expect(await done(200, { as: null, path: own })).not.toHaveProperty('external_id');
    expect((await create(null, 'Second')).body).not.toHaveProperty('external_id');
    await done(404, { path: at('box-2') });
  });

  test.each([
    ['256 characters', 'x'.repeat(256)],
    ['256 characters beyond the first plane', '🎉'.repeat(256)],
    ['a line break', 'line\nbreak'],
    ['a tab', 'tab\there'],
    ['NUL', 'nul\0'],
    ['a line separator', '\u2028'],
    ['spaces only', '   '],
    ['nothing visible', '\u200b'],
    ['half a character', '\ud800'],
    ['a number', 12],
    ['a switch', true],
    ['a list', ['a', 'b']],
    ['an object', { a: 1 }],
  ])('An external id of %s is refused', async (_, externalId) => {
    const { status, body } = await create(externalId);
    expect([status, body.code]).toEqual([400, 'rest_invalid_param']);
    expect(Object.keys(body.data?.params ?? {})).toEqual(['external_id']);
  });

  test.each([
    ['one character', 'x'],
    ['255 characters', 'x'.repeat(255)],
    ['255 characters beyond the first plane', '🎉'.repeat(255)],
    ['markup', '<b>&amp;'],
    ['a digit', '0'],
    ['spaces around it', ' padded '],
    ['separators', 'a/b;c,d?e=f&g#h'],
  ])('An external id of %s is stored as it is', async (_, externalId) => {
    const { status, body } = await create(externalId);
    expect([status, body['external_id']]).toEqual([201, externalId]);
    expect((await done(200, { path: at(externalId) })).id).toBe(body.id);
  });

  test('An external id is unique within the kind: 409 with the id of the record that has it', async () => {
    const first = (await create('box-1')).body.id;
    const { status, body } = await create('box-1', 'Second');
    expect([status, body.code, body.data?.id]).toEqual([409, 'external-id-exists', first]);
    const second = (await create('box-2', 'Second')).body.id;
    const taken = await send({ as: 'ed', method: 'PATCH', path: `${path}/${second}`, json: { external_id: 'box-1' } });
    expect([taken.status, taken.body.code, taken.body.data?.id]).toEqual([409, 'external-id-exists', first]);
    await done(200, { method: 'PATCH', path: `${path}/${first}`, json: { external_id: 'box-1' } });
    await done(200, { method: 'PATCH', path: `${path}/${first}`, json: { external_id: 'BOX-1' } });
    await done(200, { method: 'PATCH', path: `${path}/${second}`, json: { external_id: 'box-1' } });
    for (const [other, otherPath, otherName, more] of kinds) {
      if (other === kind) continue;
      const json = { [otherName]: 'Another kind', ...more, external_id: 'box-1' };
      await done(201, { method: 'POST', path: otherPath, json });
    }
  });

  test('A record is read, written and deleted by its external id', async () => {
    const made = await send({
      as: 'ed',
      method: 'PUT',
      path: at('box/1 é?'),
      json: { [name]: 'Made', ...required, description: 'Long' },
    });
    expect([made.status, made.body['external_id']]).toEqual([201, 'box/1 é?']);
    expect(made.headers['location']).toMatch(new RegExp(`${path}/${made.body.id}$`));
    const read = await done(200, { as: null, path: at('box/1 é?') });
    expect(read).toEqual(await done(200, { as: null, path: `${path}/${made.body.id}` }));
    const changed = await done(200, { method: 'PUT', path: at('box/1 é?'), json: { [name]: 'Changed' } });
    expect(changed).toMatchObject({ id: made.body.id, [name]: 'Changed', external_id: 'box/1 é?' });
    expect(changed['description']).toBe(read['description']);
    await done(200, { method: 'PUT', path: at('box/1 é?'), json: {} });
    await done(200, { method: 'DELETE', path: at('box/1 é?') });
  });

  test('PUT requires what a create requires, for a new record only', async () => {
    const missing = await send({ as: 'ed', method: 'PUT', path: at('box-1'), json: {} });
    expect([missing.status, missing.body.code]).toEqual([400, 'rest_missing_callback_param']);
    await done(404, { path: at('box-1') });
    await done(201, { method: 'PUT', path: at('box-1'), json: { [name]: 'Made', ...required } });
    await done(200, { method: 'PUT', path: at('box-1'), json: { description: 'More' } });
  });

  test('An external id in the body must be the one in the path', async () => {
    const json = { [name]: 'Made', ...required, external_id: 'box-2' };
    for (let round = 0; round < 2; round++) {
      const { status, body } = await send({ as: 'ed', method: 'PUT', path: at('box-1'), json });
      expect([status, Object.keys(body.data?.params ?? {})]).toEqual([400, ['external_id']]);
      const same = { ...json, external_id: round === 0 ? 'box-1' : null };
      expect(await done(round === 0 ? 201 : 200, { method: 'PUT', path: at('box-1'), json: same })).toMatchObject({
        external_id: 'box-1',
      });
    }
  });

  test('A value that cannot be an external id finds nothing and creates nothing', async () => {
    for (const segment of ['x'.repeat(256), '%0A', '%00', '%20', '%ff', '%', 'a%zz']) {
      const wrong = `${path}/by-external-id/${segment}`;
      for (const method of ['GET', 'DELETE'] as const) {
        const { status, body } = await send({ as: 'ed', method, path: wrong });
        expect([status, body.code], segment).toEqual([404, `rest-${kind}-not-found`]);
      }
      const { status, body } = await send({ as: 'ed', method: 'PUT', path: wrong, json: { [name]: 'X', ...required } });
      expect([status, Object.keys(body.data?.params ?? {})], segment).toEqual([400, ['external_id']]);
    }
  });

  test('Writing by external id is for writers: 401 and 403 come first', async () => {
    for (const method of ['PUT', 'DELETE'] as const) {
      const anonymous = await send({ as: null, method, path: at('box-1'), json: { external_id: 1 } });
      expect([anonymous.status, anonymous.body.code]).toEqual([401, 'rest_forbidden']);
      const subscriber = await send({ as: 'sub', method, path: at('box-1'), json: { external_id: 1 } });
      expect(subscriber.status).toBe(403);
    }
    for (const method of ['POST', 'PATCH'] as const) {
      const { status, body } = await send({ as: 'ed', method, path: at('box-1'), json: {} });
      expect([status, body.code]).toEqual([404, 'rest_no_route']);
    }
  });

  test('Two PUTs of one external id at once make one record', async () => {
    const put = (title: string) =>
      send({ as: 'ed', method: 'PUT', path: at('box-1'), json: { [name]: title, ...required } });
    const replies = await Promise.all(['One', 'Two', 'Three', 'Four', 'Five'].map(put));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 201]);
    expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1);
  });

  test('If-None-Match: * only creates, If-Match: * only updates', async () => {
    const put = (headers: Record<string, string>) =>
      send({ as: 'ed', method: 'PUT', path: at('box-1'), json: { [name]: 'Made', ...required }, headers });
    expect((await put({ 'if-match': '*' })).status).toBe(412);
    await done(404, { path: at('box-1') });
    const made = await put({ 'if-none-match': '*' });
    expect(made.status).toBe(201);
    const again = await put({ 'if-none-match': '*' });
    expect([again.status, again.body.code]).toEqual([412, 'rest_precondition_failed']);
    expect((await put({ 'if-match': '"another"' })).status).toBe(412);
    expect((await put({ 'if-match': made.headers['etag'] as string })).status).toBe(200);
  });

  test('A dry run by external id creates nothing', async () => {
    const json = { [name]: 'Made', ...required };
    const { status, headers } = await send({ as: 'ed', method: 'PUT', path: `${at('box-1')}?dry_run=true`, json });
    expect([status, headers['dry-run']]).toEqual([201, 'true']);
    await done(404, { path: at('box-1') });
  });
});

describe.each(published)('External ids of published records of kind %s', (kind, path, name, required) => {
  const at = `${path}/by-external-id/box-1`;
  const put = (json: object, as: Login = 'ed') => send({ as, method: 'PUT', path: at, json });
  const made = { [name]: 'Made', ...required };

  test('A record in the trash keeps its external id, can be updated, and is restored by a status', async () => {
    const { id } = (await put(made)).body;
    await done(200, { method: 'DELETE', path: at });
    await done(410, { method: 'DELETE', path: at });
    const taken = await send({ as: 'ed', method: 'POST', path, json: { ...made, external_id: 'box-1' } });
    expect([taken.status, taken.body.data?.id]).toEqual([409, id]);
    expect((await put({ [name]: 'In the trash' })).body).toMatchObject({ id, status: 'trash' });
    expect((await put({ status: 'publish' })).body).toMatchObject({ id, status: 'publish', [name]: 'In the trash' });
    expect(await done(200, { method: 'DELETE', path: `${at}?force=true` })).toMatchObject({ deleted: true });
    await done(404, { path: at });
    await done(201, { method: 'PUT', path: at, json: made });
  });

  test("Another's record is not written by external id, and a hidden one is not named", async () => {
    const { id } = (await put({ ...made, status: 'private' }, 'ann')).body;
    expect((await put({ [name]: 'Stolen' }, 'con')).status).toBe(403);
    expect((await send({ as: 'con', method: 'DELETE', path: at })).status).toBe(403);
    expect((await send({ as: null, path: at })).body.code).toBe(`${kind}-not-accessible`);
    const json = { ...made, [name]: 'Twin', external_id: 'box-1' };
    const { status, body } = await send({ as: 'con', method: 'POST', path, json });
    expect([status, body.code, body.data]).toEqual([
      409,
      'external-id-exists',
      { status: 409, request_id: expect.any(String) },
    ]);
    expect((await send({ as: 'ann', method: 'POST', path, json })).body.data?.id).toBe(id);
  });

  test('Allow names what the caller may do at the path of an external id', async () => {
    const allow = async (as: Login | null) => (await send({ as, path: at })).headers['allow'];
    expect([await allow('con'), await allow('sub'), await allow(null)]).toEqual(['GET, DELETE, PUT', 'GET', 'GET']);
    await put(made, 'ann');
    expect([await allow('con'), await allow('ann'), await allow('ed')]).toEqual([
      'GET',
      'GET, DELETE, PUT',
      'GET, DELETE, PUT',
    ]);
  });
});

test('Lists and embedded records show external ids, masked events too', async () => {
  const json = { title: 'Gala', ...dates, external_id: 'box-1', password: 'open' };
  const venue = { venue: 'Hall', external_id: 'hall-1' };
  await done(201, { method: 'POST', path: '/events', json: { ...json, venue } });
  const { events } = (await app.request<{ events: Body[] }>({ path: '/events' })).body;
  expect(events).toMatchObject([{ external_id: 'box-1', description: '' }]);
  const { venues } = (await app.request<{ venues: Body[] }>({ path: '/venues' })).body;
  expect(venues).toMatchObject([{ external_id: 'hall-1' }]);
  const again = { title: 'Ball', ...dates, venue: { ...venue, city: 'Rome' } };
  const taken = await send({ as: 'ed', method: 'POST', path: '/events', json: again });
  expect([taken.status, taken.body.data?.id]).toEqual([409, venues[0]?.id]);
  const reused = await done(201, { method: 'POST', path: '/events', json: { title: 'Ball', ...dates, venue } });
  expect(reused['venue']).toMatchObject({ id: venues[0]?.id });
});

test('A translation is written by external id like by id', async () => {
  const path = '/events/by-external-id/box-1';
  await done(201, { method: 'PUT', path, json: { title: 'Gala', ...dates } });
  await done(200, { method: 'PUT', path: `${path}?i18n_language=fr`, json: { title: 'Fête' } });
  expect(await done(200, { path })).toMatchObject({ title: 'Gala', translations: ['en', 'fr'] });
  expect(await done(200, { path: `${path}?i18n_language=fr` })).toMatchObject({ title: 'Fête', external_id: 'box-1' });
});
