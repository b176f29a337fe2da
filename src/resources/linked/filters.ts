import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Viewer } from '../../core/roles.ts';
import { searchWords } from '../../core/text/fold.ts';
import type { LinkedKind } from '../../store/schema.ts';
import type { Store } from '../../store/store.ts';
import type { Position } from '../records/cursor.ts';
import { type ModifiedRange, modifiedWithin } from '../records/modified.ts';
import { after, type Order, orderTerms } from '../records/order.ts';
import { firstOf, type Ordering } from '../records/order-fields.ts';
import type { Page } from '../records/paging.ts';
import { haversineTo, isWithin, type PlaceFilter } from '../records/places.ts';
import { hasAllWords } from '../records/search.ts';
import type { Status } from '../records/status.ts';
import { visible } from '../records/visibility.ts';
import { hasEvents } from './has-events.ts';
import { linkedIn } from './repository.ts';
import type { LinkedRecord } from './types.ts';

export interface LinkedFilter {
  kind: LinkedKind;
  viewer: Viewer;
  now: number;
  statuses?: readonly Status[] | undefined;
  search?: string | undefined;
  eventId?: number | undefined;
  hasEvents?: boolean | undefined;
  onlyWithUpcoming?: boolean | undefined;
  modified: ModifiedRange;
  place: PlaceFilter;
  orderBy: Ordering;
  descending: boolean;
  after?: Position | undefined;
}

export type ListedLinked = LinkedRecord & { sort_key: string | number };

/** A page in order and one row more if there is one, with the total of the same filter. */
export async function listLinked(
  store: Store,
  filter: LinkedFilter,
  page: Page,
  language: string,
): Promise<{ rows: ListedLinked[]; total: number }> {
  const conditions = conditionsOf(store, filter, language);
  const order = orderOf(filter);
  const sortKey = order.columns[0] as RawBuilder<string | number>;
  const rows = await linkedIn(store.reader, language)
    .select(sortKey.as('sort_key'))
    .where((eb) => eb.and([...conditions, ...(filter.after ? [after(order, filter.after)] : [])]))
    .orderBy(orderTerms(order))
    .limit(page.perPage + 1)
    .offset(filter.after ? 0 : page.offset)
    .execute();
  const { total } = await store.reader
    .selectFrom('linked_records as r')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where((eb) => eb.and(conditions))
    .executeTakeFirstOrThrow();
  return { rows, total };
}

export const positionOf = (row: ListedLinked): Position => [row.sort_key, row.id];

function orderOf({ orderBy, descending, place }: LinkedFilter): Order {
  const keys: Record<Ordering, RawBuilder<unknown>> = {
    start_date: sql`r.published_at`,
    date: sql`r.published_at`,
    modified: sql`r.modified_at`,
    title: sql`coalesce(nullif(l.title_folded, ''), o.title_folded)`,
    id: sql`r.id`,
    distance: place.around ? haversineTo('r', place.around.point) : sql`r.id`,
  };
  return { columns: [keys[orderBy], sql`r.id`], ...firstOf(orderBy), descending };
}

function conditionsOf(store: Store, filter: LinkedFilter, language: string): Expression<SqlBool>[] {
  const { viewer, now } = filter;
  const conditions = [sql<SqlBool>`r.kind = ${filter.kind}`, visible('r', viewer, now, filter.statuses)];
  conditions.push(...modifiedWithin(filter.modified, sql`r.modified_at`));
  if (filter.search !== undefined) {
    const words = searchWords(filter.search);
    conditions.push(hasAllWords(store.dialect, 'r.id', words, { kind: filter.kind, language }));
  }
  if (filter.eventId !== undefined) {
    conditions.push(sql<SqlBool>`r.id in (select record_id from event_links where event_id = ${filter.eventId})`);
  }
  if (filter.place.located !== undefined)
    conditions.push(filter.place.located ? sql`r.geo_lat is not null` : sql`r.geo_lat is null`);
  if (filter.place.around) conditions.push(isWithin('r', filter.place.around));
  if (filter.hasEvents === true) conditions.push(hasEvents(store.dialect, viewer, now));
  if (filter.hasEvents === false) conditions.push(sql<SqlBool>`not ${hasEvents(store.dialect, viewer, now)}`);
  if (filter.onlyWithUpcoming) conditions.push(hasEvents(store.dialect, viewer, now, now));
  return conditions;
}
