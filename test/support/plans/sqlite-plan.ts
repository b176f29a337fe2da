// Reads SQLite's EXPLAIN QUERY PLAN.
import { CompiledQuery, sql } from 'kysely';
import type { Store } from '../../../src/store/store.ts';
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
  return driversOf(step, plan).flatMap((driver) => {
    const driving = readLoop(driver.detail, plan);
    if (!driving?.table || driving.reach === 'few') return [];
    return [{ fault: 'sort' as const, table: driving.table, detail: `${detail} after ${driver.detail}` }];
  });
}

function judgeLoop({ table, reach }: Loop, step: Step, plan: Plan): PlanFinding[] {
  const { detail } = step;
  const { steps, text } = plan;
  if (table === undefined || reach === 'few') return [];
  const part = partOf(step, plan);
  const isSorted = steps.some(
    (other) => other.parent === part && other.detail.startsWith('USE TEMP B-TREE FOR ORDER BY'),
  );
  // Rows that lie in order are left once the page is full.
  const isLeftEarly = isLimited(text) && !isSorted;
  if (reach === 'all') return isLeftEarly && isOrdered(text) ? [] : [{ fault: 'scan', table, detail }];
  // Counted are the rows of the outermost loop.
  const isOutermost = part === 0 && driversOf(step, plan).includes(step);
  if (isCount(text) && !isLimited(text) && isOutermost) return [{ fault: 'count', table, detail }];
  return reach === 'range' || isLeftEarly ? [] : [{ fault: 'walk', table, detail }];
}

/** The step that the part of a query which a step belongs to is in: a loop over several indexes is one of it. */
function partOf({ parent }: Step, plan: Plan): number {
  const above = plan.steps.find(({ id }) => id === parent);
  return above && /^(MULTI-INDEX OR|INDEX \d+)$/.test(above.detail) ? partOf(above, plan) : parent;
}

/** The first loop of the same part of a query: several where it goes through as many indexes. */
function driversOf(step: Step, plan: Plan): readonly Step[] {
  const part = partOf(step, plan);
  const first = plan.steps.find(
    ({ parent, detail }) => parent === part && /^(SCAN|SEARCH|MULTI-INDEX OR)\b/.test(detail),
  );
  if (first?.detail !== 'MULTI-INDEX OR') return first ? [first] : [];
  const isOfIt = (one: Step): boolean => {
    const above = plan.steps.find(({ id }) => id === one.parent);
    return above !== undefined && (above === first || (/^INDEX \d+$/.test(above.detail) && isOfIt(above)));
  };
  return plan.steps.filter((one) => /^(SCAN|SEARCH) /.test(one.detail) && isOfIt(one));
}

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
