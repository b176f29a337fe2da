// Derived rows stay correct, whichever program writes.
import { expect, test } from 'vitest';
import { make } from '../../support/field-table.ts';
import { startTestApp } from '../../support/test-app.ts';

const dates = { start_date: '2027-06-10 10:00', end_date: '2027-06-10 12:00' };

test('A link that is inserted without the times of its event gets them', async () => {
  const { store, ...app } = await startTestApp();
  const { id: event_id } = await make({ store, ...app }, 'events', { title: 'Gala', ...dates });
  const { id: record_id } = await make({ store, ...app }, 'venues', { venue: 'Hall' });
  const own = ['start_utc', 'end_utc', 'published_at'] as const;
  await store.write((db) =>
    db.insertInto('event_links').values({ event_id, kind: 'venue', position: 0, record_id }).execute(),
  );
  const link = await store.reader
    .selectFrom('event_links')
    .select([...own, 'listed'])
    .executeTakeFirstOrThrow();
  const event = await store.reader.selectFrom('events').select(own).executeTakeFirstOrThrow();
  expect(link).toEqual({ ...event, listed: 1 });
});

test('A scheduled event that loses a category is no longer subtracted from its count', async () => {
  const app = await startTestApp();
  await make(app, 'events', { title: 'Now', ...dates, categories: ['Music'] });
  const later = { title: 'Later', ...dates, categories: ['Music'], date: '2027-05-01 10:00' };
  const { id } = await make(app, 'events', later);
  const count = async () =>
    (await app.request<{ categories: { count: number }[] }>({ path: '/categories' })).body.categories[0]?.count;
  expect(await count()).toBe(1);
  await app.request({ as: 'ed', method: 'PATCH', path: `/events/${id}`, json: { categories: [] } });
  expect(await count()).toBe(1);
});
