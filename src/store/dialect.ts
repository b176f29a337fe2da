import type { RawBuilder, SqlBool } from 'kysely';
import type { RecordKind } from '../core/kinds.ts';

/** What differs between the engines; everything else is one code over Kysely. */
export interface Dialect {
  /**
   * A table expression with the rows `t` of texts in which the folded term occurs, of the kind at least: the columns
   * of `record_texts` that name a text.
   */
  textsWith(kind: RecordKind, term: string): RawBuilder<unknown>;
  /** Whether the column is one of the ids, which are passed as one parameter however many they are. */
  isAmong(column: RawBuilder<unknown>, ids: readonly number[]): RawBuilder<SqlBool>;
  /** Whether the planner knows by statistics what leads to few rows; else the query says by what it offers to an index. */
  plansByStatistics: boolean;
  /** Whether an index finds the term; others are looked for in each text. */
  isIndexed(term: string): boolean;
  /** Whether the row `t` of `record_texts` contains the folded term. `titleOnly` leaves out description and excerpt. */
  contains(term: string, titleOnly: boolean): RawBuilder<SqlBool>;
  /** Whether the query, for ids, finds any: looked up for each row by itself. */
  findsAny(query: RawBuilder<unknown>): RawBuilder<SqlBool>;
  /** What the index of titles has of the folded title, in an order that is the title's; `undefined` if it has all of it. */
  beginOfTitle(title: RawBuilder<unknown>): RawBuilder<unknown> | undefined;
  isUniqueViolation(error: unknown): boolean;
  /** The number that the engine gave a row of the table last, or a higher one. */
  lastNumber(table: string, column: string): RawBuilder<{ last: number }>;
  /** The next number is a higher one. */
  setLastNumber(table: string, column: string, last: number): readonly RawBuilder<unknown>[];
  /** Begins a transaction that only reads, all of it one state. */
  beginSnapshot: RawBuilder<unknown>;
}
