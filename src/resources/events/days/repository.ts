// All events that take place in a range of days: when, and nothing else of them.
import { type SqlBool, sql } from 'kysely';
import { statement } from '../../../store/statement.ts';
import type { Store } from '../../../store/store.ts';
import { conditionsOnAll } from '../list/access-paths/result-set.ts';
import { spanClasses } from '../list/buckets.ts';
import { type EventFilter, hasDatesOnly } from '../list/conditions.ts';
import type { Condition } from '../list/filter.ts';
import { idsIn, setsOf } from '../list/id-sets.ts';
import { overlapAtStart, seesPublished, spanOf } from '../list/totals.ts';

export interface Occurrence {
  id: number;
  start_utc: number;
  /** Start and end on its own clock, `2027-05-10 00:00:00 2027-05-12 23:59:59`, of one that lasts longer than a night. */
  walls: string | null;
}

/** Half open, in UTC seconds. */
export interface Range {
  from: number;
  before: number;
}

/** What is shorter than the first class of lengths takes place on the day that it starts on, also across midnight. */
const [, ...longer] = spanClasses;

/** Read from the row of those only that have it: the index of starts does not have the wall clock. */
const columns = sql`e.id, e.start_utc, case when ${spanOf('e')} > 0
  then e.start_wall || ' ' || e.end_wall end as walls`;

/** In the order of their starts. */
export async function occurrences(store: Store, filter: EventFilter, range: Range): Promise<Occurrence[]> {
  const isPlain = hasDatesOnly(filter) && seesPublished(filter) && !filter.criteria.hidden;
  const found = isPlain
    ? await plainly(store.reader, { now: filter.now, ...range, ...earliest(range) })
    : await chosen(store, filter, range);
  return found.sort((a, b) => a.start_utc - b.start_utc || a.id - b.id);
}

const earliest = ({ from }: Range): Record<string, number> =>
  Object.fromEntries(longer.map(({ number, longest }) => [`since${number}`, from - longest]));

interface Parameters extends Range {
  now: number;
  [name: string]: number;
}

/** What nothing but dates chooses: composed once. */
const plainly = statement((_db, parameters: Parameters) => {
  const { now, from, before } = parameters;
  const published = sql`select ${columns} from events e
    where e.status = 'publish' and e.hide_from_listings = 0 and e.published_at <= ${now}`;
  const running = longer.map(
    ({ number }) => sql`${published} and ${spanOf('e')} = ${sql.lit(number)}
      and e.start_utc >= ${parameters[`since${number}`]} and e.start_utc < ${from} and e.end_utc > ${from}`,
  );
  return sql<Occurrence>`${published} and e.start_utc >= ${from} and e.start_utc < ${before}
    union all ${sql.join(running, sql` union all `)}`;
});

async function chosen(store: Store, filter: EventFilter, { from, before }: Range): Promise<Occurrence[]> {
  const starting = await conditionsOnAll(store, { ...filter, dates: { startFrom: from, startBefore: before } });
  const across = { ...filter, dates: { startBefore: from, endFrom: from + 1 } };
  const overlap = overlapAtStart({ ...across, descending: false, orderBy: undefined });
  const few = overlap && (await idsIn(store.reader, overlap.ids));
  const narrowed = few && { few, rest: setsOf(store, across, 'ids') };
  const running = few?.length === 0 ? [] : await select(store, await conditionsOnAll(store, across, narrowed));
  return [...(await select(store, starting)), ...running.filter(({ walls }) => walls !== null)];
}

async function select({ reader }: Store, conditions: readonly Condition[]): Promise<Occurrence[]> {
  const met = sql.join<SqlBool>(conditions, sql` and `);
  const { rows } = await sql<Occurrence>`select ${columns} from events e where ${met}`.execute(reader);
  return rows;
}
