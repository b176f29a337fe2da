import { fieldNames } from '../../../http/response/outgoing.ts';
import { createSizeTotal } from '../../../http/response/size-limit.ts';
import type { RequestContext, Route } from '../../../http/route.ts';
import { recordList } from '../../records/list/list-route.ts';
import { positionOf } from '../../records/list/order.ts';
import { type Around, distanceTo } from '../../records/list/places.ts';
import type { RelatedRecord } from '../../related/types.ts';
import { serialisedEvents } from '../cache/event-cache.ts';
import { presentEvent } from '../fields/present.ts';
import { isMasked } from '../masking.ts';
import { loadRelations } from '../relations.ts';
import { isPublicResponse, latestChange } from '../routes-replies.ts';
import { eventReplies } from '../schemas.ts';
import type { EventRoutesOptions } from '../service.ts';
import type { EventFilter } from './conditions.ts';
import { findListed, listEvents } from './find.ts';
import { eventListFields, readListRequest } from './list-request.ts';

export const listRoute = (options: EventRoutesOptions): Route =>
  recordList({
    kind: 'event',
    fields: eventListFields,
    schema: eventReplies.page,
    maxPerPage: options.maxPerPage,
    notFound: 'event-archive-page-not-found',
    read: (context) => readListRequest(eventListFields, context, options),
    async find({ filter }, page, context) {
      const totals = isPublicResponse(context) ? options.memo(context.now, context.validity).totals : undefined;
      const { found, total, plan } = await listEvents(options.store, filter, page, totals);
      context.setPlan(plan);
      return { rows: found, total, positionOf };
    },
    async present(rows, { filter }, context) {
      const ids = rows.map(({ id }) => id);
      if (!isPublicResponse(context) || filter.criteria.around) return presentEvents(ids, filter, context, options);
      const load = (missing: readonly number[]) => findListed(options.store, missing, filter);
      const { events, modified } = await serialisedEvents({ ids, withJsonLd: false, load }, context, options);
      return { serialised: events, modified };
    },
  });

/** Events as this caller sees them, some of them masked. */
async function presentEvents(
  ids: readonly number[],
  filter: EventFilter,
  context: RequestContext,
  { store, currency }: EventRoutesOptions,
) {
  const rows = await findListed(store, ids, filter);
  const unmasked = rows.filter((row) => !isMasked(row, filter));
  // A part of the fields may be small, however long the texts are.
  const addSize = fieldNames(context.params.get('_fields')) ? undefined : createSizeTotal();
  const relations = await loadRelations(store.reader, unmasked, context, addSize);
  const presentation = { ...context, currency };
  const items = rows.map((row) => ({
    ...presentEvent(row, relations, presentation, { withJsonLd: false, masked: isMasked(row, filter) }),
    ...nearestDistance(relations.related.get(row.id) ?? [], filter.criteria.around),
  }));
  return { items, modified: latestChange(rows, relations, context.now) };
}

function nearestDistance(related: readonly RelatedRecord[], around: Around | undefined): { distance?: number } {
  const distances = related.map((venue) => distanceTo(venue, around).distance).filter((km) => km !== undefined);
  return distances.length > 0 ? { distance: Math.min(...distances) } : {};
}
