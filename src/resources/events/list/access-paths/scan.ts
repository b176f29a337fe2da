// Keyset scan of the order's own index that tests each event. It ends when the page is full, long before all matching events
// are found, or when its budget is used up.
import { sql } from 'kysely';
import {
  after,
  type KeysetRow,
  type Order,
  orderTerms,
  type Position,
  positionOf,
} from '../../../records/list/order.ts';
import { indexedTitle, isVisibleTitle } from '../../../records/list/search.ts';
import type { Condition } from '../filter.ts';
import { eventOrders, orderOf } from '../orders.ts';
import { keysetColumns, type PageQuery } from '../page-query.ts';

type ScannedEvent = KeysetRow & { matches: number };

/** The next events after a position, matching or not. */
type ReadBatch = (position: Position | undefined, size: number) => Promise<ScannedEvent[]>;

const minBatch = 64;
const maxBatch = 5000;

export interface ScanBudget {
  /** The number of events to scan at most, given how many of those scanned so far matched. */
  limit: (found: number, scanned: number) => number;
  /** Once this many are scanned, the scan is abandoned if the page is estimated to lie beyond twice the limit. */
  sample: number;
}

/** The page and one more event; `undefined` if it is too far down, so that sorting costs less. */
export async function pageByScan(
  query: PageQuery,
  conditions: readonly Condition[],
  { limit, sample }: ScanBudget,
): Promise<KeysetRow[] | undefined> {
  const readBatch = batchReader(query, conditions);
  const { page } = query;
  const needed = page.offset + page.perPage + 1;
  const found: KeysetRow[] = [];
  let position = page.after;
  let scanned = 0;
  for (let size = 4 * needed; scanned < limit(found.length, scanned); ) {
    const batchSize = Math.min(Math.max(size, minBatch), maxBatch);
    const batch = await readBatch(position, batchSize);
    for (const { matches, ...event } of batch) if (matches === 1) found.push(event);
    if (found.length >= needed || batch.length < batchSize) return found.slice(page.offset, needed);
    position = positionOf(batch.at(-1) as ScannedEvent);
    scanned += batch.length;
    size = Math.ceil(((needed - found.length) * scanned * 1.25) / Math.max(1, found.length));
    if (scanned >= sample && scanned + size > 2 * limit(found.length, scanned)) return undefined;
  }
  return undefined;
}

function batchReader({ store, filter }: PageQuery, conditions: readonly Condition[]): ReadBatch {
  const matches = sql<number>`case when ${sql.join(conditions, sql` and `)} then 1 else 0 end`;
  const { descending } = filter;
  if (filter.orderBy === 'title') {
    const order: Order = { columns: [sql`x.title_folded`, sql`x.record_id`], first: 'text', descending };
    const indexed = indexedTitle(store.dialect, order);
    return async (position, size) => {
      const { rows } =
        await sql<ScannedEvent>`select x.record_id as id, x.title_folded as sort_key, ${matches} as matches
        from record_texts x cross join events e where e.id = x.record_id and x.kind = 'event'
          and ${isVisibleTitle(filter.language)} ${position ? sql`and ${indexed.after(position)}` : sql``}
        order by ${indexed.terms} limit ${size}`.execute(store.reader);
      return rows;
    };
  }
  const order = orderOf(filter);
  const range = eventOrders[filter.orderBy].range?.(filter) ?? [];
  return async (position, size) => {
    const ahead = [...range, ...(position ? [after(order, position)] : [])];
    const { rows } = await sql<ScannedEvent>`select ${keysetColumns(order)}, ${matches} as matches from events e
      ${ahead.length > 0 ? sql`where ${sql.join(ahead, sql` and `)}` : sql``}
      order by ${orderTerms(order)} limit ${size}`.execute(store.reader);
    return rows;
  };
}
