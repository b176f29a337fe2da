// The count of a term is the number of its public events, after every kind of write.
import { expect, test } from 'vitest';
import { type Body, make } from '../../support/field-table.ts';
import { startTestApp } from '../../support/test-app.ts';

const dates = { start_date: '2027-06-10 10:00:00', end_date: '2027-06-10 12:00:00' };

test.each(['categories', 'tags'] as const)('Every write keeps the counts of %s correct', async (plural) => {
  const app = await startTestApp();
  const [one, two] = [await make(app, plural, { name: 'One' }), await make(app, plural, { name: 'Two' })];
  const event = await make(app, 'events', { title: 'Gala', ...dates, [plural]: [one.id] });
  const path = `/events/${event.id}`;
  const change = (json: object) => () => app.request<Body>({ as: 'ed', method: 'PATCH', path, json });
  const send = (method: 'POST' | 'DELETE', to: string, json?: object) => () =>
    app.request<Body>({ as: 'ed', method, path: to, ...(json ? { json } : {}) });
  const create = (json: object) => send('POST', '/events', { title: 'Another', ...dates, ...json });
  const steps: [name: string, step: () => Promise<{ status: number }>, counts: [number, number]][] = [
    ['a title', change({ title: 'Ball' }), [1, 0]],
    ['another term', change({ [plural]: [two.id] }), [0, 1]],
    ['both', change({ [plural]: [one.id, two.id] }), [1, 1]],
    ['a draft', change({ status: 'draft' }), [0, 0]],
    ['another term of a draft', change({ [plural]: [one.id] }), [0, 0]],
    ['published', change({ status: 'publish' }), [1, 0]],
    ['published with another term', change({ status: 'publish', [plural]: [two.id] }), [0, 1]],
    ['withdrawn with another term', change({ status: 'private', [plural]: [one.id] }), [0, 0]],
    ['published again', change({ status: 'publish' }), [1, 0]],
    ['in the trash', send('DELETE', path), [0, 0]],
    ['out of the trash', change({ status: 'publish' }), [1, 0]],
    ['another event', create({ [plural]: [one.id, two.id] }), [2, 1]],
    ['another draft', create({ [plural]: [one.id], status: 'draft' }), [2, 1]],
    ['a scheduled event', create({ [plural]: [two.id], date_utc: '2027-03-01 12:30:00' }), [2, 1]],
    ['removed for good', send('DELETE', `${path}?force=true`), [1, 1]],
    ['a failure', create({ [plural]: [one.id], post_parent: 999 }), [1, 1]],
    ['a dry run', create({ [plural]: [one.id], dry_run: true }), [1, 1]],
  ];
  const counts = async () => {
    const { body } = await app.request<Record<string, Body[]>>({ path: `/${plural}?hide_empty=false` });
    const shown = [];
    for (const { id } of [one, two]) {
      const alone = (await app.request<Body>({ path: `/${plural}/${id}` })).body['count'];
      expect(body[plural]?.find((term) => term['id'] === id)?.['count']).toBe(alone);
      shown.push(alone);
    }
    return shown;
  };
  expect(await counts()).toEqual([1, 0]);
  for (const [name, step, expected] of steps) {
    expect((await step()).status < 300, name).toBe(name !== 'a failure');
    expect(await counts(), name).toEqual(expected);
  }
  app.clock.set('2027-03-01T12:30:00Z');
  expect(await counts(), 'come due').toEqual([1, 2]);
});
