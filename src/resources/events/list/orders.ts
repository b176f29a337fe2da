// The orders of the event list: their columns, and how a page in each is found.
import { type RawBuilder, sql } from 'kysely';
import type { Order } from '../../records/list/order.ts';
import { haversineTo } from '../../records/list/places.ts';
import { timeWithin } from '../../records/list/time-range.ts';
import { visibleById } from '../../records/list/visibility.ts';
import type { Condition, ListScope } from './filter.ts';
import type { Criteria } from './filters.ts';
import { kindOfRelated } from './relation-filters.ts';
import { withinLimits } from './window.ts';

interface OrderScope extends ListScope {
  criteria: Criteria;
}

interface EventOrder extends Pick<Order, 'first'> {
  /** One or two, because cursors have room for no more; the second is an integer. The id is added as the last. */
  columns(scope: OrderScope): [RawBuilder<unknown>] | [RawBuilder<unknown>, RawBuilder<unknown>];
  /** The events `e`, joined with the tables that the columns are from. */
  from?(scope: OrderScope): RawBuilder<unknown>;
  /** Conditions on the first column that limit the scan of its index. */
  range?(scope: OrderScope): readonly Condition[];
  /**
   * How a page is found if many events match:
   *
   *   `starts`      by the index of starts, which also has the columns that lists by dates test
   *   `own index`   by the order's own index, which has these columns as well
   *   `scan`        by a scan of the order's own index within a budget, else sorted
   *   `sort`        sorted
   *   `sort found`  each key is computed for the events found by the filter that the order requires
   */
  pagesBy: 'starts' | 'own index' | 'scan' | 'sort' | 'sort found';
}

const orders = {
  start_date: {
    columns: () => [sql`e.start_utc`, sql`e.published_at`],
    range: ({ dates }) => withinLimits(sql`e.start_utc`, dates.from, dates.before),
    pagesBy: 'starts',
  },
  date: { columns: () => [sql`e.published_at`], pagesBy: 'own index' },
  modified: {
    columns: () => [sql`e.modified_at`],
    range: ({ criteria: { modified } }) => timeWithin(modified, sql`e.modified_at`),
    pagesBy: 'scan',
  },
  title: {
    columns: () => [sql`coalesce(nullif(l.title_folded, ''), o.title_folded)`],
    from: ({ language }) => sql`events e join record_texts o on o.record_id = e.id and o.language = e.language
      left join record_texts l on l.record_id = e.id and l.language = ${language}`,
    first: 'text',
    pagesBy: 'scan',
  },
  id: { columns: () => [sql`e.id`], pagesBy: 'own index' },
  distance: { columns: (scope) => [nearest(scope)], first: 'real', pagesBy: 'sort found' },
} satisfies Record<string, EventOrder>;

export type EventOrdering = keyof typeof orders;
export const eventOrders: Readonly<Record<EventOrdering, EventOrder>> = orders;
export const eventOrderings = Object.keys(orders) as EventOrdering[];

interface Ordered extends OrderScope {
  orderBy: EventOrdering;
  descending: boolean;
}

export function orderOf(filter: Ordered): Order {
  const { columns, first } = eventOrders[filter.orderBy];
  return { columns: [...columns(filter), sql`e.id`], first, descending: filter.descending };
}

/** The haversine to the nearest of the event's venues that the caller may read. An event without one comes last. */
function nearest({ criteria: { around }, caller, now }: OrderScope): RawBuilder<unknown> {
  if (!around) return sql`e.id`;
  return sql`coalesce((select min(${haversineTo('v', around.point)}) from event_links el cross join linked_records v
    where el.event_id = e.id and v.id = el.record_id and ${kindOfRelated} = 'venue' and v.geo_lat is not null
      and ${visibleById('v', { caller, now })}), 2)`;
}
