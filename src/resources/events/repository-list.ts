// A page of the list of events.
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Reader, Store } from '../../store/store.ts';
import type { Position } from '../records/cursor.ts';
import { after, type Order, orderTerms } from '../records/order.ts';
import type { Ordering } from '../records/order-fields.ts';
import type { Page } from '../records/paging.ts';
import { haversineTo } from '../records/places.ts';
import { visible } from '../records/visibility.ts';
import { type Condition, conditionsOf, type EventFilter, fewModified, idSetsOf, someAreFew } from './filters.ts';
import { eventsIn, findEvents } from './repository.ts';
import { countInWindow, hasDatesOnly } from './repository-totals.ts';
import type { EventRecord } from './types.ts';

export type ListedEvent = EventRecord & { sort_key: string | number };

/**
 * A page in order and one row more if there is one, and the total. Without an order asked for it is that of
 * D64, or of publication where single events are asked for (D38).
 */
export async function listEvents(
  store: Store,
  filter: EventFilter,
  page: Page,
): Promise<{ rows: ListedEvent[]; total: number }> {
  const sets = [...(await idSetsOf(store, filter)), ...(await fewModified(store.reader, filter))];
  const byIds = filter.include !== undefined || (await someAreFew(store.reader, sets));
  const conditions = conditionsOf(store, filter, !byIds);
  const members = sets.map(({ ids }) => sql<SqlBool>`e.id in ${ids}`);
  // In order, the page is full long before all members are known; the total has to know them all.
  const met = byIds ? members : sets.map(({ has }) => has);
  const order = orderOf(filter);
  // The page's ids first, so that nothing is read of rows that are only sorted past.
  const found = await candidates(store.reader, filter)
    .select(['e.id', (order.columns[0] as RawBuilder<string | number>).as('sort_key')])
    .where((eb) => eb.and([...conditions, ...met, ...(filter.after ? [after(order, filter.after)] : [])]))
    .orderBy(orderTerms(order))
    .limit(page.perPage + 1)
    .offset(filter.after ? 0 : page.offset)
    .execute();
  const keys = new Map(found.map((row) => [row.id, row.sort_key]));
  const events = await findEvents(store.reader, [...keys.keys()], filter.language);
  const rows = events.map((row) => Object.assign(row, { sort_key: keys.get(row.id) as string | number }));
  if (page.offset === 0 && !filter.after && rows.length <= page.perPage) return { rows, total: rows.length };
  return { rows, total: await countEvents(store, filter, [...conditions, ...members]) };
}

async function countEvents(store: Store, filter: EventFilter, conditions: readonly Condition[]): Promise<number> {
  if (hasDatesOnly(filter)) {
    const total = await countInWindow(store.reader, filter);
    if (total !== undefined) return total;
  }
  const { total } = await store.reader
    .selectFrom('events as e')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where((eb) => eb.and([...conditions]))
    .executeTakeFirstOrThrow();
  return total;
}

/** Events to choose from; with their texts only where these decide the order. */
function candidates(db: Reader, { language, orderBy }: EventFilter) {
  const withTexts = eventsIn(db, language).clearSelect();
  return orderBy === 'title' ? withTexts : (db.selectFrom('events as e') as unknown as typeof withTexts);
}

export const positionOf =
  (filter: EventFilter) =>
  (row: ListedEvent): Position =>
    orderOf(filter).columns.length === 3 ? [row.sort_key, row.published_at, row.id] : [row.sort_key, row.id];

/** Columns in the order of an index where the start leads. */
function orderOf(filter: EventFilter): Order {
  const { orderBy, descending, include } = filter;
  const by = orderBy ?? (include ? 'date' : 'start_date');
  if (by === 'start_date') return { columns: [sql`e.start_utc`, sql`e.published_at`, sql`e.id`], descending };
  const keys: Record<Exclude<Ordering, 'start_date'>, RawBuilder<unknown>> = {
    date: sql`e.published_at`,
    modified: sql`e.modified_at`,
    title: sql`coalesce(nullif(l.title_folded, ''), o.title_folded)`,
    id: sql`e.id`,
    distance: nearest(filter),
  };
  return { columns: [keys[by], sql`e.id`], descending };
}

/** The haversine to the nearest of the event's venues that the viewer may read; of none it is beyond all others. */
const nearest = ({ place: { around }, viewer, now }: EventFilter): RawBuilder<unknown> =>
  around
    ? sql`coalesce((select min(${haversineTo('v', around.point)}) from event_links el cross join linked_records v
        where el.event_id = e.id and v.id = el.record_id and (v.kind || '') = 'venue' and v.geo_lat is not null
          and ${visible('v', viewer, now, undefined, false)}), 2)`
    : sql`e.id`;
