// The list of events: one function per filter, each a condition on the event `e`.
import { type Expression, type SqlBool, sql } from 'kysely';
import { searchTerms } from '../../../core/text/fold.ts';
import { unindexed } from '../../../store/hints.ts';
import type { Store } from '../../../store/store.ts';
import type { Position } from '../../records/list/cursor.ts';
import { editable, maskedIds, unmasked } from '../../records/list/editable.ts';
import type { ModifiedRange } from '../../records/list/modified.ts';
import type { Ordering } from '../../records/list/order-fields.ts';
import type { PlaceFilter } from '../../records/list/places.ts';
import { idsWithText, shownTextMeets } from '../../records/list/search.ts';
import { visible, visibleById } from '../../records/list/visibility.ts';
import type { Status } from '../../records/status.ts';
import type { Unlocking } from '../masking.ts';
import { atVenue } from './id-sets.ts';

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
  modified: ModifiedRange;
  search?: string | undefined;
  /** Term ids, those of sub-categories included. */
  categories?: readonly number[] | undefined;
  tags?: readonly number[] | undefined;
  venues?: readonly number[] | undefined;
  organizers?: readonly number[] | undefined;
  featured?: boolean | undefined;
  include?: readonly number[] | undefined;
  parent?: number | undefined;
  ticketed?: boolean | undefined;
  place: PlaceFilter;
  orderBy: Ordering | undefined;
  descending: boolean;
  after?: Position | undefined;
  onlyHidden: boolean;
  /** Some event of the calendar has a password: only then masks have to be looked at. */
  someProtected: boolean;
}

export type Condition = Expression<SqlBool>;

/** The order of the list. Without one asked for it is that of D64, or of publication where single events are asked for (D38). */
export const orderingOf = ({ orderBy, include }: EventFilter): Ordering => orderBy ?? (include ? 'date' : 'start_date');

/**
 * What leads to events. Of `?start_date=2027-01-01&search=jazz` the conditions then are
 *
 *   `starts`  the index of starts        e.status = 'publish' … e.start_utc >= 1798761600
 *   `every`   that alone, for counting   the same, and masks by their ids: no row is read for what the index has not
 *   `ids`     ids found before           (e.status || '') = 'publish' … (e.start_utc + 0) >= 1798761600
 *   `some`    a few ids                  the same, and the word is looked for in the text of each
 *   `order`   that of the order's index  as `ids`; for publications with status and publication as in `starts`
 *
 * The word is left to the sets of ids (`byWord`) by all but `some`.
 */
export type Lead = 'ids' | 'some' | 'starts' | 'every' | 'order';

/** Only the columns that lead are offered to the indexes: SQLite's planner has no other way to be told. */
export function conditionsOf(store: Store, filter: EventFilter, lead: Lead): Condition[] {
  const byPublication = lead === 'order' && filter.orderBy === 'date';
  const sight = isByStarts(lead) || byPublication ? visible : visibleById;
  return [sight('e', filter), ...conditionsBeside(store, filter, lead)];
}

const isByStarts = (lead: Lead): boolean => lead === 'starts' || lead === 'every';

/** All of them but that the caller may find the event. */
export function conditionsBeside(store: Store, filter: EventFilter, lead: Lead): Condition[] {
  const { categories, tags, venues, organizers, featured, ticketed, place } = filter;
  const hidden = filter.onlyHidden ? 1 : 0;
  const byStarts = isByStarts(lead);
  const whole = lead === 'every' ? notMasked(filter) : unmasked(filter.caller, filter.passwordHash);
  const throughMask = [
    categories,
    tags,
    venues,
    organizers,
    featured,
    ticketed,
    place.located,
    place.around,
    filter.parent,
  ].some((one) => one !== undefined);
  return [
    sql<SqlBool>`${byStarts ? bare.hidden : withoutIndex.hidden} = ${hidden}`,
    ...(filter.onlyHidden ? [editable(filter.caller)] : []),
    ...byDates(filter.dates, byStarts),
    ...(filter.featured === undefined ? [] : [sql<SqlBool>`e.featured = ${sql.lit(filter.featured ? 1 : 0)}`]),
    ...(filter.include ? [sql<SqlBool>`e.id in (${sql.join(filter.include)})`] : []),
    ...(filter.parent === undefined ? [] : [sql<SqlBool>`e.post_parent = ${filter.parent}`]),
    ...(ticketed === undefined ? [] : [ticketed ? sql<SqlBool>`e.tickets <> '[]'` : sql<SqlBool>`e.tickets = '[]'`]),
    ...(place.located === false ? [sql<SqlBool>`not ${atVenue(store, filter, sql`v.geo_lat is not null`).has}`] : []),
    ...(filter.search === undefined ? [] : bySearch(store, filter, { whole, ofEach: lead === 'some' })),
    ...(throughMask && filter.someProtected ? [whole] : []),
  ];
}

/** Few are masked: found by the index of these. */
const notMasked = ({ caller, passwordHash }: EventFilter): Condition =>
  sql<SqlBool>`e.id not in ${maskedIds(caller, passwordHash)}`;

/** Columns of the index of starts. */
const bare = { start: sql`e.start_utc`, end: sql`e.end_utc`, hidden: sql`e.hide_from_listings` };
const withoutIndex = { start: unindexed(bare.start), end: unindexed(bare.end), hidden: unindexed(bare.hidden) };

function byDates({ startFrom, startBefore, endFrom, endBefore }: DateLimits, indexed: boolean): Condition[] {
  const { start, end } = indexed ? bare : withoutIndex;
  // What ends before a moment starts before it: said to the index of starts, it need not walk on to the end of time.
  const startLimit = Math.min(startBefore ?? Number.MAX_SAFE_INTEGER, endBefore ?? Number.MAX_SAFE_INTEGER);
  return [
    ...(startFrom === undefined ? [] : [sql<SqlBool>`${start} >= ${startFrom}`]),
    ...(startLimit === Number.MAX_SAFE_INTEGER ? [] : [sql<SqlBool>`${start} < ${startLimit}`]),
    ...(endFrom === undefined ? [] : [sql<SqlBool>`${end} >= ${endFrom}`]),
    ...(endBefore === undefined ? [] : [sql<SqlBool>`${end} < ${endBefore}`]),
  ];
}

/**
 * What the sets of ids do not say. Of `jazz -rock go`, where no index finds `go`:
 *
 *   `jazz`   nothing; where some events are masked, that this one is not, or has the word in its title (D16)
 *   `-rock`  that the event is not among those with the word
 *   `go`     that the shown text contains it
 *
 * With `ofEach` the shown text is asked for all three. No words at all find nothing.
 */
function bySearch(
  { dialect }: Store,
  filter: EventFilter,
  { whole, ofEach }: { whole: Condition; ofEach: boolean },
): Condition[] {
  const { include, exclude } = searchTerms(filter.search ?? '');
  if (include.length === 0 && exclude.length === 0) return [sql<SqlBool>`0 = 1`];
  const { language, someProtected } = filter;
  const isScanned = (term: string) => ofEach || !dialect.isIndexed(term);
  const isFound = (term: string) => !isScanned(term);
  const contains = (term: string): Condition =>
    someProtected
      ? sql<SqlBool>`(${dialect.contains(term, true)} or (${whole} and ${dialect.contains(term, false)}))`
      : dialect.contains(term, false);
  const scanned = [
    ...include.filter(isScanned).map(contains),
    ...exclude.filter(isScanned).map((term) => sql<SqlBool>`not ${contains(term)}`),
  ];
  // The index says that a word occurs; in a masked text only the title counts, and few are masked.
  const counts = (terms: readonly string[]): Condition[] => {
    const titles = terms.map((term) => dialect.contains(term, true));
    if (!someProtected || titles.length === 0) return [];
    return [sql<SqlBool>`(${whole} or ${shownTextMeets('e.id', language, titles)})`];
  };
  const found = (term: string) => sql<SqlBool>`e.id in ${idsWithText(dialect, term, { kind: 'event', language })}`;
  return [
    ...exclude
      .filter(isFound)
      .map((term) => sql<SqlBool>`not (${sql.join([found(term), ...counts([term])], sql` and `)})`),
    ...(scanned.length > 0 ? [shownTextMeets('e.id', language, scanned)] : []),
    ...counts(include.filter(isFound)),
  ];
}
