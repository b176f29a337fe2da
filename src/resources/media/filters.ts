import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { searchWords } from '../../core/text/fold.ts';
import type { Store } from '../../store/store.ts';
import type { Position } from '../records/list/cursor.ts';
import { type ModifiedRange, modifiedWithin } from '../records/list/modified.ts';
import { after, type Order, orderTerms } from '../records/list/order.ts';
import type { Page } from '../records/list/paging.ts';
import { manyRead, offloadFrom } from '../records/list/read-worker.ts';
import { hasAllWords } from '../records/list/search.ts';
import { indexedTitle, isShownTitle } from '../records/list/title-order.ts';
import { mediaIn } from './repository.ts';
import type { Medium } from './types.ts';

export interface MediaFilter {
  language: string;
  search?: string | undefined;
  modified: ModifiedRange | undefined;
  orderBy: MediaOrdering;
  descending: boolean;
  after?: Position | undefined;
}

type MediaOrdering = 'date' | 'modified' | 'title' | 'id';
type ListedMedium = Medium & { sort_key: string | number };

const sortKeys: Readonly<Record<MediaOrdering, RawBuilder<string | number>>> = {
  date: sql`m.published_at`,
  modified: sql`m.modified_at`,
  title: sql`coalesce(nullif(l.title_folded, ''), o.title_folded)`,
  id: sql`m.id`,
};

export const positionOf = (row: ListedMedium): Position => [row.sort_key, row.id];

interface Listing {
  rows: ListedMedium[];
  total: number;
}

/** A page in order and one row more if there is one, with the total of the same filter. */
export function listMedia(store: Store, filter: MediaFilter, page: Page): Promise<Listing> {
  const read = () => readList(store, filter, page);
  return filter.search === undefined ? read() : offloadFrom(manyRead, store, read);
}

async function readList(store: Store, filter: MediaFilter, page: Page): Promise<Listing> {
  const conditions = conditionsOf(store, filter);
  const sortKey = sortKeys[filter.orderBy];
  const order: Order = {
    columns: [sortKey, sql`m.id`],
    ...(filter.orderBy === 'title' ? { first: 'text' } : {}),
    descending: filter.descending,
  };
  const chosen = chosenIds(store, filter, page, { order, conditions });
  const rows = await mediaIn(store.reader, filter.language)
    .select(sortKey.as('sort_key'))
    .where((eb) =>
      chosen
        ? sql<SqlBool>`m.id in ${chosen}`
        : eb.and([...conditions, ...(filter.after ? [after(order, filter.after)] : [])]),
    )
    .orderBy(orderTerms(order))
    .limit(page.perPage + 1)
    .offset(filter.after || chosen ? 0 : page.offset)
    .execute();
  const { total } = await store.reader
    .selectFrom('media as m')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where((eb) => eb.and(conditions))
    .executeTakeFirstOrThrow();
  return { rows, total };
}

/** So many are sooner read whole than chosen first. */
const mostPassed = 1000;

interface Chosen {
  order: Order;
  conditions: readonly Expression<SqlBool>[];
}

/**
 * A query for the ids of the page, so that texts are not read of what is passed or sorted: events have them too.
 * `undefined` where an index has the order, and the page is among the first in it.
 */
function chosenIds(
  { dialect }: Store,
  filter: MediaFilter,
  page: Page,
  { order, conditions }: Chosen,
): RawBuilder<unknown> | undefined {
  const isNear = filter.after !== undefined || page.offset < mostPassed;
  if (isNear && (filter.orderBy === 'date' || filter.orderBy === 'id')) return undefined;
  const met = sql.join([sql`1 = 1`, ...conditions], sql` and `);
  const part = sql`limit ${page.perPage + 1} offset ${filter.after ? 0 : page.offset}`;
  if (filter.orderBy !== 'title') {
    const next = filter.after ? sql`and ${after(order, filter.after)}` : sql``;
    return sql`(select m.id from media m where ${met} ${next} order by ${orderTerms(order)} ${part})`;
  }
  const titles = indexedTitle(dialect, { ...order, columns: [sql`x.title_folded`, sql`x.record_id`] });
  return sql`(select m.id from record_texts x cross join media m
    where m.id = x.record_id and x.kind = 'media' and ${isShownTitle('x', filter.language)} and ${met}
      ${filter.after ? sql`and ${titles.after(filter.after)}` : sql``} order by ${titles.terms} ${part})`;
}

const conditionsOf = (store: Store, { search, modified, language }: MediaFilter): Expression<SqlBool>[] => [
  ...modifiedWithin(modified, sql`m.modified_at`),
  ...(search === undefined
    ? []
    : [hasAllWords(store.dialect, 'm.id', searchWords(search), { kind: 'media', language })]),
];
