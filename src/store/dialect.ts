import type { RawBuilder, SqlBool } from 'kysely';
import type { RecordKind } from '../core/kinds.ts';

/** How much of a folded title the index `record_texts_title` of PostgreSQL contains, whose entries may not be long. */
export const indexedTitleLength = 600;

/** The differences between the engines; everything else is shared code over Kysely. */
export interface Dialect {
  /**
   * A table expression `t` of the texts that contain the folded term: the columns of `record_texts` that identify a text.
   * May include texts of other kinds.
   */
  textsWith(kind: RecordKind, term: string): RawBuilder<unknown>;
  /** Whether the column is one of the ids, which are passed as a single parameter. */
  isAmong(column: RawBuilder<unknown>, ids: readonly number[]): RawBuilder<SqlBool>;
  /** Whether the planner has statistics; without them, queries rule out the wrong indexes. */
  plansByStatistics: boolean;
  /** Whether an index serves the term; for others every text is scanned. */
  isIndexed(term: string): boolean;
  /** Whether the row `t` of `record_texts` contains the folded term. `titleOnly` leaves out description and excerpt. */
  contains(term: string, titleOnly: boolean): RawBuilder<SqlBool>;
  /** Whether the query, which selects ids, returns any row; evaluated for each row of the outer query. */
  findsAny(query: RawBuilder<unknown>): RawBuilder<SqlBool>;
  /** The prefix of a folded title that the index of titles contains; `undefined` if it contains the whole title. */
  titlePrefix(title: RawBuilder<unknown>): RawBuilder<unknown> | undefined;
  isUniqueViolation(error: unknown): boolean;
  /** The last number that the engine assigned in the table, or a higher one. */
  lastNumber(table: string, column: string): RawBuilder<{ last: number }>;
  /** Makes the next number a higher one. */
  setLastNumber(table: string, column: string, last: number): readonly RawBuilder<unknown>[];
  /** Begins a read-only transaction on one snapshot. */
  beginSnapshot: RawBuilder<unknown>;
}
