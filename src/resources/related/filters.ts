import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { type Caller, mayCreate } from '../../core/roles.ts';
import { searchWords } from '../../core/text/fold.ts';
import type { Dialect } from '../../store/dialect.ts';
import type { RelatedKind } from '../../store/schema.ts';
import type { Store } from '../../store/store.ts';
import type { Position } from '../records/list/cursor.ts';
import { type ModifiedRange, modifiedWithin } from '../records/list/modified.ts';
import { after, type Order, orderTerms } from '../records/list/order.ts';
import type { Page } from '../records/list/paging.ts';
import { haversineTo, isWithin, type PlaceFilter } from '../records/list/places.ts';
import { manyRecords, offloadFrom } from '../records/list/read-worker.ts';
import { hasAllWords } from '../records/list/search.ts';
import { indexedTitle, isShownTitle } from '../records/list/title-order.ts';
import { visible, visibleById } from '../records/list/visibility.ts';
import type { Status } from '../records/status.ts';
import { hasEvents } from './filters-has-events.ts';
import { relatedIn } from './repository.ts';
import type { RelatedRecord } from './types.ts';

/** The value of each filter that is used. */
interface Criteria {
  modified?: ModifiedRange | undefined;
  search?: string | undefined;
  /** Records of this event. */
  event?: number | undefined;
  located?: boolean | undefined;
  around?: PlaceFilter['around'];
  hasEvents?: boolean | undefined;
  withUpcoming?: true | undefined;
}

export interface RelatedFilter {
  kind: RelatedKind;
  caller: Caller;
  now: number;
  passwordHash?: string | undefined;
  statuses?: readonly Status[] | undefined;
  criteria: Criteria;
  orderBy: RelatedOrdering;
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
  return findsFew(filter) ? offloadFrom(manyRecords, store, read) : read();
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
  if (findsFew(filter)) return undefined;
  const titles = indexedTitle(dialect, { ...order, columns: [sql`x.title_folded`, sql`x.record_id`] });
  return sql`(select r.id from record_texts x cross join linked_records r
    where r.id = x.record_id and x.kind = ${filter.kind} and ${isShownTitle('x', language)} and ${met}
      ${filter.after ? sql`and ${titles.after(filter.after)}` : sql``} order by ${titles.terms} ${part})`;
}

export const positionOf = (row: ListedRelated): Position => [row.sort_key, row.id];

type RelatedOrdering = 'date' | 'modified' | 'title' | 'id' | 'distance';

function orderOf({ orderBy, descending, criteria: { around } }: RelatedFilter): Order {
  const orders: Record<RelatedOrdering, Pick<Order, 'first'> & { column: RawBuilder<unknown> }> = {
    date: { column: sql`r.published_at` },
    modified: { column: sql`r.modified_at` },
    title: { column: sql`coalesce(nullif(l.title_folded, ''), o.title_folded)`, first: 'text' },
    id: { column: sql`r.id` },
    distance: { column: around ? haversineTo('r', around.point) : sql`r.id`, first: 'real' },
  };
  const { column, ...first } = orders[orderBy];
  return { columns: [column, sql`r.id`], ...first, descending };
}

interface FilterQuery {
  dialect: Dialect;
  filter: RelatedFilter;
  language: string;
}

interface Filter<V> {
  /** The condition on the record `r`. */
  condition(value: V, query: FilterQuery): Expression<SqlBool>;
  /** Whether few of all records may match, or each has to be looked up: their titles are sorted, not scanned. */
  findsFew: boolean;
}

const filters: { [N in keyof Criteria]-?: Filter<NonNullable<Criteria[N]>> } = {
  modified: {
    condition: (range) => sql<SqlBool>`${sql.join(modifiedWithin(range, sql`r.modified_at`), sql` and `)}`,
    findsFew: true,
  },
  search: {
    condition: (search, { dialect, filter: { kind }, language }) =>
      hasAllWords(dialect, 'r.id', searchWords(search), { kind, language }),
    findsFew: true,
  },
  event: {
    condition: (event) => sql<SqlBool>`r.id in (select record_id from event_links where event_id = ${event})`,
    findsFew: true,
  },
  located: {
    condition: (located) => (located ? sql<SqlBool>`r.geo_lat is not null` : sql<SqlBool>`r.geo_lat is null`),
    findsFew: false,
  },
  around: { condition: (around) => isWithin('r', around), findsFew: true },
  hasEvents: {
    condition: (isWanted, { dialect, filter }) =>
      isWanted ? hasEvents(dialect, filter) : sql<SqlBool>`not ${hasEvents(dialect, filter)}`,
    // The total has to look them up for all records anyway.
    findsFew: true,
  },
  withUpcoming: { condition: (_, { dialect, filter }) => hasEvents(dialect, filter, filter.now), findsFew: true },
};

/** The filters that are used, each with its value. */
const usedFilters = ({ criteria }: RelatedFilter): (readonly [Filter<unknown>, unknown])[] =>
  Object.entries(filters).flatMap(([name, filter]) => {
    const value = criteria[name as keyof Criteria];
    return value === undefined ? [] : [[filter as Filter<unknown>, value] as const];
  });

const findsFew = (filter: RelatedFilter): boolean => usedFilters(filter).some(([used]) => used.findsFew);

function conditionsOf({ dialect }: Store, filter: RelatedFilter, language: string): Expression<SqlBool>[] {
  // Statuses beside `publish` are in order together only in indexes that do not begin with the status.
  const readable = mayCreate(filter.caller) ? visibleById : visible;
  const used = usedFilters(filter).map(([{ condition }, value]) => condition(value, { dialect, filter, language }));
  return [sql<SqlBool>`r.kind = ${filter.kind}`, readable('r', filter), ...used];
}
