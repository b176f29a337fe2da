// The list of events: one function per filter, each a condition on the event `e`.
import { type Expression, type SqlBool, sql } from 'kysely';
import { searchTerms } from '../../core/text/fold.ts';
import type { Store } from '../../store/store.ts';
import type { Page } from '../records/paging.ts';
import { containsAll } from '../records/search.ts';
import type { Status } from '../records/status.ts';
import { visible } from '../records/visibility.ts';
import { editable, type Unlocking, unmasked } from './masking.ts';
import { eventsIn } from './repository.ts';
import type { EventRecord } from './types.ts';

/** Limits in UTC seconds; `from` inclusive, `before` exclusive. */
export interface DateLimits {
  startFrom?: number | undefined;
  startBefore?: number | undefined;
  endFrom?: number | undefined;
  endBefore?: number | undefined;
}

export interface EventFilter extends Unlocking {
  language: string;
  statuses?: readonly Status[] | undefined;
  dates: DateLimits;
  search?: string | undefined;
  /** Term ids, those of sub-categories included. */
  categories?: readonly number[] | undefined;
  tags?: readonly number[] | undefined;
  venues?: readonly number[] | undefined;
  organizers?: readonly number[] | undefined;
  featured?: boolean | undefined;
  include?: readonly number[] | undefined;
  parent?: number | undefined;
  onlyHidden: boolean;
}

type Condition = Expression<SqlBool>;

/** A page in the order of D64, or of publication where single events are asked for (D38), and the total. */
export async function listEvents(store: Store, filter: EventFilter, page: Page): Promise<{ rows: EventRecord[]; total: number }> {
  const conditions = conditionsOf(store, filter);
  let query = eventsIn(store.reader, filter.language).where((eb) => eb.and(conditions));
  if (!filter.include) query = query.orderBy('e.start_utc');
  const rows = await query.orderBy('e.published_at').orderBy('e.id').limit(page.perPage).offset(page.offset).execute();
  if (page.offset === 0 && rows.length < page.perPage) return { rows, total: rows.length };
  const { total } = await store.reader
    .selectFrom('events as e')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where((eb) => eb.and(conditions))
    .executeTakeFirstOrThrow();
  return { rows, total };
}

function conditionsOf(store: Store, filter: EventFilter): Condition[] {
  const found = [...byDates(filter.dates), ...byTerms(filter.categories), ...byTerms(filter.tags), ...byLinks(filter.venues), ...byLinks(filter.organizers)];
  const throughMask = (filter.categories ?? filter.tags ?? filter.venues ?? filter.organizers ?? filter.featured) !== undefined;
  return [
    visible('e', filter.viewer, filter.now, filter.statuses),
    filter.onlyHidden ? sql<SqlBool>`e.hide_from_listings = 1 and ${editable(filter.viewer)}` : sql<SqlBool>`e.hide_from_listings = 0`,
    ...found,
    ...(filter.featured === undefined ? [] : [sql<SqlBool>`e.featured = ${filter.featured ? 1 : 0}`]),
    ...(filter.include ? [sql<SqlBool>`e.id in (${sql.join(filter.include)})`] : []),
    ...(filter.parent === undefined ? [] : [sql<SqlBool>`e.post_parent = ${filter.parent}`]),
    ...bySearch(store, filter),
    ...(throughMask ? [unmasked(filter)] : []),
  ];
}

function byDates({ startFrom, startBefore, endFrom, endBefore }: DateLimits): Condition[] {
  return [
    ...(startFrom === undefined ? [] : [sql<SqlBool>`e.start_utc >= ${startFrom}`]),
    ...(startBefore === undefined ? [] : [sql<SqlBool>`e.start_utc < ${startBefore}`]),
    ...(endFrom === undefined ? [] : [sql<SqlBool>`e.end_utc >= ${endFrom}`]),
    ...(endBefore === undefined ? [] : [sql<SqlBool>`e.end_utc < ${endBefore}`]),
  ];
}

const byTerms = (ids: readonly number[] | undefined): Condition[] =>
  ids ? [sql<SqlBool>`e.id in (select event_id from event_terms where term_id in (${sql.join(ids)}))`] : [];

const byLinks = (ids: readonly number[] | undefined): Condition[] =>
  ids ? [sql<SqlBool>`e.id in (select event_id from event_links where record_id in (${sql.join(ids)}))`] : [];

function bySearch(store: Store, filter: EventFilter): Condition[] {
  if (filter.search === undefined) return [];
  const { include, exclude } = searchTerms(filter.search);
  const masked = sql<SqlBool>`not ${unmasked(filter)}`;
  const titleOnly = filter.viewer.role === 'administrator' || filter.viewer.role === 'editor' ? {} : { titleOnly: masked };
  return [containsAll(store.dialect, { column: 'e.id', kind: 'event', language: filter.language, include, exclude, ...titleOnly })];
}
