import { plurals } from '../../../core/kinds.ts';
import type { Values } from '../../../http/params/field.ts';
import { readParams } from '../../../http/params/read.ts';
import { anyone, type Reply, type RequestContext, type Route } from '../../../http/route.ts';
import { imagesOf } from '../../media/repository.ts';
import { readContinuation, withStoredFilters } from '../../records/list/continue.ts';
import { readModified } from '../../records/list/modified.ts';
import { positionOf } from '../../records/list/order.ts';
import { presentList, readPage } from '../../records/list/paging.ts';
import { checkPointOrder, distanceTo, type PlaceFilter, readAround } from '../../records/list/places.ts';
import { requestedStatuses } from '../../records/list/visibility.ts';
import { listed, refused } from '../../records/replies.ts';
import { lastChange } from '../../records/status.ts';
import { presentRelated } from '../present.ts';
import { relatedListFields, relatedReplies } from '../schemas.ts';
import type { RelatedRoutesOptions } from '../service.ts';
import type { RelatedRecord } from '../types.ts';
import { listRelated, type RelatedFilter } from './filters.ts';

export function listRoute(options: RelatedRoutesOptions): Route {
  const { kind } = options;
  const plural = plurals[kind];
  return {
    method: 'GET',
    path: `/${plural}`,
    operationId: kind === 'venue' ? 'listVenues' : 'listOrganizers',
    summary: `List ${plural}`,
    tag: kind === 'venue' ? 'Venue' : 'Organizer',
    params: relatedListFields[kind],
    allowed: anyone,
    replies: [listed(relatedReplies[kind].page), ...refused(`${kind}-archive-page-not-found`, 'rest_invalid_cursor')],
    handle: (context) => list(withStoredFilters(context, `/${plural}`, relatedListFields[kind]), options),
  };
}

async function list(context: RequestContext, options: RelatedRoutesOptions): Promise<Reply> {
  const { store, kind, maxPerPage } = options;
  const plural = plurals[kind];
  const request = await readListRequest(context, options);
  const page = readPage(request.values, maxPerPage);
  const continuation = readContinuation(context, request.values.cursor);
  const query = { fields: relatedListFields[kind], params: context.params };
  const { cut } = continuation.of(`/${plural}`, query);
  const filter = await toFilter(request, continuation.cursor?.after, context, options);
  const { rows: found, total } = await listRelated(store, filter, page, context.language);
  const { rows, paging } = cut(found, page, positionOf, `${kind}-archive-page-not-found`);
  const reply = { key: plural, total, links: context.links, ...paging };
  return presentList({ ...reply, ...(await showPage(rows, request, context, options)) });
}

interface ListRequest extends Pick<RelatedFilter, 'statuses'> {
  around: PlaceFilter['around'];
  values: Values<typeof relatedListFields.venue>;
}

/** An event that the caller may not read is reported as unknown. */
async function readListRequest(
  context: RequestContext,
  { kind, isEventReadable }: RelatedRoutesOptions,
): Promise<ListRequest> {
  const fields = relatedListFields[kind] as typeof relatedListFields.venue;
  const { values, problems } = readParams(fields, context.params, context);
  if (values.event !== undefined && !(await isEventReadable(values.event, context, values.password)))
    problems.add('event', 'unknown_event');
  const statuses = requestedStatuses(values.status, context.caller, problems);
  const around = readAround(values, problems);
  checkPointOrder(values, problems);
  problems.throwIfAny();
  if (values.only_with_upcoming) context.uncacheable();
  return { values, statuses, around };
}

async function toFilter(
  { values, statuses, around }: ListRequest,
  after: RelatedFilter['after'],
  context: RequestContext,
  { kind, tryPassword }: RelatedRoutesOptions,
): Promise<RelatedFilter> {
  const looksAtEvents = values.has_events !== undefined || values.only_with_upcoming === true;
  return {
    kind,
    caller: context.caller,
    now: context.now,
    passwordHash:
      looksAtEvents && values.password !== undefined ? await tryPassword(values.password, context) : undefined,
    statuses,
    criteria: {
      modified: readModified(values, context),
      search: values.search,
      event: values.event,
      located: values.geoloc,
      around,
      hasEvents: values.has_events,
      withUpcoming: values.only_with_upcoming || undefined,
    },
    orderBy: values.orderby ?? 'date',
    // Newest first, unless an order is requested.
    descending: values.order === undefined ? values.orderby === undefined : values.order === 'desc',
    after,
  };
}

async function showPage(
  rows: readonly RelatedRecord[],
  place: PlaceFilter,
  context: RequestContext,
  { store }: RelatedRoutesOptions,
) {
  const presentation = { ...context, images: await imagesOf(store.reader, rows) };
  const items = rows.map((row) => ({ ...presentRelated(row, presentation, false), ...distanceTo(row, place) }));
  return { items, modified: lastChange(rows, context.now) };
}
