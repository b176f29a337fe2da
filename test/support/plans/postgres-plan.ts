// Finds expensive plans with PostgreSQL's EXPLAIN ANALYZE, by the rows and pages that a query actually read.
//
// The shape of a plan says little on PostgreSQL: the same index scan may read ten rows or half of the calendar, a hash join
// may be the best plan or the worst, and in a bad plan it is the estimates that are wrong. Pretending to the planner that
// the calendar is larger, by `reltuples`, does not help, since it also uses the sizes of the files. 13,000 events are enough
// to see costs that grow with the calendar: 132 of some 860 statements read more than the limits below, all but three of
// them in proportion with 100,000 events, where twelve more did.
import { CompiledQuery, sql } from 'kysely';
import pg from 'pg';
import type { Composed } from '../../../src/store/statement.ts';
import type { Reader, Store } from '../../../src/store/store.ts';
import { type ExplainQuery, isCount, isLimited, type PlanFinding, smallTables } from './query-plan.ts';

/** More than the number of events that are looked up one by one (`fewIds`), however large the calendar is. */
const maxRows = 2500;
/** Pages of an index that were read in vain, as later columns exclude their entries. */
const maxPages = 25;
/** The same for a generic plan: planning, which it saves, takes a millisecond, longer than reading these pages. */
const maxGenericPages = 125;

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

/** Checks all tables of the store, including those that future migrations add. */
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
      .map((table) => [table.name, Math.min(maxRows, table.rows / 2)]),
  );
  return async (query) => {
    return store.reader.connection().execute(async (db) => {
      // By default a small calendar would be read as a whole, as sequential pages count as much cheaper.
      await sql`set random_page_cost = 1.1`.execute(db);
      const context = { text: query.sql, limits, maxPages, below: undefined };
      const found = findingsOf(await explain(db, query.sql, query.parameters), context);
      // The server may come to use a generic plan for a statement that is composed once.
      if ((query as Composed).composedOnce)
        found.push(...findingsOf(await explainGenericPlan(db, query), { ...context, maxPages: maxGenericPages }));
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

async function explainGenericPlan(db: Reader, { sql: text, parameters }: CompiledQuery): Promise<Step> {
  const values = parameters.map((value) => (typeof value === 'string' ? pg.escapeLiteral(value) : String(value)));
  await sql`set plan_cache_mode = force_generic_plan`.execute(db);
  await sql`prepare any_values as ${sql.raw(text)}`.execute(db);
  const plan = await explain(db, `execute any_values${values.length > 0 ? `(${values})` : ''}`, []);
  await sql`deallocate any_values`.execute(db);
  await sql`reset plan_cache_mode`.execute(db);
  return plan;
}

/**
 * From all rows instead of a sample, so that the same calendar always has the same plans. Tables and indexes are written
 * anew, because what earlier tests deleted from this database would count among the pages read, and a plain vacuum leaves
 * some of it.
 */
const gatherStatistics = (store: Store): Promise<void> =>
  store.reader.connection().execute(async (db) => {
    await sql`set default_statistics_target = 300`.execute(db);
    await sql`vacuum full`.execute(db);
    await sql`vacuum analyze`.execute(db);
    await sql`reset default_statistics_target`.execute(db);
  });

/** For the tests that use this database next: frees the pages of deleted rows and resets the statistics. */
export const truncateCalendar = (store: Store): Promise<unknown> =>
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
  maxPages: number;
  /** The sort that receives the rows. */
  below: Step | undefined;
}

function findingsOf(step: Step, context: Context): PlanFinding[] {
  const below = isSort(step) ? step : context.below;
  const findings = (step.Plans ?? []).flatMap((part) => findingsOf(part, { ...context, below }));
  const table = step['Relation Name'];
  const limit = table === undefined ? undefined : context.limits.get(table);
  if (table !== undefined && limit !== undefined && rowsSeen(step) > limit)
    findings.push({ fault: faultOf(step, context), table, detail: describe(step, context) });
  else if (step['Index Name'] !== undefined && wastedPages(step) > context.maxPages)
    findings.push({ fault: 'index scan', table: table ?? '', detail: describe(step, context) });
  return findings;
}

function faultOf(step: Step, { text, below }: Context): PlanFinding['fault'] {
  if (isCount(text) && !isLimited(text)) return 'count';
  if (below) return 'sort';
  return step['Node Type'] === 'Seq Scan' ? 'table scan' : 'index scan';
}

const isSort = (step: Step): boolean => step['Node Type'].endsWith('Sort');

const rowsSeen = (step: Step): number =>
  step['Actual Loops'] *
  (step['Actual Rows'] + (step['Rows Removed by Filter'] ?? 0) + (step['Rows Removed by Index Recheck'] ?? 0));

const pagesOf = (step: Step): number => step['Shared Hit Blocks'] + step['Shared Read Blocks'];

/** Each loop descends the index once, and each row may be on another page. Lists of ids descend once for each id. */
function wastedPages(step: Step): number {
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
