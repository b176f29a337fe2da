// A page of a list that nothing but dates chooses: what most readers ask for, composed once.
import { sql } from 'kysely';
import { statement } from '../../../../store/statement.ts';
import type { Reader } from '../../../../store/store.ts';
import type { Page } from '../../../records/list/paging.ts';
import { type EventFilter, hasDatesOnly } from '../conditions.ts';
import type { Found } from '../order.ts';
import { orderingOf } from '../orders.ts';
import { seesPublished, windowOf } from '../totals.ts';

interface Window {
  now: number;
  from: number;
  before: number;
  endBefore: number;
  limit: number;
  skip: number;
  [name: string]: unknown;
}

const pageOf = (descending: boolean) =>
  statement((db, { now, from, before, endBefore, limit, skip }: Window) => {
    const order = descending
      ? sql`e.start_utc desc, e.published_at desc, e.id desc`
      : sql`e.start_utc, e.published_at, e.id`;
    return db
      .selectFrom('events as e')
      .select(['e.id', 'e.start_utc as sort_key', 'e.published_at'])
      .where('e.status', '=', sql.lit('publish'))
      .where('e.hide_from_listings', '=', sql.lit(0))
      .where('e.published_at', '<=', now)
      .where('e.start_utc', '>=', from)
      .where('e.start_utc', '<', before)
      .where('e.end_utc', '<', endBefore)
      .orderBy(order)
      .limit(limit)
      .offset(skip);
  });

const ascending = pageOf(false);
const descending = pageOf(true);

/**
 * The page of such a list in the order of starts, and one more. What is across the first end of a window has no place in
 * that order: `undefined` for such lists, and for all others.
 */
export async function idsInWindow(db: Reader, filter: EventFilter, page: Page): Promise<Found[] | undefined> {
  const isByStart = orderingOf(filter) === 'start_date' && filter.dates.endFrom === undefined;
  if (!isByStart || filter.after || !hasDatesOnly(filter) || !seesPublished(filter)) return undefined;
  const { from, before, endBefore } = windowOf(filter.dates);
  const window = { now: filter.now, from, before, endBefore, limit: page.perPage + 1, skip: page.offset };
  return filter.descending ? descending(db, window) : ascending(db, window);
}
