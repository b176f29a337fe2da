import { Kysely } from 'kysely';
import { expect, test } from 'vitest';
import type { Database } from '../schema.ts';
import { PlannedOnceDialect } from './connection.ts';

const unused = () => {
  throw new Error('compiling asks no database');
};
const db = new Kysely<Database>({ dialect: new PlannedOnceDialect({ database: { prepare: unused, close: unused } }) });

test('Every parameter is preceded by a plus', () => {
  const query = db.selectFrom('terms').select('id').where('taxonomy', '=', 'tag').where('id', 'in', [1, 2]).limit(3);
  expect(query.compile()).toMatchObject({
    sql: 'select "id" from "terms" where "taxonomy" = +? and "id" in (+?, +?) limit +?',
    parameters: ['tag', 1, 2, 3],
  });
});
