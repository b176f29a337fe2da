import { type Expression, type SqlBool, sql } from 'kysely';
import type { RelatedKind } from '../../../core/kinds.ts';
import { type Caller, mayCreate, mayRead } from '../../../core/roles.ts';
import { searchWords } from '../../../core/text/fold.ts';
import type { Dialect } from '../../../store/dialect.ts';
import type { Store } from '../../../store/store.ts';
import type { Position } from '../../records/list/cursor.ts';
import { type ModifiedRange, modifiedWithin } from '../../records/list/modified.ts';
import type { KeysetRow } from '../../records/list/order.ts';
import type { Page } from '../../records/list/paging.ts';
import { haversineTo, isWithin, type PlaceFilter } from '../../records/list/places.ts';
import { offloadSearch } from '../../records/list/read-worker.ts';
import { listRecordIds, type RecordList } from '../../records/list/record-list.ts';
import { hasAllWords } from '../../records/list/search.ts';
import { visible, visibleById } from '../../records/list/visibility.ts';
import { ownedOf, type Status } from '../../records/status.ts';
import { findRelatedByIds } from '../repository.ts';
import type { RelatedRecord } from '../types.ts';
import { hasEvents } from './filters-has-events.ts';

/** Values of the active filters. */
interface Criteria {
  modified?: ModifiedRange | undefined;
  search?: string | undefined;
  /** Id of an event: its venues or organizers. */
  event?: number | undefined;
  located?: boolean | undefined;
  around?: PlaceFilter['around'];
  hasEvents?: boolean | undefined;
  withUpcoming?: true | undefined;
}

export interface RelatedFilter {
  kind: RelatedKind;
  caller: Caller;
  now: number;
  passwordHash?: string | undefined;
  statuses?: readonly Status[] | undefined;
  criteria: Criteria;
  orderBy: RelatedOrdering;
  descending: boolean;
  after?: Position | undefined;
}

export type ListedRelated = RelatedRecord & KeysetRow;

interface Listing {
  rows: ListedRelated[];
  total: number;
}

/** A page of sorted rows plus the first row of the next one, if any, and the total. */
export function listRelated(store: Store, filter: RelatedFilter, page: Page, language: string): Promise<Listing> {
  const read = () => readList(store, filter, page, language);
  return findsFew(filter) ? offloadSearch(store, filter.criteria.search, read) : read();
}

async function readList(store: Store, filter: RelatedFilter, page: Page, language: string): Promise<Listing> {
  const { kind, orderBy, descending, caller, now } = filter;
  const list: RecordList = {
    ...{ table: 'linked_records', kind, language, orderBy, descending, after: filter.after },
    conditions: conditionsOf(store, filter, language),
    ...keyOf(filter),
    findsFew: findsFew(filter),
  };
  const { found, total } = await listRecordIds(store, list, page);
  const ids = found.map(({ id }) => id);
  const records = new Map((await findRelatedByIds(store.reader, ids, language)).map((record) => [record.id, record]));
  const rows = found.flatMap(({ id, sort_key }) => {
    const record = records.get(id);
    // Leaves out records that were hidden after the ids were read.
    return record && mayRead(caller, ownedOf(record, now)) ? [{ ...record, sort_key }] : [];
  });
  return { rows, total };
}

type RelatedOrdering = 'date' | 'modified' | 'title' | 'id' | 'distance';

function keyOf({ orderBy, criteria: { around } }: RelatedFilter): Pick<RecordList, 'key' | 'first'> {
  if (orderBy === 'distance' && around) return { key: haversineTo('r', around.point), first: 'real' };
  return { key: orderBy === 'date' ? sql`r.published_at` : orderBy === 'modified' ? sql`r.modified_at` : sql`r.id` };
}

interface FilterQuery {
  dialect: Dialect;
  filter: RelatedFilter;
  language: string;
}

interface Filter<V> {
  /** The condition on the record `r`. */
  condition(value: V, query: FilterQuery): Expression<SqlBool>;
  /** The filter is selective or slow per record: sort the matches instead of scanning the index of titles. */
  findsFew: boolean;
}

const filters: { [N in keyof Criteria]-?: Filter<NonNullable<Criteria[N]>> } = {
  modified: {
    condition: (range) => sql<SqlBool>`${sql.join(modifiedWithin(range, sql`r.modified_at`), sql` and `)}`,
    findsFew: true,
  },
  search: {
    condition: (search, { dialect, filter: { kind }, language }) =>
      hasAllWords(dialect, 'r.id', searchWords(search), { kind, language }),
    findsFew: true,
  },
  event: {
    condition: (event) => sql<SqlBool>`r.id in (select record_id from event_links where event_id = ${event})`,
    findsFew: true,
  },
  located: {
    condition: (located) => (located ? sql<SqlBool>`r.geo_lat is not null` : sql<SqlBool>`r.geo_lat is null`),
    findsFew: false,
  },
  around: { condition: (around) => isWithin('r', around), findsFew: true },
  hasEvents: {
    condition: (isRequired, { dialect, filter }) =>
      isRequired ? hasEvents(dialect, filter) : sql<SqlBool>`not ${hasEvents(dialect, filter)}`,
    // The total evaluates the condition for all records anyway.
    findsFew: true,
  },
  withUpcoming: { condition: (_, { dialect, filter }) => hasEvents(dialect, filter, filter.now), findsFew: true },
};

/** The active filters with their values. */
const activeFilters = ({ criteria }: RelatedFilter): (readonly [Filter<unknown>, unknown])[] =>
  Object.entries(filters).flatMap(([name, filter]) => {
    const value = criteria[name as keyof Criteria];
    return value === undefined ? [] : [[filter as Filter<unknown>, value] as const];
  });

const findsFew = (filter: RelatedFilter): boolean => activeFilters(filter).some(([used]) => used.findsFew);

function conditionsOf({ dialect }: Store, filter: RelatedFilter, language: string): Expression<SqlBool>[] {
  // To scan several statuses in one order, the index must not start with the status.
  const readable = mayCreate(filter.caller) ? visibleById : visible;
  const used = activeFilters(filter).map(([{ condition }, value]) => condition(value, { dialect, filter, language }));
  return [sql<SqlBool>`r.kind = ${filter.kind}`, readable('r', filter), ...used];
}
