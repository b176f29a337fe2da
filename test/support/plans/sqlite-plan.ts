// Finds expensive plans with SQLite's EXPLAIN QUERY PLAN.
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

/** Checks all tables of the store, including those that future migrations add. */
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
    return steps.flatMap((step) => findingsOf(step, { steps, text, tables }));
  };
}

/** The large tables. */
type Tables = ReadonlyMap<string, 'rows' | 'full text'>;

interface Plan {
  steps: readonly Step[];
  text: string;
  tables: Tables;
}

function findingsOf(step: Step, plan: Plan): PlanFinding[] {
  const { detail } = step;
  const loop = readLoop(detail, plan);
  if (loop) return checkLoop(loop, step, plan);
  // With `LAST … TERMS` only rows that are equal in the first columns are sorted among themselves.
  if (!detail.startsWith('USE TEMP B-TREE') || /LAST \S* ?TERMS? OF ORDER BY/.test(detail)) return [];
  return driversOf(step, plan).flatMap((driver) => {
    const driving = readLoop(driver.detail, plan);
    if (!driving?.table || driving.reach === 'few') return [];
    return [{ fault: 'sort' as const, table: driving.table, detail: `${detail} after ${driver.detail}` }];
  });
}

function checkLoop({ table, reach }: Loop, step: Step, plan: Plan): PlanFinding[] {
  const { detail } = step;
  const { steps, text } = plan;
  if (table === undefined || reach === 'few') return [];
  const part = partOf(step, plan);
  const isSorted = steps.some(
    (other) => other.parent === part && other.detail.startsWith('USE TEMP B-TREE FOR ORDER BY'),
  );
  // A scan in the requested order stops once the page is full.
  const stopsEarly = isLimited(text) && !isSorted;
  if (reach === 'all') return stopsEarly && isOrdered(text) ? [] : [{ fault: 'table scan', table, detail }];
  // The outermost loop determines what is counted.
  const isOutermost = part === 0 && driversOf(step, plan).includes(step);
  if (isCount(text) && !isLimited(text) && isOutermost) return [{ fault: 'count', table, detail }];
  return reach === 'range' || stopsEarly ? [] : [{ fault: 'index scan', table, detail }];
}

/** The id of the subquery that a step belongs to. The loops of a MULTI-INDEX OR count as one. */
function partOf({ parent }: Step, plan: Plan): number {
  const above = plan.steps.find(({ id }) => id === parent);
  return above && /^(MULTI-INDEX OR|INDEX \d+)$/.test(above.detail) ? partOf(above, plan) : parent;
}

/** The first loop of the same subquery: several steps for a MULTI-INDEX OR. */
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
  /** Undefined for a small table, or for one that is not in the schema. */
  table: string | undefined;
  /** `few`: the rows of a key; `range` of an index; the whole index; `all` rows of the table. */
  reach: 'few' | 'range' | 'whole index' | 'all';
}

function readLoop(detail: string, plan: Plan): Loop | undefined {
  const [, verb, alias, rest = ''] = /^(SCAN|SEARCH) (\S+)(.*)$/.exec(detail) ?? [];
  if (verb === undefined || alias === undefined) return undefined;
  const table = largeTableOf(alias, plan);
  if (rest.includes('VIRTUAL TABLE')) {
    // A full-text index without a term to match is read as a whole; other virtual tables are lists of parameters.
    return table !== undefined && plan.tables.get(table) === 'full text' && !/:M/.test(rest)
      ? { table, reach: 'all' }
      : { table: undefined, reach: 'few' };
  }
  if (verb === 'SCAN') return { table, reach: rest.includes('INDEX') ? 'whole index' : 'all' };
  const conditions = [...rest.matchAll(/([\w.]+|<expr>|\([^()]*\))(=|<|>)\??/g)].map(([, column, sign]) => ({
    column: column as string,
    isEqual: sign === '=',
  }));
  if (conditions.some(({ column, isEqual }) => isEqual && !coarseColumns.includes(column) && column !== '<expr>'))
    return { table, reach: 'few' };
  return { table, reach: conditions.some(({ isEqual }) => !isEqual) ? 'range' : 'whole index' };
}

/** The large table that an alias in a plan refers to; if the alias is ambiguous, any large one. */
function largeTableOf(alias: string, { text, tables }: Plan): string | undefined {
  const names = [...text.matchAll(/\b(?:from|join)\s+"?(\w+)"?(?:\s+(?:as\s+)?"?(\w+)"?)?/gi)]
    .filter(([, table, as]) => as === alias || table === alias)
    .map(([, table]) => table as string);
  return names.find((name) => tables.has(name));
}
