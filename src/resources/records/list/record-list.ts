// Pages of venues, organizers and images. They are far fewer than events: what matches is counted, and orders that no index
// has are sorted.
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { RecordKind } from '../../../core/kinds.ts';
import type { Store } from '../../../store/store.ts';
import type { Position } from './cursor.ts';
import { after, type Order, orderTerms } from './order.ts';
import type { Page } from './paging.ts';
import { indexedTitle, isShownTitle } from './title-order.ts';

export interface RecordList {
  /** Its rows are `r`. */
  table: 'linked_records' | 'media';
  kind: RecordKind;
  language: string;
  conditions: readonly Expression<SqlBool>[];
  orderBy: string;
  /** What the records are ordered by, unless by title. */
  key: RawBuilder<unknown>;
  first?: Order['first'];
  descending: boolean;
  after?: Position | undefined;
  /** Few of all match, or each has to be looked up: their titles are sorted, not read in order. */
  findsFew: boolean;
}

export interface ListedId {
  id: number;
  sort_key: string | number;
}

export const positionOf = ({ sort_key, id }: ListedId): Position => [sort_key, id];

/** The page's ids in order and one more if there is one, and the total. */
export async function listRecordIds(store: Store, list: RecordList, page: Page) {
  const { from, isShown = [], order, ahead } = list.orderBy === 'title' ? byTitle(store, list) : byKey(list);
  const position = list.after;
  const met = [sql`1 = 1`, ...list.conditions];
  const next = [...isShown, ...(position ? [ahead(position)] : [])];
  const { rows: found } = await sql<ListedId>`select r.id, ${order.columns[0]} as sort_key from ${from}
    where ${sql.join([...met, ...next], sql` and `)}
    order by ${order.terms} limit ${page.perPage + 1} offset ${position ? 0 : page.offset}`.execute(store.reader);
  const { rows } = await sql<{ total: number }>`select count(*) as total from ${sql.table(list.table)} r
    where ${sql.join(met, sql` and `)}`.execute(store.reader);
  return { found, total: Number(rows[0]?.total ?? 0) };
}

interface Scan {
  from: RawBuilder<unknown>;
  /** Of rows of texts, those whose records are listed by them. */
  isShown?: readonly Expression<SqlBool>[];
  order: Order & { terms: RawBuilder<unknown> };
  ahead: (position: Position) => Expression<SqlBool>;
}

function byKey({ table, key, first, descending }: RecordList): Scan {
  const order: Order = { columns: [key, sql`r.id`], ...(first ? { first } : {}), descending };
  return {
    from: sql`${sql.table(table)} r`,
    order: { ...order, terms: orderTerms(order) },
    ahead: (position) => after(order, position),
  };
}

function byTitle({ dialect }: Store, { table, kind, language, descending, findsFew }: RecordList): Scan {
  const title = { first: 'text', descending } as const;
  if (findsFew) {
    const order: Order = { ...title, columns: [sql`coalesce(nullif(l.title_folded, ''), o.title_folded)`, sql`r.id`] };
    return {
      from: sql`${sql.table(table)} r join record_texts o on o.record_id = r.id and o.language = r.language
        left join record_texts l on l.record_id = r.id and l.language = ${language}`,
      order: { ...order, terms: orderTerms(order) },
      ahead: (position) => after(order, position),
    };
  }
  const order: Order = { ...title, columns: [sql`x.title_folded`, sql`x.record_id`] };
  const { terms, after: ahead } = indexedTitle(dialect, order);
  // A cross join keeps the order: from the titles to their records.
  return {
    from: sql`record_texts x cross join ${sql.table(table)} r`,
    isShown: [sql`r.id = x.record_id and x.kind = ${kind}`, isShownTitle('x', language)],
    order: { ...order, terms },
    ahead: (position) => sql<SqlBool>`${ahead(position)}`,
  };
}
