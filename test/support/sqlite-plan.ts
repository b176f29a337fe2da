// Reads SQLite's EXPLAIN QUERY PLAN.
import { CompiledQuery } from 'kysely';
import {
  coarseColumns,
  type ExplainQuery,
  isCount,
  isLimited,
  isOrdered,
  type PlanFinding,
  smallTables,
} from './query-plan.ts';

interface Step {
  id: number;
  parent: number;
  detail: string;
}

export const explainSqlite: ExplainQuery = async (store, { sql, parameters }) => {
  const explain = CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]);
  const { rows } = await store.reader.executeQuery<Step>(explain);
  return rows.flatMap((step) => judge(step, rows, sql));
};

function judge(step: Step, steps: readonly Step[], sql: string): PlanFinding[] {
  const { detail } = step;
  const loop = readLoop(detail, sql);
  if (loop) return judgeLoop(loop, step, steps, sql);
  // Rows alike in all but the last columns of the order are sorted among themselves only.
  if (!detail.startsWith('USE TEMP B-TREE') || /LAST \S* ?TERMS? OF ORDER BY/.test(detail)) return [];
  const driver = driverOf(step, steps);
  const driving = driver && readLoop(driver.detail, sql);
  if (!driving?.table || driving.reach === 'few') return [];
  return [{ fault: 'sort', table: driving.table, detail: `${detail} after ${driver?.detail}` }];
}

function judgeLoop({ table, reach }: Loop, step: Step, steps: readonly Step[], sql: string): PlanFinding[] {
  const { detail } = step;
  if (table === undefined || reach === 'few') return [];
  const isSorted = steps.some(
    (other) => other.parent === step.parent && other.detail.startsWith('USE TEMP B-TREE FOR ORDER BY'),
  );
  // Rows that lie in order are left once the page is full.
  const isLeftEarly = isLimited(sql) && !isSorted;
  if (reach === 'all') return isLeftEarly && isOrdered(sql) ? [] : [{ fault: 'scan', table, detail }];
  // Counted are the rows of the outermost loop.
  const isOutermost = step.parent === 0 && driverOf(step, steps) === step;
  if (isCount(sql) && !isLimited(sql) && isOutermost) return [{ fault: 'count', table, detail }];
  if (reach === 'range') return [];
  return isLeftEarly ? [] : [{ fault: 'walk', table, detail }];
}

/** The first loop of the same part of a query. */
const driverOf = (step: Step, steps: readonly Step[]): Step | undefined =>
  steps.find(({ parent, detail }) => parent === step.parent && /^(SCAN|SEARCH) /.test(detail));

interface Loop {
  /** Undefined where it is small, or none of ours. */
  table: string | undefined;
  /** `few` rows, those of a key; a `range` of an index; an index from one end to the `other`; `all` of the table. */
  reach: 'few' | 'range' | 'end to end' | 'all';
}

function readLoop(detail: string, sql: string): Loop | undefined {
  const [, verb, alias, rest = ''] = /^(SCAN|SEARCH) (\S+)(.*)$/.exec(detail) ?? [];
  if (verb === undefined || alias === undefined) return undefined;
  const table = bigTableOf(alias, sql);
  if (rest.includes('VIRTUAL TABLE')) {
    // Full text without a word to match is all of it; other virtual tables are lists that were handed over.
    return table === 'record_search' && !/:M/.test(rest) ? { table, reach: 'all' } : { table: undefined, reach: 'few' };
  }
  if (verb === 'SCAN') return { table, reach: rest.includes('INDEX') ? 'end to end' : 'all' };
  const conditions = [...rest.matchAll(/([\w.]+|<expr>|\([^()]*\))(=|<|>)\??/g)].map(([, column, sign]) => ({
    column: column as string,
    isEqual: sign === '=',
  }));
  if (conditions.some(({ column, isEqual }) => isEqual && !coarseColumns.includes(column) && column !== '<expr>'))
    return { table, reach: 'few' };
  return { table, reach: conditions.some(({ isEqual }) => !isEqual) ? 'range' : 'end to end' };
}

/** The big table that a name in a plan stands for; of several that it could be, one that is big. */
function bigTableOf(alias: string, sql: string): string | undefined {
  const names = [...sql.matchAll(/\b(?:from|join)\s+"?(\w+)"?(?:\s+(?:as\s+)?"?(\w+)"?)?/gi)]
    .filter(([, table, as]) => as === alias || table === alias)
    .map(([, table]) => (table as string).toLowerCase());
  return names.find((name) => tables.includes(name) && !smallTables.includes(name));
}

const tables = [
  'application_passwords',
  'changes',
  'event_counts',
  'event_links',
  'event_terms',
  'events',
  'geocoding_attempts',
  'idempotency_keys',
  'linked_records',
  'media',
  'meta',
  'record_ids',
  'record_search',
  'record_texts',
  'term_texts',
  'terms',
  'users',
];
