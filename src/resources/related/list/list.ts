import { readParams } from '../../../http/params/read.ts';
import type { RequestContext, Route } from '../../../http/route.ts';
import { imagesOf } from '../../media/repository.ts';
import { recordList } from '../../records/list/list-route.ts';
import { readModified } from '../../records/list/modified.ts';
import { positionOf } from '../../records/list/order.ts';
import { isDescending } from '../../records/list/order-fields.ts';
import { checkPointOrder, distanceTo, readAround } from '../../records/list/places.ts';
import { requestedStatuses } from '../../records/list/visibility.ts';
import { lastChange } from '../../records/status.ts';
import { presentRelated } from '../present.ts';
import { relatedListFields, relatedReplies } from '../schemas.ts';
import type { RelatedRoutesOptions } from '../service.ts';
import { listRelated, type RelatedFilter } from './filters.ts';

export const listRoute = (options: RelatedRoutesOptions): Route =>
  recordList({
    kind: options.kind,
    fields: relatedListFields[options.kind],
    schema: relatedReplies[options.kind].page,
    maxPerPage: options.maxPerPage,
    notFound: `${options.kind}-archive-page-not-found`,
    read: (context) => readListRequest(context, options),
    async find(request, { page, after }, context) {
      const filter = await toFilter(request, after, context, options);
      return { ...(await listRelated(options.store, filter, page)), positionOf };
    },
    async present(rows, request, context) {
      const presentation = { ...context, images: await imagesOf(options.store.reader, rows) };
      const items = rows.map((row) => ({ ...presentRelated(row, presentation, false), ...distanceTo(row, request) }));
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
  return { values, statuses, around };
}

async function toFilter(
  { values, statuses, around }: Awaited<ReturnType<typeof readListRequest>>,
  after: RelatedFilter['after'],
  context: RequestContext,
  { kind, tryPassword }: RelatedRoutesOptions,
): Promise<RelatedFilter> {
  const looksAtEvents = values.has_events !== undefined || values.only_with_upcoming === true;
  return {
    kind,
    language: context.language,
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
    descending: isDescending(values),
    after,
  };
}
