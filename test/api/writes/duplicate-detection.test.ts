// A venue or organizer that exists already is returned or linked instead of duplicated, for callers who may read it (D24, D31).
import { beforeAll, describe, expect, test } from 'vitest';
import { type Body, kinds, make } from '../../support/field-table.ts';
import { type Login, startTestApp, type TestApp } from '../../support/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});

describe.each([
  ['venues', 'venue'],
  ['organizers', 'organizer'],
] as const)('%s', (plural, kind) => {
  const create = async (as: Login, json: object) => (await make(app, plural, json, as)).id;
  const link = async (as: Login, data: object) => {
    const event = await make(app, 'events', { ...kinds.events.required(), status: 'draft', [kind]: data }, as);
    return ([event[kind]].flat() as Body[]).map(({ id }) => id);
  };

  test.each([
    ['ed', true],
    ['ann', true],
    ['con', false],
  ] as const)('Creating an equal record as %s answers the first one, or makes another', async (as, isSame) => {
    const json = { ...kinds[plural].required(), phone: 'stage door' };
    const id = await create('admin', { ...json, author: as === 'ed' ? 1 : as === 'ann' ? 3 : 4 });
    const again = await create(as, json);
    if (isSame) expect(again).toBe(id);
    else expect(again).not.toBe(id);
  });

  test('An equal record of another author is not returned by a create, but is linked by an event', async () => {
    const json = { ...kinds[plural].required(), phone: 'stage door' };
    const id = await create('ed', json);
    expect(await create('ann', json)).not.toBe(id);
    expect(await link('ann', json)).toEqual([id]);
  });

  test.each(['draft', 'private', 'trash'])(
    'An equal record that is hidden (%s) is not linked by those who may not see it',
    async (status) => {
      const json = { ...kinds[plural].required(), phone: 'stage door' };
      const id = await create('ed', { ...json, status });
      // Replaced by a new one, which is visible.
      expect(await link('ann', json)).toEqual([expect.any(Number)]);
      expect(await link('ann', json)).not.toContain(id);
    },
  );

  test('A record that differs in a field that was sent is another one', async () => {
    const json = { ...kinds[plural].required(), phone: 'stage door' };
    const id = await create('ed', json);
    expect(await create('ed', { ...json, phone: 'box office' })).not.toBe(id);
    const { phone: _phone, ...bare } = json;
    expect(await create('ed', bare)).toBe(id);
  });

  test('An equal record inside an event is created only if the stored one has another author', async () => {
    const data = { ...kinds[plural].required(), author: 1 };
    const event = { ...kinds.events.required(), status: 'draft', [kind]: data };
    for (const as of ['con', 'ann'] as const) {
      const reply = await app.request({ as, method: 'POST', path: '/events', json: event });
      expect(reply, as).toMatchObject({ status: 403, body: { code: 'rest_forbidden' } });
    }
    const { body } = await app.request({
      as: 'ed',
      path: `/${plural}?search=${encodeURIComponent(Object.values(data)[0] as string)}`,
    });
    expect(body['total']).toBe(0);
    expect((await app.request({ as: 'ed', method: 'POST', path: '/events', json: event })).status).toBe(201);
  });
});

// In a calendar of its own: the others count.
test.each([
  ['venues', 'venue'],
  ['organizers', 'organizer'],
] as const)('One of very many %s of the same name is found', async (plural, kind) => {
  const { request } = await startTestApp();
  const send = async <Reply>(path: string, json: object): Promise<Reply> =>
    (await request<Reply>({ as: 'ed', method: 'POST', path, json })).body;
  const name = kinds[plural].required();
  const body = (n: number) => ({ ...name, phone: `555 ${n % 115}`, website: `https://example.org/${n}` });
  const ids: number[] = [];
  for (const from of [0, 100]) {
    const requests = Array.from({ length: 100 }, (_, n) => ({
      method: 'POST',
      path: `/${plural}`,
      body: body(from + n),
    }));
    const { responses } = await send<{ responses: { body: { id: number } }[] }>('/batch', { requests });
    ids.push(...responses.map((one) => one.body.id));
  }
  expect(new Set(ids).size).toBe(200);
  const again = async (json: object) => (await send<{ id: number }>(`/${plural}`, json)).id;
  for (const n of [0, 99, 100, 198]) expect(await again(body(n))).toBe(ids[n]);
  const { website } = body(199);
  expect(await again({ ...name, website })).toBe(ids[199]);
  const event = { ...kinds.events.required(), [kind]: { ...name, website } };
  expect([(await send<Body>('/events', event))[kind]].flat()).toMatchObject([{ id: ids[199] }]);
});
