// The lists of venues and of organizers.
import { type Expression, type SqlBool, sql } from 'kysely';
import type { RelatedKind } from '../../core/kinds.ts';
import { mayCreate, mayRead } from '../../core/roles.ts';
import { searchWords } from '../../core/text/fold.ts';
import { readParams } from '../../http/params/read.ts';
import type { RequestContext, Route } from '../../http/route.ts';
import type { Dialect } from '../../store/dialect.ts';
import type { Store } from '../../store/store.ts';
import { imagesOf } from '../media/repository.ts';
import { recordList } from '../records/list/list-route.ts';
import { offloadSearch } from '../records/list/offload.ts';
import { isDescending, positionOf } from '../records/list/order.ts';
import type { Page } from '../records/list/paging.ts';
import { type Around, checkPointOrder, distanceTo, haversineTo, isWithin, readAround } from '../records/list/places.ts';
import { type Listing, listRecords, type RecordList } from '../records/list/record-list.ts';
import { hasTerms } from '../records/list/search.ts';
import { readModified, readPublished, type TimeRange, timeWithin } from '../records/list/time-range.ts';
import { requestedStatuses, unmasked, type Visibility, visible, visibleById } from '../records/list/visibility.ts';
import { lastChange, ownedOf } from '../records/status.ts';
import { presentRelated } from './present.ts';
import { findRelatedByIds } from './repository.ts';
import { relatedListFields, relatedReplies } from './schemas.ts';
import type { RelatedRoutesOptions } from './service.ts';
import type { RelatedRecord } from './types.ts';

export const listRoute = (options: RelatedRoutesOptions): Route =>
  recordList({
    kind: options.kind,
    fields: relatedListFields[options.kind],
    schema: relatedReplies[options.kind].page,
    maxPerPage: options.maxPerPage,
    notFound: `${options.kind}-archive-page-not-found`,
    read: (context) => readListRequest(context, options),
    async find({ values, filter }, page, context) {
      const looksAtEvents = values.has_events !== undefined || values.only_with_upcoming === true;
      const password = looksAtEvents ? values.password : undefined;
      const passwordHash = password === undefined ? undefined : await options.tryPassword(password, context);
      return { ...(await listRelated(options.store, { ...filter, passwordHash }, page)), positionOf };
    },
    async present(rows, request, context) {
      const presentation = { ...context, images: await imagesOf(options.store.reader, rows) };
      const items = rows.map((row) => ({
        ...presentRelated(row, presentation, false),
        ...distanceTo(row, request.filter.criteria.around),
      }));
      return { items, modified: lastChange(rows, context.now) };
    },
  });

/** An event that the caller may not read is reported as unknown. */
async function readListRequest(context: RequestContext, { kind, isEventReadable }: RelatedRoutesOptions) {
  const fields = relatedListFields[kind] as typeof relatedListFields.venue;
  const { values, problems } = readParams(fields, context.params, context);
  if (values.event !== undefined && !(await isEventReadable(values.event, context, values.password)))
    problems.add('event', 'unknown_event');
  const statuses = requestedStatuses(values.status, context.caller, problems);
  const around = readAround(values, problems);
  checkPointOrder(values, problems);
  problems.throwIfAny();
  if (values.only_with_upcoming) context.uncacheable();
  const filter: RelatedFilter = {
    kind,
    language: context.language,
    caller: context.caller,
    now: context.now,
    statuses,
    criteria: {
      modified: readModified(values, context),
      published: readPublished(values, context),
      exclude: values.exclude,
      author: values.author,
      search: values.search,
      event: values.event,
      located: values.geoloc,
      around,
      hasEvents: values.has_events,
      withUpcoming: values.only_with_upcoming || undefined,
    },
    orderBy: values.orderby ?? 'date',
    descending: isDescending(values),
  };
  return { values, filter };
}

interface Criteria {
  modified?: TimeRange | undefined;
  published?: TimeRange | undefined;
  exclude?: readonly number[] | undefined;
  author?: readonly number[] | undefined;
  search?: string | undefined;
  /** Id of an event: its venues or organizers. */
  event?: number | undefined;
  located?: boolean | undefined;
  around?: Around | undefined;
  hasEvents?: boolean | undefined;
  withUpcoming?: true | undefined;
}

interface RelatedFilter extends Visibility {
  kind: RelatedKind;
  language: string;
  passwordHash?: string | undefined;
  criteria: Criteria;
  orderBy: RelatedOrdering;
  descending: boolean;
}

function listRelated(store: Store, filter: RelatedFilter, page: Page): Promise<Listing<RelatedRecord>> {
  const { kind, language, orderBy, descending, caller, now, criteria } = filter;
  const list: RecordList = {
    table: 'linked_records',
    kind,
    language,
    orderBy,
    descending,
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
  modified: (range) => sql<SqlBool>`${sql.join(timeWithin(range, sql`r.modified_at`), sql` and `)}`,
  published: (range) => sql<SqlBool>`${sql.join(timeWithin(range, sql`r.published_at`), sql` and `)}`,
  exclude: (exclude) => sql<SqlBool>`r.id not in (${sql.join(exclude)})`,
  author: (author) => sql<SqlBool>`r.author_id in (${sql.join(author)})`,
  search: (search, { dialect, filter }) => hasTerms(dialect, searchWords(search), filter),
  event: (event) => sql<SqlBool>`r.id in (select record_id from event_links where event_id = ${event})`,
  located: (located) => (located ? sql<SqlBool>`r.geo_lat is not null` : sql<SqlBool>`r.geo_lat is null`),
  around: (around) => isWithin('r', around),
  hasEvents: (isRequired, { dialect, filter }) =>
    isRequired ? hasEvents(dialect, filter) : sql<SqlBool>`not ${hasEvents(dialect, filter)}`,
  withUpcoming: (_, { dialect, filter }) => hasEvents(dialect, filter, filter.now),
};

const namesInUse = ({ criteria }: RelatedFilter) =>
  (Object.keys(filters) as (keyof Criteria)[]).filter((name) => criteria[name] !== undefined);

/** All filters but these are selective or slow per record: the matches are sorted instead of scanning the index of titles. */
const sortsMatches = (filter: RelatedFilter): boolean =>
  namesInUse(filter).some((name) => name !== 'located' && name !== 'exclude');

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
