import { type CompiledQuery, PostgresQueryCompiler, type QueryId, type RootOperationNode } from 'kysely';

const hints = [/\(("?\w+"?(?:\."?\w+"?)?) (?:\+ 0|\|\| '')\)/g, /("?\b\w+"?(?:\."?\w+"?)?) \+ 0(?= [<>=])/g];

/**
 * Leaves out `+ 0` and `|| ''`, which keep SQLite's planner from an index: that of PostgreSQL chooses by statistics, and
 * knows none of expressions.
 */
export class UnhintedCompiler extends PostgresQueryCompiler {
  override compileQuery(node: RootOperationNode, queryId: QueryId): CompiledQuery {
    const query = super.compileQuery(node, queryId);
    return { ...query, sql: withoutHints(query.sql) };
  }
}

export const withoutHints = (text: string): string => hints.reduce((kept, hint) => kept.replace(hint, '$1'), text);
