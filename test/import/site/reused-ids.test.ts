// Ids that an import takes from records that were deleted here.
import { expect, test } from 'vitest';
import { startTestApp } from '../../support/test-app.ts';
import { importFrom, listen, namespace } from './support.ts';

const dates = { start_date: '2027-05-01 10:00', end_date: '2027-05-01 12:00' };

test('A record that gets the id of a deleted one has no revisions of that one', async () => {
  const [source, target] = [await startTestApp(), await startTestApp()];
  const gala = await source.request({
    as: 'admin',
    method: 'POST',
    path: '/events',
    json: { title: 'Gala', ...dates },
  });
  const path = `/events/${gala.body['id']}`;
  const secret = { title: 'Secret', description: 'Hidden text', status: 'draft', ...dates };
  expect(await target.request({ as: 'admin', method: 'POST', path: '/events', json: secret })).toMatchObject({
    body: { id: gala.body['id'] },
  });
  await target.request({ as: 'admin', method: 'DELETE', path, query: 'force=true' });
  await importFrom(target, (await listen(source)) + namespace);
  expect((await target.request({ path })).body['title']).toBe('Gala');
  await target.request({ as: 'ed', method: 'PATCH', path, json: { cost: '5' } });
  const { body } = await target.request<{ revisions: { action: string }[] }>({ as: 'ed', path: `${path}/revisions` });
  expect(body.revisions.map(({ action }) => action)).toEqual(['updated', 'created']);
});
