// The page of a list without filters other than dates, which most readers request: one statement that is composed once.
import { sql } from 'kysely';
import { statement } from '../../../../store/statement.ts';
import type { KeysetRow } from '../../../records/list/order.ts';
import { filtersByDatesOnly, listsPublishedOnly } from '../conditions.ts';
import type { PageQuery } from '../page-query.ts';
import { earliest } from '../window.ts';

type Parameters = Record<'now' | 'from' | 'before' | 'endBefore' | 'limit' | 'skip', number>;

const pageOf = (descending: boolean) =>
  statement((db, { now, from, before, endBefore, limit, skip }: Parameters) => {
    const order = descending
      ? sql`e.start_utc desc, e.published_at desc, e.id desc`
      : sql`e.start_utc, e.published_at, e.id`;
    return db
      .selectFrom('events as e')
      .select(['e.id', 'e.start_utc as sort_key', 'e.published_at as second_key'])
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

/** `undefined` for lists that need more: other orders or statuses, a cursor, or events that overlap the window's start. */
export async function pageByDates({ store, filter, page }: PageQuery): Promise<KeysetRow[] | undefined> {
  const isByStart = filter.orderBy === 'start_date' && filter.dates.endFrom === earliest;
  if (!isByStart || page.after || !filtersByDatesOnly(filter) || !listsPublishedOnly(filter)) return undefined;
  const { from, before, endBefore } = filter.dates;
  const window = { now: filter.now, from, before, endBefore, limit: page.perPage + 1, skip: page.offset };
  return (filter.descending ? descending : ascending)(store.reader, window);
}
