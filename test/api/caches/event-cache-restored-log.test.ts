// The caches stay correct when the invalidation log is pruned, replaced or restored, or changes between two reads.
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { make } from '../../support/field-table.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';

const dates = { start_date: '2027-05-01 10:00:00', end_date: '2027-05-01 12:00:00' };

const titleOf = async (app: TestApp, path: string): Promise<unknown> =>
  (await app.request<{ title: unknown }>({ path })).body.title;

const change = (app: TestApp, id: number, title: string) =>
  app.request({ as: 'admin', method: 'POST', path: `/events/${id}`, json: { title } });

/** Like `pg_restore`: restores the old rows and the old log, without triggers. */
async function restore(app: TestApp, work: () => Promise<unknown>, more: () => Promise<unknown>): Promise<void> {
  const { store } = app;
  const [last] = await store.reader.selectFrom('touched').select('seq').orderBy('seq', 'desc').limit(1).execute();
  await work();
  await store.write(async (db) => {
    await sql`update record_texts set title = 'Then'`.execute(db);
    await db
      .deleteFrom('touched')
      .where('seq', '>', last?.seq ?? 0)
      .execute();
  });
  await more();
}

test('Events that a restored calendar lacks are no longer served', async () => {
  const app = await startTestApp();
  const { id } = await make(app, 'events', { title: 'Then', ...dates });
  const path = `/events/${id}`;
  const since = async () => {
    await change(app, id, 'Lost');
    expect(await titleOf(app, path)).toBe('Lost');
  };
  await restore(app, since, async () => undefined);
  expect(await titleOf(app, path)).toBe('Then');
});

test('Events that a restored calendar lacks are not served, even if its log has grown again before the next read', async () => {
  const app = await startTestApp();
  const { id } = await make(app, 'events', { title: 'Then', ...dates });
  const other = await make(app, 'events', { title: 'Other', ...dates });
  const path = `/events/${id}`;
  const since = async () => {
    await change(app, id, 'Lost');
    expect(await titleOf(app, path)).toBe('Lost');
  };
  const goOn = async () => {
    for (let n = 0; n < 5; n++) await change(app, other.id, `Other ${n}`);
  };
  await restore(app, since, goOn);
  expect(await titleOf(app, path)).toBe('Then');
});
