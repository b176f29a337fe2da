// How a query says what shall not lead to its rows: a column that stands bare in a condition offers its indexes to the
// planner, one within an expression offers none.
import { type RawBuilder, sql } from 'kysely';

/**
 * A column of numbers that SQLite shall use no index of: it keeps no statistics here, and would take any index for a good
 * one. PostgreSQL has them, and takes an expression for rare: its compiler takes the hint off again.
 */
export const unindexed = (column: RawBuilder<unknown>): RawBuilder<unknown> => sql`(${column} + 0)`;

/** The same of texts. */
export const unindexedText = (column: RawBuilder<unknown>): RawBuilder<unknown> => sql`(${column} || '')`;

/**
 * A column of numbers that neither engine shall use an index of: the compiler leaves this form alone. For queries that
 * PostgreSQL plans once for any values (`statement`), where statistics are of no help.
 */
export const unindexedAnywhere = (column: RawBuilder<unknown>): RawBuilder<unknown> => sql`0 + ${column}`;
