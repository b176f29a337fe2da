// Hints for SQLite's planner, which keeps no statistics here and would take any index for a good one. PostgreSQL has
// statistics, so its compiler leaves them out.
import { type Expression, type OperationNode, type RawBuilder, RawNode, sql } from 'kysely';

export interface SqliteOnlyNode extends RawNode {
  readonly isSqliteOnly: true;
}

export const isSqliteOnly = (node: OperationNode): boolean => 'isSqliteOnly' in node;

/** SQL that PostgreSQL's compiler leaves out. */
function sqliteOnly(text: string): Expression<unknown> {
  const node: SqliteOnlyNode = { ...RawNode.createWithSql(text), isSqliteOnly: true };
  return { expressionType: undefined, toOperationNode: () => node };
}

/** Behind a table and its alias: its rows are found by that index, or the statement fails. */
export const indexedBy = (index: string): Expression<unknown> => sqliteOnly(` indexed by ${index}`);

/** Behind a table and its alias: its rows are found by their ids, or it is scanned. */
export const notIndexed = sqliteOnly(' not indexed');

/** A numeric column that no index is used for, where the other conditions on the table may use theirs. */
export const unindexed = (column: RawBuilder<unknown>): RawBuilder<unknown> => sql`(${column}${sqliteOnly(' + 0')})`;

/** The same for a column of texts. */
export const unindexedText = (column: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(${column}${sqliteOnly(" || ''")})`;

/**
 * A numeric column that neither engine uses an index for: for statements that PostgreSQL plans once for any values
 * (`statement`), where statistics are of no help.
 */
export const unindexedAnywhere = (column: RawBuilder<unknown>): RawBuilder<unknown> => sql`0 + ${column}`;
