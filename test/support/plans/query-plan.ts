// Findings about the cost of a query's plan, in the same terms for both engines.
import type { CompiledQuery } from 'kysely';

/**
 * `table scan`: a large table is read as a whole. `index scan`: a whole index is, or all rows of a status or kind.
 * `sort`: more rows than those of the page are sorted. `count`: the rows of a range are counted one by one.
 */
export type PlanFault = 'table scan' | 'index scan' | 'sort' | 'count';

export interface PlanFinding {
  fault: PlanFault;
  table: string;
  /** In the words of the engine. */
  detail: string;
}

/** Explains a query with the values that it ran with. */
export type ExplainQuery = (query: CompiledQuery) => Promise<PlanFinding[]>;

/** Tables that stay small however many events there are. All others count as large. */
export const smallTables: readonly string[] = [
  'meta',
  'users',
  'application_passwords',
  'event_counts',
  'migrations',
  // Emptied when it has 64 (test/sqlite/unindexed-texts.test.ts).
  'unindexed_texts',
];

/** Columns in which most rows may have the same value. */
export const coarseColumns: readonly string[] = [
  'status',
  'hide_from_listings',
  'kind',
  'taxonomy',
  'language',
  'is_original',
  'featured',
  'listed',
  'hidden',
];

/** Whether the query itself, not only a subquery, has a limit. */
export const isLimited = (sql: string): boolean => /\blimit [^()]*$/i.test(sql);
export const isOrdered = (sql: string): boolean => /\border by\b/i.test(sql);
export const isCount = (sql: string): boolean => /^\s*select\s+count\(/i.test(sql);
