import { mayCreate } from '../../core/roles.ts';
import { readParams } from '../../http/params/read.ts';
import { everybody, type Method, type Reply, type RequestContext, type Route } from '../../http/route.ts';
import type { Reader, Store } from '../../store/store.ts';
import { created, done, refused } from '../records/replies.ts';
import { listRoute } from './list.ts';
import { type EventPresentation, presentEvent } from './present.ts';
import { loadRelations } from './relations.ts';
import { eventReplies } from './reply-schemas.ts';
import { eventDeleteFields, eventFields, eventReadFields, eventUpdateFields } from './schemas.ts';
import {
  changeEvent,
  createEvent,
  type HashPassword,
  mayEditEvent,
  readEvent,
  removeEvent,
  removeEventTranslation,
  trashEvent,
} from './service.ts';
import type { EventRecord } from './types.ts';

export interface EventRoutesOptions {
  store: Store;
  maxPerPage: number;
  currency: EventPresentation['currency'];
  hashPassword: HashPassword;
}

export function eventRoutes(options: EventRoutesOptions): Route[] {
  const { store, hashPassword } = options;
  return [
    listRoute(options),
    {
      method: 'POST',
      path: '/events',
      operationId: 'createEvent',
      summary: 'Create an event',
      tag: 'Event',
      params: eventFields,
      allowed: mayCreate,
      replies: [created(eventReplies.one)],
      async handle(context) {
        const { values, problems } = readParams(eventFields, context.params, context);
        const event = await createEvent(store, values, problems, hashPassword, context);
        const body = await show(event, context, options);
        return { status: 201, body, headers: { location: context.links.record(`/events/${event.id}`) } };
      },
    },
    {
      method: 'DELETE',
      path: '/events/{id}/translations/{language}',
      operationId: 'deleteEventTranslation',
      summary: 'Take the texts of one language off an event',
      tag: 'Event',
      params: {},
      allowed: mayCreate,
      allowedOn: (context) => mayEditEvent(store.reader, context.path, context),
      replies: [
        done(eventReplies.one),
        ...refused('rest-event-not-found', 'rest-translation-not-found', 'rest-original-language'),
      ],
      async handle(context) {
        const { id, language } = context.path as { id: number; language: string };
        const event = await removeEventTranslation(store, id, language, context);
        return { status: 200, body: await show(event, context, options) };
      },
    },
    ...itemRoutes('/events/{id}', '', options),
    ...itemRoutes('/events/by-slug/{slug}', 'BySlug', options),
  ];
}

const unreadable = ['event-no-longer-available', 'event-not-accessible', 'event-password-protected'] as const;

function itemRoutes(path: string, suffix: string, options: EventRoutesOptions): Route[] {
  const { store, hashPassword } = options;
  const guarded = {
    path,
    tag: 'Event',
    allowed: mayCreate,
    allowedOn: (context: RequestContext) => mayEditEvent(store.reader, context.path, context),
  };
  const update = (method: Method): Route => ({
    ...guarded,
    method,
    operationId: `${method === 'POST' ? 'update' : method.toLowerCase()}Event${suffix}`,
    summary: 'Update an event; only the fields sent change',
    params: eventUpdateFields,
    replies: [done(eventReplies.one), ...refused('rest-event-not-found')],
    async handle(context) {
      const { values, problems } = readParams(eventUpdateFields, context.params, context);
      const event = await changeEvent(store, context.path, values, problems, hashPassword, context);
      return { status: 200, body: await show(event, context, options) };
    },
  });
  return [
    {
      method: 'GET',
      path,
      operationId: `getEvent${suffix}`,
      summary: 'Read an event',
      tag: 'Event',
      params: eventReadFields,
      allowed: everybody,
      replies: [done(eventReplies.one), ...refused('rest-event-not-found', ...unreadable)],
      async handle(context) {
        const { values, problems } = readParams(eventReadFields, context.params, context);
        problems.throwIfAny();
        const how = { edit: values.context === 'edit', password: values.password };
        const event = await readEvent(store.reader, context.path, how, hashPassword, context);
        return { status: 200, body: await show(event, context, options, true) };
      },
    },
    update('POST'),
    update('PUT'),
    update('PATCH'),
    {
      ...guarded,
      method: 'DELETE',
      operationId: `deleteEvent${suffix}`,
      summary: 'Move an event to the trash, or delete it for good',
      params: eventDeleteFields,
      replies: [done(eventReplies.deletion), ...refused('rest-event-not-found', 'event-is-in-trash')],
      handle: (context) => remove(context, options),
    },
  ];
}

async function show(
  event: EventRecord,
  context: RequestContext,
  { store, currency }: EventRoutesOptions,
  withJsonLd = false,
  db: Reader = store.reader,
) {
  const relations = await loadRelations(db, [event], context);
  return presentEvent(event, relations, { ...context, currency }, { withJsonLd, masked: false });
}

async function remove(context: RequestContext, options: EventRoutesOptions): Promise<Reply> {
  const { values, problems } = readParams(eventDeleteFields, context.params, context);
  problems.throwIfAny();
  if (values.force) {
    const previous = await removeEvent(options.store, context.path, context, (db, event) =>
      show(event, context, options, false, db),
    );
    return { status: 200, body: { deleted: true, previous } };
  }
  const event = await trashEvent(options.store, context.path, context);
  return { status: 200, body: await show(event, context, options) };
}
