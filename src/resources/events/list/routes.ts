import { mayRead } from '../../../core/roles.ts';
import { fieldNames } from '../../../http/response/outgoing.ts';
import { createSizeTotal } from '../../../http/response/size-limit.ts';
import { anyone, type Reply, type RequestContext, type Route } from '../../../http/route.ts';
import type { Store } from '../../../store/store.ts';
import { withStoredFilters } from '../../records/list/continue.ts';
import { positionOf } from '../../records/list/order.ts';
import { presentList, presentListOfBytes, readPage } from '../../records/list/paging.ts';
import { distanceTo, type PlaceFilter } from '../../records/list/places.ts';
import { listed, refused } from '../../records/replies.ts';
import { ownedOf } from '../../records/status.ts';
import type { RelatedRecord } from '../../related/types.ts';
import { serialisedEvents } from '../cache/event-cache.ts';
import { presentEvent } from '../fields/present.ts';
import { isMasked } from '../masking.ts';
import type { EventRoutesOptions } from '../options.ts';
import { loadRelations } from '../relations.ts';
import { findEvents } from '../repository.ts';
import { isPublicResponse, latestChange } from '../routes-replies.ts';
import { eventReplies } from '../schemas.ts';
import type { EventRecord } from '../types.ts';
import type { EventFilter } from './conditions.ts';
import { listEvents } from './find.ts';
import { eventListFields, readListRequest } from './list-request.ts';

export const listRoute = (options: EventRoutesOptions): Route => ({
  method: 'GET',
  path: '/events',
  operationId: 'listEvents',
  summary: 'List events',
  tag: 'Event',
  params: eventListFields,
  allowed: anyone,
  replies: [listed(eventReplies.page), ...refused('event-archive-page-not-found', 'rest_invalid_cursor')],
  handle: (context) => list(withStoredFilters(context, '/events', eventListFields), options),
});

async function list(context: RequestContext, options: EventRoutesOptions): Promise<Reply> {
  const { store, maxPerPage } = options;
  const { values, continuation, filter, defaults } = await readListRequest(eventListFields, context, options);
  const request = { fields: eventListFields, params: context.params, resolved: defaults };
  const { cut } = continuation.of('/events', request);
  const page = readPage(values, maxPerPage);
  const isOpen = isPublicResponse(context);
  const totals = isOpen ? options.memo(context.now, context.validity).totals : undefined;
  const { found, total, plan } = await listEvents(store, filter, page, totals);
  context.readBy(plan);
  const { rows, paging } = cut(found, page, positionOf, 'event-archive-page-not-found');
  const ids = rows.map(({ id }) => id);
  const reply = { key: 'events', total, links: context.links, ...paging };
  if (isOpen && !filter.criteria.around) {
    const load = (missing: readonly number[]) => findReadable(store, missing, context);
    const { events, modified } = await serialisedEvents({ ids, withJsonLd: false, load }, context, options);
    return presentListOfBytes({ ...reply, modified }, events);
  }
  return presentList({ ...reply, ...(await presentEvents(ids, filter, context, options)) });
}

/** Without events that became unreadable after the page was selected. */
async function findReadable(
  { reader }: Store,
  ids: readonly number[],
  { caller, now, language }: RequestContext,
): Promise<EventRecord[]> {
  const rows = await findEvents(reader, ids, language);
  return rows.filter((row) => mayRead(caller, ownedOf(row, now)));
}

/** Events as this caller sees them, some of them masked. */
async function presentEvents(
  ids: readonly number[],
  filter: EventFilter,
  context: RequestContext,
  { store, currency }: EventRoutesOptions,
) {
  const rows = await findReadable(store, ids, context);
  const unmasked = rows.filter((row) => !isMasked(row, filter));
  // A part of the fields may be small, however long the texts are.
  const addSize = fieldNames(context.params.get('_fields')) ? undefined : createSizeTotal();
  const relations = await loadRelations(store.reader, unmasked, context, addSize);
  const presentation = { ...context, currency };
  const items = rows.map((row) => ({
    ...presentEvent(row, relations, presentation, { withJsonLd: false, masked: isMasked(row, filter) }),
    ...nearestDistance(relations.related.get(row.id) ?? [], filter.criteria),
  }));
  return { items, modified: latestChange(rows, relations, context.now) };
}

/** The distance to the nearest of an event's venues. */
function nearestDistance(related: readonly RelatedRecord[], place: PlaceFilter): { distance?: number } {
  const distances = related.map((venue) => distanceTo(venue, place).distance).filter((km) => km !== undefined);
  return distances.length > 0 ? { distance: Math.min(...distances) } : {};
}
