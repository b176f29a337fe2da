import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  SqliteAdapter,
  SqliteIntrospector,
  sql,
} from 'kysely';
import { expect, test } from 'vitest';
import { unindexed, unindexedText } from './hints.ts';
import { UnhintedCompiler } from './postgres/driver.ts';
import { PlannedOnceCompiler } from './sqlite/connection.ts';

const sqlite = new Kysely<unknown>({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new PlannedOnceCompiler(),
  },
});
const postgres = new Kysely<unknown>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new UnhintedCompiler(),
  },
});

test('Planner hints are sent to SQLite and omitted for PostgreSQL', () => {
  const query = sql`select 1 from a where ${unindexed(sql`d`)} = ${1} and ${unindexedText(sql`e`)} = '+ 0'`;
  expect(query.compile(sqlite).sql).toBe("select 1 from a where (d + 0) = +? and (e || '') = '+ 0'");
  expect(query.compile(postgres).sql).toBe("select 1 from a where (d) = $1 and (e) = '+ 0'");
});
