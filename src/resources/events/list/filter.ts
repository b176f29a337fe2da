// The shape of a filter of the event list: its parameters, how it is read, and the SQL that it contributes.
import type { Expression, RawBuilder, SqlBool } from 'kysely';
import type { Problems } from '../../../core/api-error.ts';
import type { Fields, Values } from '../../../http/params/field.ts';
import type { RequestContext } from '../../../http/route.ts';
import type { Reader, Store } from '../../../store/store.ts';
import type { MaskedMembers } from '../../records/field-table.ts';
import type { Status } from '../../records/status.ts';
import type { eventTable } from '../fields/table.ts';
import type { ReaderAccess } from '../masking.ts';

export type Condition = Expression<SqlBool>;

/** Limits of starts and of ends, in UTC seconds: half open, `earliest` and `latest` where there is no limit. */
export interface UtcWindow {
  from: number;
  before: number;
  endFrom: number;
  endBefore: number;
}

/** Who reads the list, and its date window. */
export interface ListScope extends ReaderAccess {
  language: string;
  statuses?: readonly Status[] | undefined;
  dates: UtcWindow;
  /**
   * Whether any event of the calendar has a password. If not, filters need not check for masked events. Orders must, as it
   * is not looked up for lists without filters.
   */
  hasProtected: boolean;
}

/**
 * How a query reaches the events. It decides which columns its conditions offer to indexes, because SQLite's planner has
 * no statistics. For `?start_date=2027-01-01&search=jazz`:
 *
 *   `starts`  scan of the index of starts      e.status = 'publish' … e.start_utc >= 1798761600
 *   `count`   the same for a total             masked events are excluded by id: the index does not have the password
 *   `ids`     lookup of given ids              (e.status || '') = 'publish' … (e.start_utc + 0) >= 1798761600
 *   `each`    test of single events            as `ids`, but the word is looked for in each event's text
 *   `order`   scan of the order's own index    as `ids`; in order of publication, status and publication are offered
 */
export type AccessPath = 'ids' | 'each' | 'starts' | 'count' | 'order';

/** A filter as a set of event ids, and the condition that an event is in it. */
export interface IdSet {
  /** Subquery that selects the ids, in brackets. */
  ids: RawBuilder<unknown>;
  /** Condition on the event `e`. The others mean the same, where it would cost more. */
  has: Condition;
  /** For scans that end early, a correlated subquery: for `has`, PostgreSQL would first build the whole set. */
  correlated?: Condition;
  /** For a few events, whose own rows are read instead of the whole set. */
  ofFew?: Condition | undefined;
  /** For many events at once: the whole set is read first. */
  ofMany?: Condition;
}

/** Ids of terms or records, or a subquery for many of them, in brackets. */
export type RelatedIds = readonly number[] | RawBuilder<unknown>;

/** Terms, or venues and organizers, one of which an event must have. Their indexes are in the order of starts. */
export interface Relation<V> {
  table: 'event_terms' | 'event_links';
  /** `undefined` if this value is not about a relation. */
  relatedIds(value: V, scope: ListScope): RelatedIds | undefined;
}

export interface FilterRequest {
  context: RequestContext;
  db: Reader;
  problems: Problems;
  passwordHash: string | undefined;
}

export interface FilterQuery {
  store: Store;
  scope: ListScope;
  path: AccessPath;
  isUnmasked: Condition;
}

type MaskedKey = MaskedMembers<typeof eventTable>;

interface FilterBase<P extends Fields, V> {
  parameters: P;
  /** The value of the filter, `undefined` if it is not used. */
  read(sent: Values<P>, request: FilterRequest): V | undefined | Promise<V | undefined>;
  /** Whether it tests something that a password hides (D16). Masked events then never match. */
  hiddenByMask: keyof P & MaskedKey extends never ? boolean : true;
  /** Records whose changes can change the result: the event with its texts and links, or its venues and organizers as well. */
  dependsOn: 'event' | 'related';
}

/** The SQL of a filter: at least one of these. */
interface FilterQueries<V> {
  /** Conditions on the event `e`. */
  condition(value: V, query: FilterQuery): readonly Condition[];
  /** Id sets. A small one becomes the access path. A relation has one without this. */
  idSets(value: V, query: FilterQuery): readonly IdSet[];
  relation: Relation<V>;
}

type AtLeastOne<T> = { [K in keyof T]: Pick<T, K> & Partial<T> }[keyof T];

export type Filter<P extends Fields, V> = FilterBase<P, V> & AtLeastOne<FilterQueries<V>>;

/** A filter of any type, for code that iterates over all of them. */
export type AnyFilter = FilterBase<Fields, unknown> & Partial<FilterQueries<unknown>>;

export const filter = <const P extends Fields, V>(definition: Filter<P, V>): Filter<P, V> => definition;
