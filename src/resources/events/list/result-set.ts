// All events of a list, and those of some, whatever its order: what totals are counted of.
import { sql } from 'kysely';
import { statement } from '../../../store/statement.ts';
import type { Reader, Store } from '../../../store/store.ts';
import { conditionsOnMany } from './by-change.ts';
import { conditionsOnSome } from './by-common-words.ts';
import { allRelated } from './by-relation.ts';
import { conditionsOf, type EventFilter } from './conditions.ts';
import type { Condition } from './filter.ts';
import { firstFew, hasEach, idSetsOf, idsIn } from './id-sets.ts';

/** Of all events of the calendar. */
export async function conditionsOnAll(store: Store, filter: EventFilter): Promise<Condition[]> {
  const sets = await idSetsOf(store, filter);
  const { few, rest } = await firstFew(store.reader, sets);
  if (!few) return conditionsOnMany(store, filter, rest);
  const among = store.dialect.isAmong(sql`e.id`, few);
  return [...conditionsOf(store, filter, 'ids'), among, ...rest.map(hasEach)];
}

export async function allMembers(store: Store, filter: EventFilter): Promise<number[]> {
  const related = allRelated(store, filter);
  if (related) return idsIn(store.reader, related);
  const met = sql.join(await conditionsOnAll(store, filter), sql` and `);
  return idsIn(store.reader, sql`(select e.id from events e where ${met})`);
}

/** Which of the events, of all kinds of records, are of the list. */
export async function membersAmong(store: Store, filter: EventFilter, ids: readonly number[]): Promise<number[]> {
  const met = sql.join(conditionsOnSome(store, filter, ids), sql` and `);
  return idsIn(store.reader, sql`(select e.id from events e where ${met})`);
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
