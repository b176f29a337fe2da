// All matching events, in no order: for totals.
import { sql } from 'kysely';
import { statement } from '../../../../store/statement.ts';
import type { Reader, Store } from '../../../../store/store.ts';
import { offloadSearch } from '../../../records/list/read-worker.ts';
import { conditionsOf, type EventFilter, hasDatesOnly } from '../conditions.ts';
import type { Condition, IdSet } from '../filter.ts';
import { conditionsOnEach, firstFew, hasEach, idsIn, setsOf } from '../id-sets.ts';
import { conditionsOnIndex } from './by-change.ts';
import { allRelated } from './by-relation.ts';

/** Ids that lead to the list, if some filter has few, and the sets that are still to be tested. */
export interface Narrowed {
  few: readonly number[] | undefined;
  rest: readonly IdSet[];
}

export async function narrow(store: Store, filter: EventFilter): Promise<Narrowed> {
  const sets = setsOf(store, filter, 'ids');
  const { include } = filter.criteria;
  return include ? { few: include, rest: sets } : firstFew(store.reader, sets);
}

/** All matching events, for a total: by the read worker where these are many. */
export const offloadTotal = <T>(store: Store, filter: EventFilter, read: () => Promise<T>): Promise<T> =>
  hasDatesOnly(filter) ? read() : offloadSearch(store, filter.criteria.search, read);

/** Of all events of the calendar, those that match. */
export async function conditionsOnAll(
  store: Store,
  filter: EventFilter,
  narrowed?: Narrowed,
): Promise<readonly Condition[]> {
  const { few, rest } = narrowed ?? (await narrow(store, filter));
  if (!few) return conditionsOnIndex(store, filter, rest);
  return [...conditionsOf(store, filter, 'ids'), store.dialect.isAmong(sql`e.id`, few), ...rest.map(hasEach)];
}

export async function allMembers(store: Store, filter: EventFilter): Promise<number[]> {
  const related = allRelated(store, filter);
  if (related) return idsIn(store.reader, related);
  const matching = sql.join(await conditionsOnAll(store, filter), sql` and `);
  return idsIn(store.reader, sql`(select e.id from events e where ${matching})`);
}

/** Of these record ids, the events that match. */
export async function membersAmong(store: Store, filter: EventFilter, ids: readonly number[]): Promise<number[]> {
  const matching = sql.join([store.dialect.isAmong(sql`e.id`, ids), ...conditionsOnEach(store, filter)], sql` and `);
  return idsIn(store.reader, sql`(select e.id from events e where ${matching})`);
}

const publishedWithin = statement((db, { after, until, limit }: { after: number; until: number; limit: number }) =>
  db
    .selectFrom('events')
    .select('id')
    .where('status', '=', sql.lit('publish'))
    .where('published_at', '>', after)
    .where('published_at', '<=', until)
    .limit(limit),
);

/** Events whose publication lies after the one moment and not after the other: at most so many and one more. */
export async function cameDue(db: Reader, after: number, until: number, limit: number): Promise<number[]> {
  const rows = after < until ? await publishedWithin(db, { after, until, limit: limit + 1 }) : [];
  return rows.map(({ id }) => id);
}

/** Events at some venues, and at those whose publication lies between the moments: at most so many and one more. */
export async function atChangedVenues(
  { reader, dialect }: Store,
  venues: readonly number[],
  after: number,
  until: number,
  limit: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select event_id as id from event_links
      where ${dialect.isAmong(sql`record_id`, venues)}
    union select l.event_id from linked_records v join event_links l on l.record_id = v.id
      where v.kind = 'venue' and v.status = 'publish' and v.published_at > ${after} and v.published_at <= ${until}
    limit ${limit + 1}`.execute(reader);
  return rows.map(({ id }) => id);
}
