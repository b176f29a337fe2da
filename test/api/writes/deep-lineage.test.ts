// A cycle of parents is refused at any depth (D34, D47).

import { expect, test } from 'vitest';
import { allocateRecordIds } from '../../../src/resources/records/rows/record-table.ts';
import { make } from '../../support/field-table.ts';
import { startTestApp } from '../../support/test-app.ts';

test('A category cannot be moved below a distant descendant of itself', async () => {
  const { request } = await startTestApp();
  const requests = Array.from({ length: 100 }, (_, depth) => ({
    method: 'POST',
    path: '/categories',
    body: { name: `Level ${depth}`, ...(depth > 0 ? { parent: `{${depth - 1}.id}` } : {}) },
  }));
  const made: number[] = [];
  for (let parent: number | undefined; made.length < 300; parent = made.at(-1)) {
    const json = {
      requests: requests.map(({ body, ...one }, at) => ({
        ...one,
        body: { ...body, name: `${body.name} of ${made.length}`, ...(at === 0 && parent ? { parent } : {}) },
      })),
    };
    const { status, body } = await request<{ responses: { body: { id: number } }[] }>({
      as: 'ed',
      method: 'POST',
      path: '/batch',
      json,
    });
    expect(status).toBe(200);
    made.push(...body.responses.map((one) => one.body.id));
  }
  const [top, ...below] = made as [number, ...number[]];
  for (const parent of [below[0], below[150], below.at(-1)]) {
    const { status, body } = await request({ as: 'ed', method: 'POST', path: `/categories/${top}`, json: { parent } });
    expect([status, body['code']]).toEqual([400, 'rest_invalid_param']);
  }
  expect((await request({ path: `/categories/${top}` })).body).toMatchObject({ parent: 0 });
});

test('An event cannot be moved below a distant descendant of itself', async () => {
  const app = await startTestApp();
  const dates = { start_date: '2027-06-10', end_date: '2027-06-10' };
  const { id: top } = await make(app, 'events', { title: 'Season', ...dates });
  const ids = Array.from({ length: 1500 }, (_, at) => top + 1 + at);
  await app.store.write(async (db) => {
    const row = await db.selectFrom('events').selectAll().where('id', '=', top).executeTakeFirstOrThrow();
    await allocateRecordIds(
      db,
      ids.map((id) => ({ id, kind: 'event' })),
    );
    for (const id of ids)
      await db
        .insertInto('events')
        .values({ ...row, id, post_parent: id - 1 })
        .execute();
  });
  for (const post_parent of [ids[0], ids[1200], ids.at(-1)]) {
    const { status, body } = await app.request({
      as: 'ed',
      method: 'POST',
      path: `/events/${top}`,
      json: { post_parent },
    });
    expect([status, body['code']]).toEqual([400, 'rest_invalid_param']);
  }
}, 30_000);
