// What a query's plan says of its cost, alike for all engines.
import type { CompiledQuery } from 'kysely';

/**
 * `scan`: a big table is read from one end to the other. `walk`: an index of one is, or all rows of a status or kind.
 * `sort`: more rows than a page's are put in order. `count`: rows of a range are counted one by one.
 */
export type PlanFault = 'scan' | 'walk' | 'sort' | 'count';

export interface PlanFinding {
  fault: PlanFault;
  table: string;
  /** As the engine says it. */
  detail: string;
}

/** Explains a query with the values that it ran with. */
export type ExplainQuery = (query: CompiledQuery) => Promise<PlanFinding[]>;

/** Tables that stay small however many events there are. All others are big, new ones too. */
export const smallTables: readonly string[] = [
  'meta',
  'users',
  'application_passwords',
  'event_counts',
  'migrations',
  // Emptied when it has 64 (test/sqlite/unindexed-texts.test.ts).
  'unindexed_texts',
];

/** Columns of which one value may be that of most rows. */
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

/** Whether the query, and not only a part of it, asks for so many rows at most. */
export const isLimited = (sql: string): boolean => /\blimit [^()]*$/i.test(sql);
export const isOrdered = (sql: string): boolean => /\border by\b/i.test(sql);
export const isCount = (sql: string): boolean => /^\s*select\s+count\(/i.test(sql);
