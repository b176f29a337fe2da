// The orders of the list of events.
import { type RawBuilder, sql } from 'kysely';
import { unindexedText } from '../../../store/hints.ts';
import { modifiedWithin } from '../../records/list/modified.ts';
import type { Order } from '../../records/list/order.ts';
import { haversineTo } from '../../records/list/places.ts';
import { visibleById } from '../../records/list/visibility.ts';
import type { Condition, ListScope } from './filter.ts';
import type { Criteria } from './filters.ts';
import { startsWithin } from './window.ts';

interface OrderScope extends ListScope {
  criteria: Criteria;
}

interface EventOrder extends Pick<Order, 'first'> {
  /** The id follows, so that no two events are equal. */
  columns(scope: OrderScope): RawBuilder<unknown>[];
  /** The events `e`, with what else decides the order. */
  from?(scope: OrderScope): RawBuilder<unknown>;
  /** Conditions on the first column, where a scan of its index begins and ends. */
  bounds?(scope: OrderScope): readonly Condition[];
  /**
   * How a page in this order is found where many events match:
   *
   *   `starts`, `publications`, `ids`   by that index, which also has what lists by dates test
   *   `scan`                            the order's own index is scanned while that is worth it, else they are sorted
   *   `sort`                            they are sorted
   *   `sort found`                      the same, but all filters are looked up first: each key has to be computed
   */
  pagesBy: 'starts' | 'publications' | 'ids' | 'scan' | 'sort' | 'sort found';
}

const orders = {
  start_date: {
    columns: () => [sql`e.start_utc`, sql`e.published_at`],
    bounds: ({ dates }) => startsWithin(dates),
    pagesBy: 'starts',
  },
  date: { columns: () => [sql`e.published_at`], pagesBy: 'publications' },
  modified: {
    columns: () => [sql`e.modified_at`],
    bounds: ({ criteria: { modified } }) => modifiedWithin(modified, sql`e.modified_at`),
    pagesBy: 'scan',
  },
  title: {
    columns: () => [sql`coalesce(nullif(l.title_folded, ''), o.title_folded)`],
    from: ({ language }) => sql`events e join record_texts o on o.record_id = e.id and o.language = e.language
      left join record_texts l on l.record_id = e.id and l.language = ${language}`,
    first: 'text',
    pagesBy: 'scan',
  },
  id: { columns: () => [sql`e.id`], pagesBy: 'ids' },
  distance: { columns: (scope) => [nearest(scope)], first: 'real', pagesBy: 'sort found' },
} satisfies Record<string, EventOrder>;

export type EventOrdering = keyof typeof orders;
const eventOrders: Readonly<Record<EventOrdering, EventOrder>> = orders;
export const eventOrderings = Object.keys(orders) as EventOrdering[];

interface Requested {
  orderBy: EventOrdering | undefined;
}

/** The order of the list. Without one requested it is that of D64, or of publication for single events (D38). */
export const orderingOf = ({ orderBy, criteria }: Requested & { criteria: Criteria }): EventOrdering =>
  orderBy ?? (criteria.include ? 'date' : 'start_date');

/** How a page in the requested order is found. */
export const pagesBy = ({ orderBy }: Requested): EventOrder['pagesBy'] => eventOrders[orderBy ?? 'start_date'].pagesBy;

export const boundsOf = (filter: OrderScope & Requested): readonly Condition[] =>
  eventOrders[orderingOf(filter)].bounds?.(filter) ?? [];

export const tableOf = (filter: OrderScope & Requested): RawBuilder<unknown> =>
  eventOrders[orderingOf(filter)].from?.(filter) ?? sql`events e`;

export function orderOf(filter: OrderScope & Requested & { descending: boolean }): Order {
  const { columns, first } = eventOrders[orderingOf(filter)];
  return { columns: [...columns(filter), sql`e.id`], ...(first ? { first } : {}), descending: filter.descending };
}

const kindOfRelated = unindexedText(sql`v.kind`);

/** The haversine to the nearest of the event's venues that the caller may read; of none it is beyond all others. */
function nearest({ criteria: { around }, caller, now }: OrderScope): RawBuilder<unknown> {
  if (!around) return sql`e.id`;
  return sql`coalesce((select min(${haversineTo('v', around.point)}) from event_links el cross join linked_records v
    where el.event_id = e.id and v.id = el.record_id and ${kindOfRelated} = 'venue' and v.geo_lat is not null
      and ${visibleById('v', { caller, now })}), 2)`;
}
