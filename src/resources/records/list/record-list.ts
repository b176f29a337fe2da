// Pages of venues, organizers and images. There are far fewer of them than of events, so totals are counted, and orders
// without an index are sorted.
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { RecordKind } from '../../../core/kinds.ts';
import type { Store } from '../../../store/store.ts';
import { after, type KeysetRow, type Order, orderTerms, type Position } from './order.ts';
import type { Page } from './paging.ts';
import { indexedTitle, isVisibleTitle } from './search.ts';

export interface RecordList {
  /** Aliased `r`. */
  table: 'linked_records' | 'media';
  kind: RecordKind;
  language: string;
  conditions: readonly Expression<SqlBool>[];
  orderBy: string;
  /** The order, unless it is by title. */
  key: RawBuilder<unknown>;
  first?: Order['first'];
  descending: boolean;
  /** Few records match, or each has to be looked up. Titles are then sorted instead of scanned. */
  sortsMatches: boolean;
}

/** A page of records, with the first of the next page if there is one, and the total. */
export interface Listing<Rec> {
  rows: (Rec & KeysetRow)[];
  total: number;
}

/** `find` reads records by id. It leaves out those that were hidden or deleted after the ids were read. */
export async function listRecords<Rec extends { id: number }>(
  store: Store,
  list: RecordList,
  page: Page,
  find: (ids: readonly number[]) => Promise<readonly Rec[]>,
): Promise<Listing<Rec>> {
  const { found, total } = await listRecordIds(store, list, page);
  const records = new Map((await find(found.map(({ id }) => id))).map((record) => [record.id, record]));
  const rows = found.flatMap(({ id, sort_key }) => {
    const record = records.get(id);
    return record ? [{ ...record, sort_key }] : [];
  });
  return { rows, total };
}

async function listRecordIds(store: Store, list: RecordList, page: Page) {
  const { from, join = [], order, terms, isAfter } = list.orderBy === 'title' ? byTitle(store, list) : byKey(list);
  const conditions = [sql`1 = 1`, ...list.conditions];
  const next = [...join, ...(page.after ? [isAfter(page.after)] : [])];
  const { rows: found } = await sql<KeysetRow>`select r.id, ${order.columns[0]} as sort_key from ${from}
    where ${sql.join([...conditions, ...next], sql` and `)}
    order by ${terms} limit ${page.perPage + 1} offset ${page.offset}`.execute(store.reader);
  const { rows } = await sql<{ total: number }>`select count(*) as total from ${sql.table(list.table)} r
    where ${sql.join(conditions, sql` and `)}`.execute(store.reader);
  return { found, total: Number(rows[0]?.total ?? 0) };
}

interface Scan {
  from: RawBuilder<unknown>;
  /** Joins the rows of texts to their records. */
  join?: readonly Expression<SqlBool>[];
  order: Order;
  /** For `order by`. */
  terms: RawBuilder<unknown>;
  isAfter: (position: Position) => Expression<SqlBool>;
}

function byKey({ table, key, first, descending }: RecordList): Scan {
  const order: Order = { columns: [key, sql`r.id`], first, descending };
  return { from: sql`${sql.table(table)} r`, ...sortedBy(order) };
}

const sortedBy = (order: Order): Omit<Scan, 'from'> => ({
  order,
  terms: orderTerms(order),
  isAfter: (position) => after(order, position),
});

function byTitle({ dialect }: Store, { table, kind, language, descending, sortsMatches }: RecordList): Scan {
  const title = { first: 'text', descending } as const;
  if (sortsMatches) {
    const order: Order = { ...title, columns: [sql`coalesce(nullif(l.title_folded, ''), o.title_folded)`, sql`r.id`] };
    return {
      from: sql`${sql.table(table)} r join record_texts o on o.record_id = r.id and o.language = r.language
        left join record_texts l on l.record_id = r.id and l.language = ${language}`,
      ...sortedBy(order),
    };
  }
  const order: Order = { ...title, columns: [sql`x.title_folded`, sql`x.record_id`] };
  // The cross join makes SQLite read titles first, then their records.
  const { terms, after: isAfter } = indexedTitle(dialect, order);
  return {
    from: sql`record_texts x cross join ${sql.table(table)} r`,
    join: [sql`r.id = x.record_id and x.kind = ${kind}`, isVisibleTitle(language)],
    order,
    terms,
    isAfter,
  };
}
