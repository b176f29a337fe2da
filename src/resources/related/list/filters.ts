import { type Expression, type SqlBool, sql } from 'kysely';
import type { RelatedKind } from '../../../core/kinds.ts';
import { mayCreate, mayRead } from '../../../core/roles.ts';
import { searchWords } from '../../../core/text/fold.ts';
import type { Dialect } from '../../../store/dialect.ts';
import type { Store } from '../../../store/store.ts';
import type { Position } from '../../records/list/cursor.ts';
import { type ModifiedRange, modifiedWithin } from '../../records/list/modified.ts';
import type { Page } from '../../records/list/paging.ts';
import { haversineTo, isWithin, type PlaceFilter } from '../../records/list/places.ts';
import { offloadSearch } from '../../records/list/read-worker.ts';
import { type Listing, listRecords, type RecordList } from '../../records/list/record-list.ts';
import { hasAllWords } from '../../records/list/search.ts';
import { unmasked, type Visibility, visible, visibleById } from '../../records/list/visibility.ts';
import { ownedOf } from '../../records/status.ts';
import { findRelatedByIds } from '../repository.ts';
import type { RelatedRecord } from '../types.ts';

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

export interface RelatedFilter extends Visibility {
  kind: RelatedKind;
  language: string;
  passwordHash?: string | undefined;
  criteria: Criteria;
  orderBy: RelatedOrdering;
  descending: boolean;
  after?: Position | undefined;
}

export function listRelated(store: Store, filter: RelatedFilter, page: Page): Promise<Listing<RelatedRecord>> {
  const { kind, language, orderBy, descending, caller, now, criteria } = filter;
  const list: RecordList = {
    ...{ table: 'linked_records', kind, language, orderBy, descending, after: filter.after },
    conditions: conditionsOf(store, filter),
    ...keyOf(filter),
    sortsMatches: sortsMatches(filter),
  };
  const find = async (ids: readonly number[]) => {
    const records = await findRelatedByIds(store.reader, ids, language);
    return records.filter((record) => mayRead(caller, ownedOf(record, now)));
  };
  const read = () => listRecords(store, list, page, find);
  return list.sortsMatches ? offloadSearch(store, criteria.search, read) : read();
}

type RelatedOrdering = 'date' | 'modified' | 'title' | 'id' | 'distance';

function keyOf({ orderBy, criteria: { around } }: RelatedFilter): Pick<RecordList, 'key' | 'first'> {
  if (orderBy === 'distance' && around) return { key: haversineTo('r', around.point), first: 'real' };
  return { key: orderBy === 'date' ? sql`r.published_at` : orderBy === 'modified' ? sql`r.modified_at` : sql`r.id` };
}

type ConditionOf<V> = (value: V, query: { dialect: Dialect; filter: RelatedFilter }) => Expression<SqlBool>;

/** The condition of each filter on the record `r`. */
const filters: { [N in keyof Criteria]-?: ConditionOf<NonNullable<Criteria[N]>> } = {
  modified: (range) => sql<SqlBool>`${sql.join(modifiedWithin(range, sql`r.modified_at`), sql` and `)}`,
  search: (search, { dialect, filter }) => hasAllWords(dialect, 'r.id', searchWords(search), filter),
  event: (event) => sql<SqlBool>`r.id in (select record_id from event_links where event_id = ${event})`,
  located: (located) => (located ? sql<SqlBool>`r.geo_lat is not null` : sql<SqlBool>`r.geo_lat is null`),
  around: (around) => isWithin('r', around),
  hasEvents: (isRequired, { dialect, filter }) =>
    isRequired ? hasEvents(dialect, filter) : sql<SqlBool>`not ${hasEvents(dialect, filter)}`,
  withUpcoming: (_, { dialect, filter }) => hasEvents(dialect, filter, filter.now),
};

const namesInUse = ({ criteria }: RelatedFilter) =>
  (Object.keys(filters) as (keyof Criteria)[]).filter((name) => criteria[name] !== undefined);

/** All filters but this one are selective or slow per record: the matches are sorted instead of scanning the index of titles. */
const sortsMatches = (filter: RelatedFilter): boolean => namesInUse(filter).some((name) => name !== 'located');

function conditionsOf({ dialect }: Store, filter: RelatedFilter): Expression<SqlBool>[] {
  // To scan several statuses in one order, the index must not start with the status.
  const readable = mayCreate(filter.caller) ? visibleById : visible;
  const used = namesInUse(filter).map((name) =>
    (filters[name] as ConditionOf<unknown>)(filter.criteria[name], { dialect, filter }),
  );
  return [sql<SqlBool>`r.kind = ${filter.kind}`, readable('r', filter), ...used];
}

type Reading = Pick<RelatedFilter, 'caller' | 'now' | 'passwordHash'>;

/**
 * The venue or organizer `r` has an event that the caller may read and that, if `from` is given, starts then or later. Most
 * records have a public event, which the link rows alone show; only the others need the rows of their events.
 */
function hasEvents(dialect: Dialect, { caller, now, passwordHash }: Reading, from?: number): Expression<SqlBool> {
  const links = sql`el.record_id = r.id ${from === undefined ? sql`` : sql`and el.start_utc >= ${from}`}`;
  const isPublic = sql`el.listed = 1 and el.published_at <= ${now}
    and el.event_id not in (select id from events where password_hash is not null)`;
  // Masked events (D16) must not reveal their venues and organizers.
  const readable = sql`${unmasked(caller, passwordHash)} and ${visibleById('e', { caller, now })}`;
  // Without this order, PostgreSQL assumes that every record has the average number of events and scans all links per
  // record when a few records have most events.
  const publicEvent = sql`select el.event_id from event_links el where ${links} and ${isPublic} order by el.start_utc`;
  const readableEvent = sql`select e.id from event_links el cross join events e
    where ${links} and e.id = el.event_id and ${readable} order by el.start_utc`;
  return sql<SqlBool>`(${dialect.findsAny(publicEvent)} or ${dialect.findsAny(readableEvent)})`;
}
