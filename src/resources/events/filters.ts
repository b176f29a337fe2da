// The list of events: one function per filter, each a condition on the event `e`.
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { searchTerms } from '../../core/text/fold.ts';
import type { Reader, Store } from '../../store/store.ts';
import type { Page } from '../records/paging.ts';
import { idsWithText } from '../records/search.ts';
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
  /** Some event of the calendar has a password: only then masks have to be looked at. */
  someProtected: boolean;
}

type Condition = Expression<SqlBool>;
/** A query for the ids of events, in brackets. */
type IdQuery = RawBuilder<unknown>;

/** Up to so many ids it is cheaper to look each event up than to walk the calendar in order. */
const fewIds = 2000;

/** A page in the order of D64, or of publication where single events are asked for (D38), and the total. */
export async function listEvents(
  store: Store,
  filter: EventFilter,
  page: Page,
): Promise<{ rows: EventRecord[]; total: number }> {
  const idQueries = idQueriesOf(store, filter);
  const byIds = filter.include !== undefined || (await someAreFew(store.reader, idQueries));
  const conditions = conditionsOf(store, filter, idQueries, !byIds);
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

async function someAreFew(db: Reader, queries: readonly IdQuery[]): Promise<boolean> {
  for (const query of queries) {
    const { rows } = await sql<{
      n: number;
    }>`select count(*) as n from (select 1 from ${query} as ids limit ${fewIds + 1}) as few`.execute(db);
    if ((rows[0]?.n ?? 0) <= fewIds) return true;
  }
  return false;
}

function idQueriesOf(store: Store, filter: EventFilter): IdQuery[] {
  const byTerms = (ids: readonly number[] | undefined) =>
    ids ? [sql`(select event_id from event_terms where term_id in (${sql.join(ids)}))`] : [];
  const byLinks = (ids: readonly number[] | undefined) =>
    ids ? [sql`(select event_id from event_links where record_id in (${sql.join(ids)}))`] : [];
  const words = filter.search === undefined ? [] : searchTerms(filter.search).include;
  return [
    ...words.map((word) => idsWithText(store.dialect, word, { kind: 'event', language: filter.language })),
    ...byTerms(filter.categories),
    ...byTerms(filter.tags),
    ...byLinks(filter.venues),
    ...byLinks(filter.organizers),
  ];
}

/** `indexed` offers the columns of status and time to the indexes; without, only ids lead to events. */
function conditionsOf(store: Store, filter: EventFilter, idQueries: readonly IdQuery[], indexed: boolean): Condition[] {
  const throughMask =
    (filter.categories ?? filter.tags ?? filter.venues ?? filter.organizers ?? filter.featured) !== undefined;
  return [
    visible('e', filter.viewer, filter.now, filter.statuses, indexed),
    sql<SqlBool>`e.hide_from_listings = ${filter.onlyHidden ? 1 : 0}`,
    ...(filter.onlyHidden ? [editable(filter.viewer)] : []),
    ...byDates(filter.dates, indexed),
    ...idQueries.map((query) => sql<SqlBool>`e.id in ${query}`),
    ...(filter.featured === undefined ? [] : [sql<SqlBool>`e.featured = ${filter.featured ? 1 : 0}`]),
    ...(filter.include ? [sql<SqlBool>`e.id in (${sql.join(filter.include)})`] : []),
    ...(filter.parent === undefined ? [] : [sql<SqlBool>`e.post_parent = ${filter.parent}`]),
    ...(filter.search === undefined ? [] : bySearch(store, filter, filter.search)),
    ...(throughMask && filter.someProtected ? [unmasked(filter)] : []),
  ];
}

function byDates({ startFrom, startBefore, endFrom, endBefore }: DateLimits, indexed: boolean): Condition[] {
  const start = indexed ? sql`e.start_utc` : sql`(e.start_utc + 0)`;
  const end = indexed ? sql`e.end_utc` : sql`(e.end_utc + 0)`;
  return [
    ...(startFrom === undefined ? [] : [sql<SqlBool>`${start} >= ${startFrom}`]),
    ...(startBefore === undefined ? [] : [sql<SqlBool>`${start} < ${startBefore}`]),
    ...(endFrom === undefined ? [] : [sql<SqlBool>`${end} >= ${endFrom}`]),
    ...(endBefore === undefined ? [] : [sql<SqlBool>`${end} < ${endBefore}`]),
  ];
}

/** What the id queries do not say: no words at all, excluded words, and words that only masked texts have (D16). */
function bySearch(store: Store, filter: EventFilter, search: string): Condition[] {
  const { include, exclude } = searchTerms(search);
  if (include.length === 0 && exclude.length === 0) return [sql<SqlBool>`0 = 1`];
  const inText = (term: string, titleOnly: boolean) =>
    sql<SqlBool>`e.id in ${idsWithText(store.dialect, term, { kind: 'event', language: filter.language, titleOnly })}`;
  const shown = (term: string): Condition =>
    filter.someProtected
      ? sql<SqlBool>`(${inText(term, true)} or (${unmasked(filter)} and ${inText(term, false)}))`
      : inText(term, false);
  return [
    ...(filter.someProtected ? include.map(shown) : []),
    ...exclude.map((term) => sql<SqlBool>`not ${shown(term)}`),
  ];
}
