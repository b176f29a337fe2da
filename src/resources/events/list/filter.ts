// What a filter of the list of events consists of, and what its parts may depend on.
import type { Expression, RawBuilder, SqlBool } from 'kysely';
import type { Problems } from '../../../core/api-error.ts';
import type { Fields, Values } from '../../../http/params/field.ts';
import type { RequestContext } from '../../../http/route.ts';
import type { Reader, Store } from '../../../store/store.ts';
import type { MaskedMembers } from '../../records/field-table.ts';
import type { Status } from '../../records/status.ts';
import type { eventTable } from '../fields/table.ts';
import type { Unlocking } from '../masking.ts';

export type Condition = Expression<SqlBool>;

/** Limits in UTC seconds; `from` inclusive, `before` exclusive. */
export interface DateLimits {
  startFrom?: number | undefined;
  startBefore?: number | undefined;
  endFrom?: number | undefined;
  endBefore?: number | undefined;
}

/** Who reads a list, and its window of dates. */
export interface ListScope extends Unlocking {
  language: string;
  statuses?: readonly Status[] | undefined;
  dates: DateLimits;
  /** Some event of the calendar has a password: only then masks have to be looked at. */
  someProtected: boolean;
}

/**
 * The access path of a query. Of `?start_date=2027-01-01&search=jazz` the conditions then are
 *
 *   `starts`  the index of starts        e.status = 'publish' … e.start_utc >= 1798761600
 *   `every`   that alone, for counting   the same, and masks by their ids: no row is read for what the index has not
 *   `ids`     ids found before           (e.status || '') = 'publish' … (e.start_utc + 0) >= 1798761600
 *   `some`    a few ids                  the same, and the word is looked for in the text of each
 *   `order`   that of the order's index  as `ids`; for publications with status and publication as in `starts`
 */
export type AccessPath = 'ids' | 'some' | 'starts' | 'every' | 'order';

/** The events that match a filter, as a query for their ids, in brackets, and as a condition on one event. */
export interface IdSet {
  ids: RawBuilder<unknown>;
  has: Condition;
  /** `has` as a correlated subquery: for a value that few rows are asked for PostgreSQL would gather all of the set. */
  alone?: Condition;
  /** For few events: reads each of them, not all that are in the set, as `has` and `ids` do. */
  each?: Condition;
  /** The event's own row decides, which costs less than a comparison with the ids. */
  isOwn?: boolean;
}

/** Terms, or venues and organizers, of which the events have one: found in the order of starts by an index. */
export interface Relation<V> {
  table: 'event_terms' | 'event_links';
  /** Their ids, or a query for these where they are many, in brackets; `undefined` if this value is no relation. */
  members(value: V, scope: ListScope): readonly number[] | RawBuilder<unknown> | undefined;
}

export interface FilterRequest {
  context: RequestContext;
  db: Reader;
  problems: Problems;
  /** Of the password that was sent. */
  passwordHash: string | undefined;
}

export interface FilterQuery {
  store: Store;
  scope: ListScope;
  path: AccessPath;
  /** That the caller sees the event whole. */
  isWhole: Condition;
}

type MaskedKey = MaskedMembers<typeof eventTable>;

interface FilterBase<P extends Fields, V> {
  parameters: P;
  /** The value of the filter, `undefined` if it is not used. */
  read(sent: Values<P>, request: FilterRequest): V | undefined | Promise<V | undefined>;
  /** Whether it depends on what a masked event hides (D16): such events then do not match for those who may not see it. */
  hiddenByMask: keyof P & MaskedKey extends never ? boolean : true;
  /** Whose changes change what matches: the event's own rows, texts and links, or also those of its venues. */
  dependsOn: 'event' | 'venues';
}

/** How a query finds the matching events: at least one. */
interface FilterQueries<V> {
  /** Conditions on the event `e`. */
  condition(value: V, query: FilterQuery): readonly Condition[];
  /** Sets of ids, of which one with few leads to the list. A relation has one without this. */
  idSets(value: V, query: FilterQuery): readonly IdSet[];
  relation: Relation<V>;
}

type AtLeastOne<T> = { [K in keyof T]: Pick<T, K> & Partial<T> }[keyof T];

export type Filter<P extends Fields, V> = FilterBase<P, V> & AtLeastOne<FilterQueries<V>>;

/** A filter of any type, for code that goes through all of them. */
export type AnyFilter = FilterBase<Fields, unknown> & Partial<FilterQueries<unknown>>;

export const filter = <const P extends Fields, V>(definition: Filter<P, V>): Filter<P, V> => definition;
