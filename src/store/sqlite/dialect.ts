import { type SqlBool, sql } from 'kysely';
import { errorCodeOf } from '../../core/errors.ts';
import type { Dialect } from '../dialect.ts';

const trigram = 3;
/** FTS5 takes quadratic time for long phrases: the index finds their first letters, and what it finds is tested for all. */
const maxIndexedLetters = 24;
const quoted = (term: string): string => `"${term.replaceAll('"', '""')}"`;
const indexes = {
  event: { words: 'record_search', pairs: 'event_pairs' },
  other: { words: 'other_search', pairs: 'other_pairs' },
};
const nameOfText = sql`t.record_id, t.kind, t.language, t.is_original`;

/** FTS5's trigrams serve terms of three letters and more; shorter terms use the index of letters and pairs. */
export const sqliteDialect: Dialect = {
  textsWith(kind, term) {
    const letters = [...term];
    const isShort = letters.length < trigram;
    const start = quoted(letters.slice(0, maxIndexedLetters).join(''));
    const rest =
      letters.length > maxIndexedLetters
        ? sql` and exists (select 1 from record_texts t where t.rowid = s.rowid and ${this.contains(term, false)})`
        : sql``;
    // Cross joins fix the join order: the index first, then rows by rowid.
    const matching = (index: string) =>
      sql`${sql.table(index)} s cross join text_keys t on t.rowid = s.rowid and s.${sql.ref(index)} match ${start}${rest}`;
    if (kind !== 'event' && !isShort) return matching('other_search');
    const found = kind === 'event' ? indexes.event : indexes.other;
    return sql`(select ${nameOfText} from ${matching(isShort ? found.pairs : found.words)} and t.indexed = 1
      union all select ${nameOfText} from unindexed_texts u cross join record_texts t on t.rowid = u.rowid
        where ${this.contains(term, false)}) as t`;
  },
  isAmong: (column, ids) => sql<SqlBool>`${column} in (select value from json_each(${JSON.stringify(ids)}))`,
  plansByStatistics: false,
  isIndexed: () => true,
  contains(term, titleOnly) {
    const body = titleOnly ? sql`` : sql` or instr(t.body_folded, ${term}) > 0`;
    return sql<SqlBool>`(instr(t.title_folded, ${term}) > 0${body})`;
  },
  findsAny: (query) => sql<SqlBool>`exists (${query})`,
  titlePrefix: () => undefined,
  lastNumber: (table, column) => sql`select max(
    coalesce((select seq from sqlite_sequence where name = ${table}), 0),
    coalesce((select max(${sql.ref(column)}) from ${sql.table(table)}), 0)) as last`,
  setLastNumber: (table, _column, last) => [
    sql`delete from sqlite_sequence where name = ${table}`,
    // Tables without autoincrement have no row there.
    sql`insert into sqlite_sequence (name, seq) select name, ${last} from sqlite_master
      where name = ${table} and sql like '%autoincrement%'`,
  ],
  // The store turns a plain `begin` into an immediate one, which would block writers.
  beginSnapshot: sql`begin deferred`,
  isUniqueViolation: (error) => uniqueViolations.includes(errorCodeOf(error)),
};

const uniqueViolations = ['UNIQUE', 'PRIMARYKEY', 'ROWID'].map((kind) => `SQLITE_CONSTRAINT_${kind}`);
