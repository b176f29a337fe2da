// The routes of events.
import { mayCreate } from '../../core/roles.ts';
import { readParams } from '../../http/params/read.ts';
import type { Reply, RequestContext, Route } from '../../http/route.ts';
import type { RecordAddress } from '../records/slugs.ts';
import { recordRoutes } from '../records/write/routes.ts';
import { writesOf } from '../records/write/writes.ts';
import { serialisedEvents } from './cache/event-cache.ts';
import { daysRoute } from './days/routes.ts';
import { listRoute } from './list/routes.ts';
import type { EventRoutesOptions } from './options.ts';
import { eventPresenter, isPublicResponse } from './routes-replies.ts';
import { eventDeleteFields, eventFields, eventReadFields, eventReplies, eventUpdateFields } from './schemas.ts';
import { eventResource, readEvent } from './service.ts';
import type { EventRecord } from './types.ts';

export function eventRoutes(options: EventRoutesOptions): Route[] {
  const routes = recordRoutes({
    writes: writesOf(eventResource(options)),
    path: '/events',
    noun: 'Event',
    name: 'event',
    aRecord: 'an event',
    summaries: {
      create: 'Create an event',
      update: 'Update an event; only the fields sent change',
      remove: 'Move an event to the trash, or delete it permanently',
    },
    createFields: eventFields,
    updateFields: eventUpdateFields,
    readFields: eventReadFields,
    deleteFields: eventDeleteFields,
    images: true,
    replies: eventReplies,
    errors: {
      create: ['external-id-exists'],
      update: ['rest-event-not-found', 'external-id-exists'],
      put: ['external-id-exists', 'rest_missing_callback_param'],
      read: ['rest-event-not-found', 'event-no-longer-available', 'event-not-accessible', 'event-password-protected'],
      remove: ['rest-event-not-found', 'event-is-in-trash'],
      translation: ['rest-event-not-found', 'rest-translation-not-found', 'rest-original-language'],
    },
    allowed: mayCreate,
    isOwned: true,
    sent: (fields, context) => readParams(fields, context.params, context),
    read: (context) => read(context, options),
    presenter: (context) => eventPresenter(context, options.currency),
  });
  return [listRoute(options), daysRoute(options), ...routes];
}

async function read(context: RequestContext, options: EventRoutesOptions): Promise<Reply> {
  const { values, problems } = readParams(eventReadFields, context.params, context);
  problems.throwIfAny();
  const readOptions = { edit: values.context === 'edit', password: values.password };
  const find = (address: RecordAddress) => readEvent(options, address, readOptions, context);
  if (isPublicResponse(context)) return readFromCache(find, context, options);
  const presented = await eventPresenter(context, options.currency).show(
    options.store.reader,
    await find(context.path),
  );
  return { status: 200, ...presented.read() };
}

async function readFromCache(
  find: (address: RecordAddress) => Promise<EventRecord>,
  context: RequestContext,
  options: EventRoutesOptions,
): Promise<Reply> {
  const id = context.path.id ?? (await find(context.path)).id;
  // After a lookup by another address the event is read again: only rows that are read after the snapshot may be cached.
  const request = { ids: [id], withJsonLd: true, load: async () => [await find({ id })] };
  const { events, modified, language } = await serialisedEvents(request, context, options);
  const headers = { 'content-language': language as string };
  return { status: 200, body: Buffer.concat(events.flatMap(({ pieces }) => pieces)), modified, headers };
}
