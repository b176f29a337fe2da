// Reads PostgreSQL's EXPLAIN ANALYZE.
//
// Counted is what a query really looks at in a calendar that is large enough. The shape of a plan says little here: one
// and the same index scan is ten rows or half of the calendar, a hash join the best plan or the worst, and estimates are
// what is wrong where a plan is bad. Nor is the planner told of a larger calendar: who sets `reltuples` gets plans of no
// calendar at all, since the sizes of files are not set with them. Costs that follow the calendar show in one of 13,000
// events already: of some 860 statements 132 looked at more than the limits below there, and all of them but three at as
// much more in one of 100,000 events, where twelve came to them.
import { CompiledQuery, sql } from 'kysely';
import pg from 'pg';
import type { Composed } from '../../../src/store/statement.ts';
import type { Reader, Store } from '../../../src/store/store.ts';
import { type ExplainQuery, isCount, isLimited, type PlanFinding, smallTables } from './query-plan.ts';

/** More than the events that are looked up one by one (`fewIds`), be it in a calendar that has many more. */
const mostRows = 2500;
/** Of an index, without finding anything: entries that its later columns rule out. */
const mostPages = 25;
/** Of a plan for any values, which saves planning: a millisecond, which is more than to look at these. */
const mostPagesKept = 125;

interface Step {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  'Sort Key'?: readonly string[];
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  Plans?: readonly Step[];
}

/** Knows the tables of the store: those that a migration adds are looked at, too. */
export async function createPostgresExplain(store: Store): Promise<ExplainQuery> {
  await gatherStatistics(store);
  const { rows } = await sql<{ name: string; rows: number }>`
    select relname as name, reltuples::bigint as rows from pg_class
    where relkind = 'r' and relnamespace = current_schema()::regnamespace`.execute(store.reader);
  if (rows.every((table) => table.rows <= 0))
    throw new Error('There is nothing to plan by: the calendar needs analyze.');
  const limits = new Map(
    rows
      .filter(({ name }) => ![...smallTables, 'calendar_version'].includes(name))
      .map((table) => [table.name, Math.min(mostRows, table.rows / 2)]),
  );
  return async (query) => {
    return store.reader.connection().execute(async (db) => {
      // Else a small calendar is read whole, as its pages in order are cheaper than those that are needed.
      await sql`set random_page_cost = 1.1`.execute(db);
      const context = { text: query.sql, limits, mostPages, below: undefined };
      const found = judge(await explain(db, query.sql, query.parameters), context);
      // What is composed once, the server may come to plan once as well.
      if ((query as Composed).composedOnce)
        found.push(...judge(await explainForAnyValues(db, query), { ...context, mostPages: mostPagesKept }));
      await sql`reset random_page_cost`.execute(db);
      return found;
    });
  };
}

async function explain(db: Reader, text: string, parameters: readonly unknown[]): Promise<Step> {
  const query = CompiledQuery.raw(`explain (analyze, buffers, timing off, format json) ${text}`, [...parameters]);
  const { rows } = await db.executeQuery<{ 'QUERY PLAN': [{ Plan: Step }] }>(query);
  return (rows[0] as (typeof rows)[number])['QUERY PLAN'][0].Plan;
}

async function explainForAnyValues(db: Reader, { sql: text, parameters }: CompiledQuery): Promise<Step> {
  const values = parameters.map((value) => (typeof value === 'string' ? pg.escapeLiteral(value) : String(value)));
  await sql`set plan_cache_mode = force_generic_plan`.execute(db);
  await sql`prepare any_values as ${sql.raw(text)}`.execute(db);
  const plan = await explain(db, `execute any_values${values.length > 0 ? `(${values})` : ''}`, []);
  await sql`deallocate any_values`.execute(db);
  await sql`reset plan_cache_mode`.execute(db);
  return plan;
}

/** Of all rows instead of a sample, so that the same calendar always has the same plans. */
const gatherStatistics = (store: Store): Promise<void> =>
  store.reader.connection().execute(async (db) => {
    await sql`set default_statistics_target = 300`.execute(db);
    await sql`analyze`.execute(db);
    await sql`reset default_statistics_target`.execute(db);
  });

/** For tests that get this calendar next: without the pages of what has been deleted, and without its statistics. */
export const forgetCalendar = (store: Store): Promise<unknown> =>
  store.write((db) =>
    sql`do $$ begin
      execute (select 'truncate ' || string_agg(quote_ident(tablename), ', ') from pg_tables
        where schemaname = current_schema() and tablename not in ('migrations', 'calendar_version'));
      analyze;
    end $$`.execute(db),
  );

interface Context {
  text: string;
  limits: ReadonlyMap<string, number>;
  mostPages: number;
  /** The sort that the rows go into. */
  below: Step | undefined;
}

function judge(step: Step, context: Context): PlanFinding[] {
  const below = isSort(step) ? step : context.below;
  const findings = (step.Plans ?? []).flatMap((part) => judge(part, { ...context, below }));
  const table = step['Relation Name'];
  const limit = table === undefined ? undefined : context.limits.get(table);
  if (table !== undefined && limit !== undefined && rowsSeen(step) > limit)
    findings.push({ fault: faultOf(step, context), table, detail: describe(step, context) });
  else if (step['Index Name'] !== undefined && pagesInVain(step) > context.mostPages)
    findings.push({ fault: 'walk', table: table ?? '', detail: describe(step, context) });
  return findings;
}

function faultOf(step: Step, { text, below }: Context): PlanFinding['fault'] {
  if (isCount(text) && !isLimited(text)) return 'count';
  if (below) return 'sort';
  return step['Node Type'] === 'Seq Scan' ? 'scan' : 'walk';
}

const isSort = (step: Step): boolean => step['Node Type'].endsWith('Sort');

const rowsSeen = (step: Step): number =>
  step['Actual Loops'] *
  (step['Actual Rows'] + (step['Rows Removed by Filter'] ?? 0) + (step['Rows Removed by Index Recheck'] ?? 0));

const pagesOf = (step: Step): number => step['Shared Hit Blocks'] + step['Shared Read Blocks'];

/** An index is descended once in each loop; every row found may be another page. Lists of ids descend for each id. */
function pagesInVain(step: Step): number {
  if (step['Index Cond']?.includes('ANY (') || step['Index Name'] === 'record_texts_search') return 0;
  const own = pagesOf(step) - (step.Plans ?? []).reduce((sum, part) => sum + pagesOf(part), 0);
  return own - 3 * step['Actual Loops'] - rowsSeen(step);
}

const describe = (step: Step, { below }: Context): string =>
  [
    `${step['Node Type']} ${step['Index Name'] ?? ''}`.trim(),
    `${Math.round(rowsSeen(step))} rows, ${pagesOf(step)} pages`,
    ...(below ? [`sorted by ${below['Sort Key']?.join(', ')}`] : []),
  ].join(', ');
