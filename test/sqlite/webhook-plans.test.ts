// The sender looks for work after every write, so an index must serve each of its queries.
import BetterSqlite3 from 'better-sqlite3';
import { CompiledQuery } from 'kysely';
import { expect, test, vi } from 'vitest';
import { countDeliveries, listDeliveryRows } from '../../src/resources/webhooks/repository.ts';
import {
  claimDue,
  dueBetween,
  eventsOutside,
  hasOldDeliveries,
  loggedAfter,
  nextAttempt,
  nextPublication,
  pruneDeliveries,
} from '../../src/webhooks/repository.ts';
import { startTestApp } from '../support/test-app.ts';

test("The sender's queries scan no table and sort no log", async () => {
  const { store } = await startTestApp();
  const prepare = vi.spyOn(BetterSqlite3.prototype, 'prepare');
  await store.write(async (db) => {
    await loggedAfter(db, 5, 200);
    await dueBetween(db, 1, 5, 9);
    await nextPublication(db, 4);
    await eventsOutside(db, [1, 2], [3]);
    await nextAttempt(db, 1);
    await claimDue(db, 1, { now: 5, until: 6, limit: 3 });
    await countDeliveries(db, 'failed', [1]);
    await listDeliveryRows(db, 1, { limit: 5, before: 9 });
    await listDeliveryRows(db, 1, { limit: 5, status: 'failed' });
    await hasOldDeliveries(db, { delivered: 5, failed: 6 });
    await pruneDeliveries(db, { delivered: 5, failed: 6 });
  });
  const statements = [...new Set(prepare.mock.calls.map(([sql]) => sql))].filter((sql) =>
    /changes|deliver|events/.test(sql),
  );
  prepare.mockRestore();
  expect(statements).toHaveLength(11);
  for (const sql of statements) {
    const parameters = Array.from(sql.matchAll(/\+\?/g), () => 5);
    const plan = CompiledQuery.raw(`explain query plan ${sql}`, parameters);
    const { rows } = await store.reader.executeQuery<{ detail: string }>(plan);
    const steps = rows.map(({ detail }) => detail).join('; ');
    expect(steps, sql).not.toMatch(/SCAN (?!CONSTANT)|TEMP B-TREE/);
  }
});
