// A keyset scan of the order's index that tests each event: the page is full long before all that match are found.
import { sql } from 'kysely';
import type { Position } from '../../../records/list/cursor.ts';
import { after, type Order, orderTerms } from '../../../records/list/order.ts';
import { indexedTitle, isShownTitle } from '../../../records/list/title-order.ts';
import type { Condition } from '../filter.ts';
import { type Found, keysOf, type PageQuery, positionOf } from '../order.ts';
import { boundsOf, orderOf } from '../orders.ts';

type Tested = Found & { met: number };

/** The next events after a position, matching or not. */
type Steps = (position: Position | undefined, most: number) => Promise<Tested[]>;

const fewest = 64;
const mostAtOnce = 5000;

export interface ScanBudget {
  /** How many events to scan at most, if `found` of those scanned matched. */
  most: (found: number, passed: number) => number;
  /** After so many it is estimated whether the page lies within twice the limit. */
  sample: number;
}

/** The page and one more, or `undefined` where it is too far: then sorting costs less. */
export async function scannedPage(
  walk: PageQuery,
  conditions: readonly Condition[],
  { most, sample }: ScanBudget,
): Promise<Found[] | undefined> {
  const steps = stepsOf(walk, conditions);
  const { filter, page } = walk;
  const skip = filter.after ? 0 : page.offset;
  const wanted = skip + page.perPage + 1;
  const found: Found[] = [];
  let position = filter.after;
  let seen = 0;
  for (let size = 4 * wanted; seen < most(found.length, seen); ) {
    const next = Math.min(Math.max(size, fewest), mostAtOnce);
    const rows = await steps(position, next);
    for (const { met, ...row } of rows) if (met === 1) found.push(row);
    if (found.length >= wanted || rows.length < next) return found.slice(skip, wanted);
    position = positionOf(rows.at(-1) as Tested);
    seen += rows.length;
    size = Math.ceil(((wanted - found.length) * seen * 1.25) / Math.max(1, found.length));
    if (seen >= sample && seen + size > 2 * most(found.length, seen)) return undefined;
  }
  return undefined;
}

function stepsOf({ db, dialect, filter }: PageQuery, conditions: readonly Condition[]): Steps {
  const met = sql<number>`case when ${sql.join(conditions, sql` and `)} then 1 else 0 end`;
  const { descending } = filter;
  if (filter.orderBy === 'title') {
    const order: Order = { columns: [sql`x.title_folded`, sql`x.record_id`], first: 'text', descending };
    const indexed = indexedTitle(dialect, order);
    return async (position, most) => {
      const { rows } = await sql<Tested>`select x.record_id as id, x.title_folded as sort_key, ${met} as met
        from record_texts x cross join events e where e.id = x.record_id and x.kind = 'event'
          and ${isShownTitle('x', filter.language)} ${position ? sql`and ${indexed.after(position)}` : sql``}
        order by ${indexed.terms} limit ${most}`.execute(db);
      return rows;
    };
  }
  const order = orderOf(filter);
  return async (position, most) => {
    const ahead = [...boundsOf(filter), ...(position ? [after(order, position)] : [])];
    const { rows } = await sql<Tested>`select ${keysOf(order)}, ${met} as met from events e
      ${ahead.length > 0 ? sql`where ${sql.join(ahead, sql` and `)}` : sql``}
      order by ${orderTerms(order)} limit ${most}`.execute(db);
    return rows;
  };
}
