import { mayCreate } from '../../core/roles.ts';
import { readParams } from '../../http/params/read.ts';
import { everybody, type Method, type Reply, type RequestContext, type Route } from '../../http/route.ts';
import { created, done, refused } from '../records/replies.ts';
import type { RecordAddress } from '../records/slugs.ts';
import { answerWrite, changed, createdBelow, removed, type Shown } from '../records/write/hooks.ts';
import { putByExternalId } from '../records/write/put-by-external-id.ts';
import { type EventKeeper, eventBytes } from './cache/event-cache.ts';
import { eventReplies } from './fields/reply-schemas.ts';
import { listRoute } from './list/routes.ts';
import { eventShower, isForEverybody } from './routes-shown.ts';
import { eventDeleteFields, eventFields, eventReadFields, eventUpdateFields } from './schemas.ts';
import {
  type Calendar,
  changeEvent,
  createEvent,
  type EventWriteScope,
  mayEditEvent,
  mayPutEvent,
  readEvent,
  removeEvent,
  removeEventTranslation,
  trashEvent,
} from './service.ts';
import type { EventRecord } from './types.ts';

export interface EventRoutesOptions extends EventKeeper, Calendar {
  maxPerPage: number;
}

export function eventRoutes(options: EventRoutesOptions): Route[] {
  return [
    listRoute(options),
    createRoute(options),
    translationRoute(options),
    ...itemRoutes('/events/{id}', '', options),
    ...itemRoutes('/events/by-slug/{slug}', 'BySlug', options),
    ...itemRoutes(byExternalId, 'ByExternalId', options).filter(({ method }) => ['GET', 'DELETE'].includes(method)),
    putRoute(options),
  ];
}

const byExternalId = '/events/by-external-id/{external_id}';

const createRoute = (options: EventRoutesOptions): Route => ({
  method: 'POST',
  path: '/events',
  operationId: 'createEvent',
  summary: 'Create an event',
  tag: 'Event',
  params: eventFields,
  images: true,
  allowed: mayCreate,
  replies: [created(eventReplies.one), ...refused('external-id-exists')],
  async handle(context) {
    const sent = readParams(eventFields, context.params, context);
    return answer(context, options, createdBelow('/events', context), (scope) => createEvent(options, sent, scope));
  },
});

const translationRoute = (options: EventRoutesOptions): Route => ({
  method: 'DELETE',
  path: '/events/{id}/translations/{language}',
  operationId: 'deleteEventTranslation',
  summary: 'Take the texts of one language off an event',
  tag: 'Event',
  params: {},
  allowed: mayCreate,
  allowedOn: (context) => mayEditEvent(options.store.reader, context.path, context),
  replies: [
    done(eventReplies.one),
    ...refused('rest-event-not-found', 'rest-translation-not-found', 'rest-original-language'),
  ],
  async handle(context) {
    const { id, language } = context.path as { id: number; language: string };
    return answer(context, options, changed, (scope) => removeEventTranslation(options.store, id, language, scope));
  },
});

function putRoute(options: EventRoutesOptions): Route {
  const { store, hashPassword } = options;
  return {
    method: 'PUT',
    path: byExternalId,
    operationId: 'putEventByExternalId',
    summary: 'Create the event with this external id, or update it; only the fields sent change then',
    tag: 'Event',
    params: eventUpdateFields,
    images: true,
    allowed: mayCreate,
    allowedOn: (context) => mayPutEvent(store.reader, context.path, context),
    replies: [
      done(eventReplies.one),
      created(eventReplies.one),
      ...refused('external-id-exists', 'rest_missing_callback_param'),
    ],
    async handle(context) {
      const { password } = readParams(eventUpdateFields, context.params, context).values;
      // Hashing is slow, and remembered: it is done before the transaction.
      if (password) await hashPassword(password);
      return putByExternalId(context, {
        store,
        kind: 'event',
        collection: '/events',
        fields: eventFields,
        updateFields: eventUpdateFields,
        answer: (toReply, write: (scope: EventWriteScope) => Promise<unknown>) =>
          answer(context, options, toReply, write),
        create: (sent, scope) => createEvent(options, sent, scope),
        change: (id, sent, scope) => changeEvent(options, { id }, sent, scope),
      });
    },
  };
}

const unreadable = ['event-no-longer-available', 'event-not-accessible', 'event-password-protected'] as const;

function itemRoutes(path: string, suffix: string, options: EventRoutesOptions): Route[] {
  const guarded = {
    path,
    tag: 'Event',
    allowed: mayCreate,
    allowedOn: (context: RequestContext) => mayEditEvent(options.store.reader, context.path, context),
  };
  const update = (method: Method): Route => ({
    ...guarded,
    method,
    operationId: `${method === 'POST' ? 'update' : method.toLowerCase()}Event${suffix}`,
    summary: 'Update an event; only the fields sent change',
    params: eventUpdateFields,
    images: true,
    replies: [done(eventReplies.one), ...refused('rest-event-not-found', 'external-id-exists')],
    handle: (context) => change(context, options),
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
      handle: (context) => read(context, options),
    },
    {
      ...guarded,
      method: 'DELETE',
      operationId: `deleteEvent${suffix}`,
      summary: 'Move an event to the trash, or delete it for good',
      params: eventDeleteFields,
      replies: [done(eventReplies.deletion), ...refused('rest-event-not-found', 'event-is-in-trash')],
      handle: (context) => remove(context, options),
    },
    update('POST'),
    update('PUT'),
    update('PATCH'),
  ];
}

async function read(context: RequestContext, options: EventRoutesOptions): Promise<Reply> {
  const { values, problems } = readParams(eventReadFields, context.params, context);
  problems.throwIfAny();
  const how = { edit: values.context === 'edit', password: values.password };
  const find = (address: RecordAddress) => readEvent(options, address, how, context);
  if (isForEverybody(context)) return readForEverybody(find, context, options);
  const shown = await eventShower(context, options.currency).show(options.store.reader, await find(context.path));
  return { status: 200, ...shown.read() };
}

async function readForEverybody(
  find: (address: RecordAddress) => Promise<EventRecord>,
  context: RequestContext,
  options: EventRoutesOptions,
): Promise<Reply> {
  const id = context.path.id ?? (await find(context.path)).id;
  // Found by another address it is read again: what was read before the look is not what may be kept.
  const wanted = { ids: [id], withJsonLd: true, load: async () => [await find({ id })] };
  const { events, modified, language } = await eventBytes(wanted, context, options);
  const headers = { 'content-language': language as string };
  return { status: 200, body: Buffer.concat(events.flatMap(({ pieces }) => pieces)), modified, headers };
}

const answer = (
  context: RequestContext,
  { currency }: EventRoutesOptions,
  toReply: (shown: Shown) => Reply,
  write: (scope: EventWriteScope) => Promise<unknown>,
): Promise<Reply> =>
  answerWrite(context, eventShower(context, currency), toReply, (hooks) => write({ ...context, ...hooks }));

async function change(context: RequestContext, options: EventRoutesOptions): Promise<Reply> {
  const sent = readParams(eventUpdateFields, context.params, context);
  return answer(context, options, changed, (scope) => changeEvent(options, context.path, sent, scope));
}

async function remove(context: RequestContext, options: EventRoutesOptions): Promise<Reply> {
  const { values, problems } = readParams(eventDeleteFields, context.params, context);
  problems.throwIfAny();
  const { store } = options;
  return values.force
    ? answer(context, options, removed, (scope) => removeEvent(store, context.path, scope))
    : answer(context, options, changed, (scope) => trashEvent(store, context.path, scope));
}
