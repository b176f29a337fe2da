import BetterSqlite3 from 'better-sqlite3';
import { type CompiledQuery, Kysely } from 'kysely';
import { afterAll, expect, test, vi } from 'vitest';
import type { Database } from './schema.ts';
import { PlannedOnceDialect } from './sqlite/connection.ts';
import { statement } from './statement.ts';

const database = new BetterSqlite3(':memory:');
database.exec('create table event_terms (event_id, term_id, start_utc, primary key (event_id, term_id))');
const db = new Kysely<Database>({ dialect: new PlannedOnceDialect({ database }) });
afterAll(() => db.destroy());

type Row = Pick<Database['event_terms'], 'event_id' | 'term_id'> & { start_utc?: number };

const build = vi.fn((to: Kysely<Database>, { rows }: { rows: readonly Row[] }) =>
  to.insertInto('event_terms').values(rows),
);
const insert = statement(build);
const change = statement((to, { id, changes }: { id: number; changes: Partial<Row> }) =>
  to.updateTable('event_terms').set(changes).where('event_id', '=', id),
);
const among = statement((from, { ids, least }: { ids: readonly number[]; least: number }) =>
  from
    .selectFrom('event_terms')
    .select(['event_id', 'term_id', 'start_utc'])
    .where('event_id', 'in', ids)
    .where('term_id', '>=', least)
    .orderBy('event_id'),
);

test('A statement is compiled once for each list length and set of columns, and runs with the given values', async () => {
  await insert(db, { rows: [{ event_id: 1, term_id: 10 }] });
  await insert(db, { rows: [{ event_id: 2, term_id: 20 }] });
  await insert(db, { rows: [{ event_id: 3, term_id: 30, start_utc: 300 }] });
  await insert(db, {
    rows: [
      { event_id: 4, term_id: 40 },
      { event_id: 5, term_id: 50 },
    ],
  });
  expect(build).toHaveBeenCalledTimes(3);
  await change(db, { id: 1, changes: { start_utc: 100 } });
  await change(db, { id: 2, changes: { term_id: 21 } });
  expect(await among(db, { ids: [1, 2, 3], least: 11 })).toEqual([
    { event_id: 2, term_id: 21, start_utc: null },
    { event_id: 3, term_id: 30, start_utc: 300 },
  ]);
  expect(await among(db, { ids: [5, 1], least: 0 })).toEqual([
    { event_id: 1, term_id: 10, start_utc: 100 },
    { event_id: 5, term_id: 50, start_utc: null },
  ]);
});

test('A compiled statement does not keep its syntax tree', async () => {
  const run = vi.spyOn(db, 'executeQuery');
  await among(db, { ids: [1, 2, 3, 4], least: 0 });
  const [{ sql, query }] = run.mock.lastCall as [CompiledQuery];
  expect(JSON.stringify(query).length).toBeLessThan(sql.length + 200);
});
