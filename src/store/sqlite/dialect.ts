import { sql } from 'kysely';
import type { Dialect } from '../dialect.ts';

const trigram = 3;
const quoted = (term: string): string => `"${term.replaceAll('"', '""')}"`;

/** FTS5's trigram index serves three characters and more; shorter terms look at every text. */
export const sqliteDialect: Dialect = {
  textContains(term, titleOnly) {
    if ([...term].length < trigram) {
      return titleOnly
        ? sql`instr(t.title_folded, ${term}) > 0`
        : sql`(instr(t.title_folded, ${term}) > 0 or instr(t.body_folded, ${term}) > 0)`;
    }
    const match = titleOnly ? `title_folded : ${quoted(term)}` : quoted(term);
    return sql`t.rowid in (select rowid from record_search where record_search match ${match})`;
  },
  isUniqueViolation(error) {
    return error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_CONSTRAINT_');
  },
};
