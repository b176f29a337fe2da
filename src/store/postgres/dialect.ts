import { type SqlBool, sql } from 'kysely';
import { errorCodeOf } from '../../core/errors.ts';
import { type Dialect, indexedTitleLength } from '../dialect.ts';

/** A trigram needs three letters or digits in a row. */
const indexable = /[\p{L}\p{N}]{3}/u;
const pattern = (term: string): string => `%${term.replace(/[\\%_]/g, '\\$&')}%`;

/** The trigram index serves terms with three letters or digits in a row; for others every text is scanned. */
export const postgresDialect: Dialect = {
  textsWith(kind, term) {
    const like = pattern(term);
    return sql`(select found.* from record_texts found
      where found.kind = ${kind} and (found.title_folded like ${like} or found.body_folded like ${like})) as t`;
  },
  // An array, not a subquery: the planner has statistics on values but not on the rows of a subquery.
  isAmong: (column, ids) => sql<SqlBool>`${column} = any(${ids}::bigint[])`,
  plansByStatistics: true,
  isIndexed: (term) => indexable.test(term),
  contains(term, titleOnly) {
    const body = titleOnly ? sql`` : sql` or strpos(t.body_folded, ${term}) > 0`;
    return sql<SqlBool>`(strpos(t.title_folded, ${term}) > 0${body})`;
  },
  // With `exists` the planner would hash the whole subquery; `is null` it would estimate as rare.
  findsAny: (query) => sql<SqlBool>`(coalesce((${query} limit 1), 0) > 0)`,
  titlePrefix: (title) => sql`substr(${title}, 1, ${sql.lit(indexedTitleLength)})`,
  lastNumber: (table, column) => sql`select case when is_called then last_value else 0 end as last
    from ${sql.table(`${table}_${column}_seq`)}`,
  setLastNumber: (table, column, last) => [
    sql`select setval(pg_get_serial_sequence(${table}, ${column}), ${Math.max(1, last)}, ${last > 0})`,
  ],
  beginSnapshot: sql`begin isolation level repeatable read, read only`,
  isUniqueViolation: (error) => errorCodeOf(error) === '23505',
};
