// Which queries are prepared. A prepared plan suits any values, so for lists it may be a hundred times as slow.
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { openPostgres } from '../../src/store/postgres/store.ts';
import { statement } from '../../src/store/statement.ts';
import { createEmptyDatabase } from '../support/test-store.ts';

/** From the next execution on, the server may use a generic plan. */
const customPlansFirst = 5;

const eventsWith = statement((db, { id }: { id: number }) => db.selectFrom('events').selectAll().where('id', '=', id));
const termsWith = statement((db, { id }: { id: number }) => db.selectFrom('terms').selectAll().where('id', '=', id));

const total = statement((_db, { id }: { id: number }) => sql`select count(*) as total from events where id = ${id}`);

test('Only queries composed by `statement` are prepared', async () => {
  const store = await openPostgres({ url: await createEmptyDatabase(), poolSize: 1 });
  onTestFinished(() => store.close());
  const db = store.reader;
  for (let n = 0; n < 3 * customPlansFirst; n++) {
    await db.selectFrom('events').select('id').where('start_utc', '>', n).orderBy('start_utc').limit(10).execute();
    await db.selectFrom('events').select('cost').where('id', 'in', [n]).execute();
    await total(db, { id: n });
  }
  const { rows } = await sql`
    select statement, generic_plans > 0 as is_kept from pg_prepared_statements order by statement`.execute(db);
  expect(rows).toEqual([{ statement: 'select count(*) as total from events where id = $1', is_kept: true }]);
});

test('Of statements that differ, only 500 that run repeatedly are prepared', async () => {
  const store = await openPostgres({ url: await createEmptyDatabase(), poolSize: 1 });
  onTestFinished(() => store.close());
  const db = store.reader;
  const rare = Array.from({ length: 510 }, (_, n) =>
    statement((_db, { id }: { id: number }) => sql`select ${sql.lit(n)} from events where id = ${id}`),
  );
  const prepared = async () => {
    const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(db);
    return rows.map((row) => row.statement);
  };
  for (const run of rare) await run(db, { id: 1 });
  for (let n = 0; n < 3; n++) await total(db, { id: 1 });
  expect(await prepared()).toEqual(['select count(*) as total from events where id = $1']);
  for (let n = 0; n < 2; n++) for (const run of rare) await run(db, { id: 1 });
  expect(await prepared()).toHaveLength(500);
});

test('A column that another process adds breaks neither reads nor writes', async () => {
  const store = await openPostgres({ url: await createEmptyDatabase(), poolSize: 2 });
  onTestFinished(() => store.close());
  const read = () => eventsWith(store.reader, { id: 1 });
  const write = () => store.write((db) => termsWith(db, { id: 1 }));
  for (let n = 0; n < 3 * customPlansFirst; n++) await Promise.all([read(), read(), write()]);
  await sql`alter table events add column further bigint`.execute(store.reader);
  await sql`alter table terms add column further bigint`.execute(store.reader);
  for (let n = 0; n < 5; n++) expect(await Promise.all([read(), read(), write()])).toEqual([[], [], []]);
});
