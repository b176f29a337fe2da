// Lists of events by where they take place, said as lists by venue.
import { sql } from 'kysely';
import type { Store } from '../../../store/store.ts';
import { unmasked } from '../../records/list/editable.ts';
import { countRelated } from './by-relation.ts';
import { conditionsOf, type EventFilter, usesOnly } from './conditions.ts';
import { venuesWithin } from './relation-filters.ts';
import { countInWindow, seesPublished } from './totals.ts';

/** Near a point is at one of the venues there, if nothing else is asked for that could lead to fewer events. */
export async function atVenuesNear({ reader }: Store, filter: EventFilter): Promise<EventFilter> {
  const { around } = filter.criteria;
  if (!around || filter.orderBy === 'distance' || !usesOnly(filter, 'around')) return filter;
  return { ...filter, criteria: { venues: await venuesWithin(around, filter, reader) } };
}

/** The total of a list that only dates choose and having no place: all of the window less those that have one. */
export async function countUnplaced(store: Store, filter: EventFilter): Promise<number | undefined> {
  if (!usesOnly(filter, 'located') || filter.criteria.located || !seesPublished(filter)) return undefined;
  const inWindow = await countInWindow(store.reader, filter);
  const placed = await countRelated(store, { ...filter, criteria: { located: true } });
  if (inWindow === undefined || placed === undefined) return undefined;
  return inWindow - placed - (filter.someProtected ? await countMasked(store, filter) : 0);
}

/** Of the window, those that do not tell this caller where they take place. */
async function countMasked(store: Store, filter: EventFilter): Promise<number> {
  const conditions = conditionsOf(store, { ...filter, criteria: {} }, 'ids');
  const { rows } = await sql<{ total: number }>`select count(*) as total from events e
    where e.password_hash is not null and not ${unmasked(filter.caller, filter.passwordHash)}
      and ${sql.join(conditions, sql` and `)}`.execute(store.reader);
  return Number(rows[0]?.total ?? 0);
}
