// All events that take place in a range of days: when, and nothing else of them.
import { type SqlBool, sql } from 'kysely';
import { statement } from '../../../store/statement.ts';
import type { Store } from '../../../store/store.ts';
import { matchConditions } from '../list/access-paths/result-set.ts';
import { durationClasses, durationClassOf } from '../list/buckets.ts';
import { listsPublishedOnly } from '../list/caller-statuses.ts';
import { type EventFilter, filtersByDatesOnly } from '../list/conditions.ts';
import type { Condition } from '../list/filter.ts';
import { idSetsOf, selectIds } from '../list/id-sets.ts';
import { overlapOf } from '../list/overlap.ts';

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
const [, ...longer] = durationClasses;

/** Read from the row of those only that have it: the index of starts does not have the wall clock. */
const columns = sql`e.id, e.start_utc, case when ${durationClassOf('e')} > 0
  then e.start_wall || ' ' || e.end_wall end as walls`;

/** In the order of their starts. */
export async function occurrences(store: Store, filter: EventFilter, range: Range): Promise<Occurrence[]> {
  const isPlain = filtersByDatesOnly(filter) && listsPublishedOnly(filter) && !filter.criteria.hidden;
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
    ({ number }) => sql`${published} and ${durationClassOf('e')} = ${sql.lit(number)}
      and e.start_utc >= ${parameters[`since${number}`]} and e.start_utc < ${from} and e.end_utc > ${from}`,
  );
  return sql<Occurrence>`${published} and e.start_utc >= ${from} and e.start_utc < ${before}
    union all ${sql.join(running, sql` union all `)}`;
});

async function chosen(store: Store, filter: EventFilter, { from, before }: Range): Promise<Occurrence[]> {
  const starting = await matchConditions(store, { ...filter, dates: { startFrom: from, startBefore: before } });
  const across = { ...filter, dates: { startBefore: from, endFrom: from + 1 } };
  const overlap = overlapOf({ ...across, descending: false, orderBy: undefined });
  const ids = overlap && (await selectIds(store.reader, overlap.ids));
  const candidates = ids && { ids, remaining: idSetsOf(store, across, 'ids') };
  const running = ids?.length === 0 ? [] : await select(store, await matchConditions(store, across, candidates));
  return [...(await select(store, starting)), ...running.filter(({ walls }) => walls !== null)];
}

async function select({ reader }: Store, conditions: readonly Condition[]): Promise<Occurrence[]> {
  const met = sql.join<SqlBool>(conditions, sql` and `);
  const { rows } = await sql<Occurrence>`select ${columns} from events e where ${met}`.execute(reader);
  return rows;
}
