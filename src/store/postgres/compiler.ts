import { type CompiledQuery, PostgresQueryCompiler, type QueryId, type RootOperationNode } from 'kysely';

/** Of `unindexed` and `unindexedText`, and of `+ 0` without brackets. */
const hints = [/\(("?\w+"?(?:\."?\w+"?)?) (?:\+ 0|\|\| '')\)/g, /("?\b\w+"?(?:\."?\w+"?)?) \+ 0(?= [<>=])/g];

/** `postgresDialect.among`; what is not among the ids is asked for nowhere. */
const amongIds = /(?<!\bnot) in \(select unnest\((\$\d+)::bigint\[\]\)\)/g;

/**
 * Leaves out what keeps SQLite's planner from an index (`../hints.ts`), but for `unindexedAnywhere`. Lists of ids become
 * arrays: the planner looks up how common each value of an array is, but knows nothing of the rows that a query gives.
 */
export class UnhintedCompiler extends PostgresQueryCompiler {
  override compileQuery(node: RootOperationNode, queryId: QueryId): CompiledQuery {
    const query = super.compileQuery(node, queryId);
    return { ...query, sql: withoutHints(query.sql) };
  }
}

export const withoutHints = (text: string): string =>
  hints.reduce((kept, hint) => kept.replace(hint, '$1'), text).replace(amongIds, ' = any($1::bigint[])');
