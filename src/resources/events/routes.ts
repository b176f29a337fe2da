// The routes of events.
import { mayCreate } from '../../core/roles.ts';
import { getParams } from '../../http/params/read.ts';
import type { Reply, RequestContext, Route } from '../../http/route.ts';
import type { RecordRef } from '../records/slugs.ts';
import { recordRoutes } from '../records/write/routes.ts';
import { serialisedEvents } from './cache/event-cache.ts';
import { daysRoute } from './days/routes.ts';
import { listRoute } from './list/routes.ts';
import { isPublicResponse, showEvent } from './routes-replies.ts';
import { eventDeleteFields, eventFields, eventReadFields, eventReplies, eventUpdateFields } from './schemas.ts';
import { type EventRoutesOptions, eventResource, readEvent } from './service.ts';

export function eventRoutes(options: EventRoutesOptions): Route[] {
  const routes = recordRoutes({
    resource: eventResource(options),
    show: (db, event, context) => showEvent(db, event, context, options.currency),
    createFields: eventFields,
    updateFields: eventUpdateFields,
    readFields: eventReadFields,
    deleteFields: eventDeleteFields,
    replies: eventReplies,
    errors: { read: ['event-no-longer-available', 'event-not-accessible', 'event-password-protected'] },
    allowed: mayCreate,
    read: (context) => read(context, options),
  });
  return [listRoute(options), daysRoute(options), ...routes];
}

async function read(context: RequestContext, options: EventRoutesOptions): Promise<Reply> {
  const values = getParams(eventReadFields, context);
  const find = (ref: RecordRef) => readEvent(options, ref, values, context);
  if (!isPublicResponse(context)) {
    const presented = await showEvent(options.store.reader, await find(context.path), context, options.currency);
    return { status: 200, ...presented.read() };
  }
  const id = context.path.id ?? (await find(context.path)).id;
  // After a lookup by slug or external id it is read again: only rows that are read after the snapshot may be cached.
  const request = { ids: [id], withJsonLd: true, load: async () => [await find({ id })] };
  const { events, modified, language } = await serialisedEvents(request, context, options);
  const headers = { 'content-language': language as string };
  return { status: 200, body: Buffer.concat(events.flatMap(({ pieces }) => pieces)), modified, headers };
}
