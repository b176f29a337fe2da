import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Dialect } from '../dialect.ts';
import { isPair, lettersAndPairs } from '../pairs.ts';
import { indexedTitleLength } from './ddl-orders.ts';

/** Trigrams are made of letters and digits in a row. */
const hasTrigram = /[\p{L}\p{N}]{3}/u;
const pattern = (term: string): string => `%${term.replace(/[\\%_]/g, '\\$&')}%`;

/** Of the term, what `text_pairs` makes of a text that contains it: all pairs, or the letters of one that has none. */
function partsOf(term: string): number[] {
  const parts = lettersAndPairs(term);
  return parts.some(isPair) ? parts.filter(isPair) : parts;
}

const texts = (condition: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select found.* from record_texts found where ${condition}) as t`;

/** Trigrams find every pattern with three letters or digits in a row, pairs all others. */
export const postgresDialect: Dialect = {
  textsWith(kind, term, titleOnly) {
    const like = pattern(term);
    const isWhole = [...term].length <= 2 && !titleOnly;
    const body = titleOnly ? sql`` : sql` or found.body_folded like ${like}`;
    const contains = sql`(found.title_folded like ${like}${body})`;
    if (hasTrigram.test(term)) return texts(sql`found.kind = ${kind} and ${contains}`);
    const hasParts = sql`text_pairs(found.title_folded || chr(10) || found.body_folded) @> ${partsOf(term)}::bigint[]`;
    // The planner would not believe that both say the same. The index is for a kind, which a plan for any would not use.
    return texts(sql`found.kind = ${sql.lit(kind)} and ${isWhole ? hasParts : sql`${hasParts} and ${contains}`}`);
  },
  among: (ids) => sql`(select unnest(${ids}::bigint[]))`,
  plansByStatistics: true,
  contains(term, titleOnly) {
    const body = titleOnly ? sql`` : sql` or strpos(t.body_folded, ${term}) > 0`;
    return sql<SqlBool>`(strpos(t.title_folded, ${term}) > 0${body})`;
  },
  // Of `exists` the planner would gather all that the query finds for any row; of `is null` it would think that it is rare.
  findsAny: (query) => sql<SqlBool>`(coalesce((${query} limit 1), 0) > 0)`,
  beginOfTitle: (title) => sql`substr(${title}, 1, ${sql.lit(indexedTitleLength)})`,
  lastNumber: (table, column) => sql`select case when is_called then last_value else 0 end as last
    from ${sql.table(`${table}_${column}_seq`)}`,
  setLastNumber: (table, column, last) => [
    sql`select setval(pg_get_serial_sequence(${table}, ${column}), ${Math.max(1, last)}, ${last > 0})`,
  ],
  beginSnapshot: sql`begin isolation level repeatable read, read only`,
  isUniqueViolation: (error) => error instanceof Error && 'code' in error && error.code === '23505',
};
