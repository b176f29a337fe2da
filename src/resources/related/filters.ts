import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { type Caller, mayCreate } from '../../core/roles.ts';
import { searchWords } from '../../core/text/fold.ts';
import type { RelatedKind } from '../../store/schema.ts';
import type { Store } from '../../store/store.ts';
import type { Position } from '../records/list/cursor.ts';
import { type ModifiedRange, modifiedWithin } from '../records/list/modified.ts';
import { after, type Order, orderTerms } from '../records/list/order.ts';
import { firstOf, type Ordering } from '../records/list/order-fields.ts';
import type { Page } from '../records/list/paging.ts';
import { haversineTo, isWithin, type PlaceFilter } from '../records/list/places.ts';
import { asideFrom, manyRecords } from '../records/list/read-worker.ts';
import { hasAllWords } from '../records/list/search.ts';
import { indexedTitle, isShownTitle } from '../records/list/title-order.ts';
import { visible, visibleById } from '../records/list/visibility.ts';
import type { Status } from '../records/status.ts';
import { hasEvents } from './filters-has-events.ts';
import { relatedIn } from './repository.ts';
import type { RelatedRecord } from './types.ts';

export interface RelatedFilter {
  kind: RelatedKind;
  caller: Caller;
  now: number;
  passwordHash?: string | undefined;
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

export type ListedRelated = RelatedRecord & { sort_key: string | number };

interface Listing {
  rows: ListedRelated[];
  total: number;
}

/** A page in order and one row more if there is one, with the total of the same filter. */
export function listRelated(store: Store, filter: RelatedFilter, page: Page, language: string): Promise<Listing> {
  const read = () => readList(store, filter, page, language);
  return isChoosy(filter) ? asideFrom(manyRecords, store, read) : read();
}

async function readList(store: Store, filter: RelatedFilter, page: Page, language: string): Promise<Listing> {
  const conditions = conditionsOf(store, filter, language);
  const order = orderOf(filter);
  const sortKey = order.columns[0] as RawBuilder<string | number>;
  const chosen = chosenIds(store, filter, page, { language, order, conditions });
  const rows = await relatedIn(store.reader, language)
    .select(sortKey.as('sort_key'))
    .where((eb) =>
      chosen
        ? sql<SqlBool>`r.id in ${chosen}`
        : eb.and([...conditions, ...(filter.after ? [after(order, filter.after)] : [])]),
    )
    .orderBy(orderTerms(order))
    .limit(page.perPage + 1)
    .offset(filter.after || chosen ? 0 : page.offset)
    .execute();
  const { total } = await store.reader
    .selectFrom('linked_records as r')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where((eb) => eb.and(conditions))
    .executeTakeFirstOrThrow();
  return { rows, total };
}

interface Chosen {
  language: string;
  order: Order;
  conditions: readonly Expression<SqlBool>[];
}

/**
 * A query for the ids of the page, so that what is passed or sorted is not read whole. `undefined` where titles of few
 * records are sorted.
 */
function chosenIds(
  { dialect }: Store,
  filter: RelatedFilter,
  page: Page,
  { language, order, conditions }: Chosen,
): RawBuilder<unknown> | undefined {
  const met = sql.join(conditions, sql` and `);
  const part = sql`limit ${page.perPage + 1} offset ${filter.after ? 0 : page.offset}`;
  if (filter.orderBy !== 'title') {
    const next = filter.after ? sql`and ${after(order, filter.after)}` : sql``;
    return sql`(select r.id from linked_records r where ${met} ${next} order by ${orderTerms(order)} ${part})`;
  }
  if (isChoosy(filter)) return undefined;
  const titles = indexedTitle(dialect, { ...order, columns: [sql`x.title_folded`, sql`x.record_id`] });
  return sql`(select r.id from record_texts x cross join linked_records r
    where r.id = x.record_id and x.kind = ${filter.kind} and ${isShownTitle('x', language)} and ${met}
      ${filter.after ? sql`and ${titles.after(filter.after)}` : sql``} order by ${titles.terms} ${part})`;
}

/** Whether few of all records may be met. */
const isChoosy = ({ search, eventId, place, modified, hasEvents, onlyWithUpcoming }: RelatedFilter): boolean =>
  search !== undefined ||
  eventId !== undefined ||
  place.around !== undefined ||
  modified.after !== undefined ||
  modified.before !== undefined ||
  // What takes place there is looked up for all of them anyway, for the total.
  hasEvents !== undefined ||
  onlyWithUpcoming === true;

export const positionOf = (row: ListedRelated): Position => [row.sort_key, row.id];

function orderOf({ orderBy, descending, place }: RelatedFilter): Order {
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

function conditionsOf(store: Store, filter: RelatedFilter, language: string): Expression<SqlBool>[] {
  const { caller, now } = filter;
  // Other statuses than `publish` have no order together but that of an index which does not begin with them.
  const readable = mayCreate(caller) ? visibleById : visible;
  const conditions = [sql<SqlBool>`r.kind = ${filter.kind}`, readable('r', filter)];
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
  if (filter.hasEvents === true) conditions.push(hasEvents(store.dialect, filter));
  if (filter.hasEvents === false) conditions.push(sql<SqlBool>`not ${hasEvents(store.dialect, filter)}`);
  if (filter.onlyWithUpcoming) conditions.push(hasEvents(store.dialect, filter, now));
  return conditions;
}
