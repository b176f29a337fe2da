// Whoever sends an event back as it was read keeps what the response could not show (D15, D33).
import { beforeAll, describe, expect, test } from 'vitest';
import { type Login, startTestApp, type TestApp } from '../../support/test-app.ts';

type Body = Record<string, unknown> & { id: number };

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});

const times = { start_date: '2027-05-10 10:00', end_date: '2027-05-10 12:00' };

async function create(path: string, json: object): Promise<Body> {
  const { status, body } = await app.request<Body>({ as: 'admin', method: 'POST', path, json });
  expect([status, body]).toEqual([201, expect.anything()]);
  return body;
}

const read = async (path: string, as: Login) => (await app.request<Body>({ as, path })).body;
const write = (path: string, as: Login, json: object) => app.request<Body>({ as, method: 'PUT', path, json });

/** An event of the author `ann` with two records, of which she cannot see the first. */
async function eventWith(kind: 'venue' | 'organizer') {
  const hidden = await create(`/${kind}s`, { [kind]: 'Secret', status: 'draft' });
  const shown = await create(`/${kind}s`, { [kind]: 'Open' });
  const { id } = await create('/events', { title: 'Party', ...times, author: 3, [kind]: [hidden.id, shown.id] });
  return { path: `/events/${id}`, hidden, shown };
}

const idsOf = (value: unknown) => [value].flat().map((record) => (record as Body).id);

describe.each(['venue', 'organizer'] as const)('%s', (kind) => {
  test(`The ${kind} that the author cannot see stays when the event is sent back as read`, async () => {
    const { path, hidden, shown } = await eventWith(kind);
    const before = await read(path, 'ann');
    expect(idsOf(before[kind])).toEqual([shown.id]);
    expect(await write(path, 'ann', before)).toMatchObject({ status: 200 });
    expect(idsOf((await read(path, 'admin'))[kind])).toEqual([hidden.id, shown.id]);
  });

  test(`The ${kind} that is restored returns to events that were sent back meanwhile`, async () => {
    const { path, shown, hidden } = await eventWith(kind);
    const one = `/${kind}s/${shown.id}`;
    expect(await app.request({ as: 'admin', method: 'DELETE', path: one })).toMatchObject({ status: 200 });
    for (const as of ['admin', 'ann'] as const)
      expect(await write(path, as, await read(path, as))).toMatchObject({ status: 200 });
    expect(await write(one, 'admin', { status: 'publish' })).toMatchObject({ status: 200 });
    expect(idsOf((await read(path, 'admin'))[kind])).toEqual([hidden.id, shown.id]);
  });

  test(`Sending another ${kind} replaces all, seen or not`, async () => {
    const { path } = await eventWith(kind);
    const other = await create(`/${kind}s`, { [kind]: 'Other' });
    expect(await write(path, 'ann', { [kind]: other.id })).toMatchObject({ status: 200 });
    expect(idsOf((await read(path, 'admin'))[kind])).toEqual([other.id]);
  });
});

test('A parent that the author cannot see stays when the event is sent back as read', async () => {
  const parent = await create('/events', { title: 'Festival', ...times, status: 'draft' });
  const { id } = await create('/events', { title: 'Concert', ...times, author: 3, post_parent: parent.id });
  const before = await read(`/events/${id}`, 'ann');
  expect(before['post_parent']).toBe(0);
  expect(await write(`/events/${id}`, 'ann', before)).toMatchObject({ status: 200, body: { post_parent: 0 } });
  expect((await read(`/events/${id}`, 'admin'))['post_parent']).toBe(parent.id);
  expect(await write(`/events/${id}`, 'admin', { post_parent: 0 })).toMatchObject({ body: { post_parent: 0 } });
});
