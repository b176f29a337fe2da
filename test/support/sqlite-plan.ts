// Reads SQLite's EXPLAIN QUERY PLAN.
import { CompiledQuery, sql } from 'kysely';
import type { Store } from '../../src/store/store.ts';
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

/** Knows the tables of the store: those that a migration adds are looked at, too. */
export async function createSqliteExplain(store: Store): Promise<ExplainQuery> {
  const { rows } = await sql<{ name: string; sql: string | null }>`
    select name, sql from sqlite_master where type = 'table'`.execute(store.reader);
  const tables: Tables = new Map(
    rows
      .filter(({ name }) => !smallTables.includes(name))
      .map(({ name, sql: definition }) => [name, /using fts5/i.test(definition ?? '') ? 'full text' : 'rows']),
  );
  return async ({ sql: text, parameters }) => {
    const explain = CompiledQuery.raw(`explain query plan ${text}`, [...parameters]);
    const { rows: steps } = await store.reader.executeQuery<Step>(explain);
    return steps.flatMap((step) => judge(step, { steps, text, tables }));
  };
}

/** The big ones. */
type Tables = ReadonlyMap<string, 'rows' | 'full text'>;

interface Plan {
  steps: readonly Step[];
  text: string;
  tables: Tables;
}

function judge(step: Step, plan: Plan): PlanFinding[] {
  const { detail } = step;
  const loop = readLoop(detail, plan);
  if (loop) return judgeLoop(loop, step, plan);
  // Rows alike in all but the last columns of the order are sorted among themselves only.
  if (!detail.startsWith('USE TEMP B-TREE') || /LAST \S* ?TERMS? OF ORDER BY/.test(detail)) return [];
  const driver = driverOf(step, plan);
  const driving = driver && readLoop(driver.detail, plan);
  if (!driving?.table || driving.reach === 'few') return [];
  return [{ fault: 'sort', table: driving.table, detail: `${detail} after ${driver?.detail}` }];
}

function judgeLoop({ table, reach }: Loop, step: Step, plan: Plan): PlanFinding[] {
  const { detail } = step;
  const { steps, text } = plan;
  if (table === undefined || reach === 'few') return [];
  const isSorted = steps.some(
    (other) => other.parent === step.parent && other.detail.startsWith('USE TEMP B-TREE FOR ORDER BY'),
  );
  // Rows that lie in order are left once the page is full.
  const isLeftEarly = isLimited(text) && !isSorted;
  if (reach === 'all') return isLeftEarly && isOrdered(text) ? [] : [{ fault: 'scan', table, detail }];
  // Counted are the rows of the outermost loop.
  const isOutermost = step.parent === 0 && driverOf(step, plan) === step;
  if (isCount(text) && !isLimited(text) && isOutermost) return [{ fault: 'count', table, detail }];
  return reach === 'range' || isLeftEarly ? [] : [{ fault: 'walk', table, detail }];
}

/** The first loop of the same part of a query. */
const driverOf = (step: Step, { steps }: Plan): Step | undefined =>
  steps.find(({ parent, detail }) => parent === step.parent && /^(SCAN|SEARCH) /.test(detail));

interface Loop {
  /** Undefined where it is small, or none of ours. */
  table: string | undefined;
  /** `few` rows, those of a key; a `range` of an index; an index from one end to the `other`; `all` of the table. */
  reach: 'few' | 'range' | 'end to end' | 'all';
}

function readLoop(detail: string, plan: Plan): Loop | undefined {
  const [, verb, alias, rest = ''] = /^(SCAN|SEARCH) (\S+)(.*)$/.exec(detail) ?? [];
  if (verb === undefined || alias === undefined) return undefined;
  const table = bigTableOf(alias, plan);
  if (rest.includes('VIRTUAL TABLE')) {
    // Full text without a word to match is all of it; other virtual tables are lists that were handed over.
    return table !== undefined && plan.tables.get(table) === 'full text' && !/:M/.test(rest)
      ? { table, reach: 'all' }
      : { table: undefined, reach: 'few' };
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
function bigTableOf(alias: string, { text, tables }: Plan): string | undefined {
  const names = [...text.matchAll(/\b(?:from|join)\s+"?(\w+)"?(?:\s+(?:as\s+)?"?(\w+)"?)?/gi)]
    .filter(([, table, as]) => as === alias || table === alias)
    .map(([, table]) => table as string);
  return names.find((name) => tables.has(name));
}
