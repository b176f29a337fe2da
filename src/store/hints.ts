// Hints for SQLite's planner, which has no statistics here and would consider every index selective. PostgreSQL has
// statistics, so its compiler omits the hints.
import { type Expression, type OperationNode, type RawBuilder, RawNode, sql } from 'kysely';

export interface SqliteOnlyNode extends RawNode {
  readonly isSqliteOnly: true;
}

export const isSqliteOnly = (node: OperationNode): boolean => 'isSqliteOnly' in node;

/** SQL that PostgreSQL's compiler omits. */
function sqliteOnly(text: string): Expression<unknown> {
  const node: SqliteOnlyNode = { ...RawNode.createWithSql(text), isSqliteOnly: true };
  return { expressionType: undefined, toOperationNode: () => node };
}

/** A numeric column whose indexes must not be used; other conditions on the table may use theirs. */
export const unindexed = (column: RawBuilder<unknown>): RawBuilder<unknown> => sql`(${column}${sqliteOnly(' + 0')})`;

/** The same for a text column. */
export const unindexedText = (column: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(${column}${sqliteOnly(" || ''")})`;

/**
 * The same on both engines: PostgreSQL plans statements composed by `statement` once for all values, so its statistics do not
 * help there.
 */
export const unindexedAnywhere = (column: RawBuilder<unknown>): RawBuilder<unknown> => sql`0 + ${column}`;
