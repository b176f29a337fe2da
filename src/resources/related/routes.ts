// Routes of venues and organizers; venues/ and organizers/ only say which.

import { mayCreate } from '../../core/roles.ts';
import { readParams } from '../../http/params/read.ts';
import { everybody, type Method, type Reply, type RequestContext, type Route } from '../../http/route.ts';
import type { RelatedKind } from '../../store/schema.ts';
import type { Reader } from '../../store/store.ts';
import { imagesOf } from '../media/repository.ts';
import { deleteFields, readFields } from '../records/fields.ts';
import { created, done, refused } from '../records/replies.ts';
import type { IsEventReadable, Sent } from '../records/scope.ts';
import { answerWrite, changed, createdBelow, newestOf, removed, type Shown } from '../records/write/hooks.ts';
import { putByExternalId } from '../records/write/put-by-external-id.ts';
import { listRoute } from './list.ts';
import { presentRelated } from './present.ts';
import { relatedReplies } from './reply-schemas.ts';
import { relatedFields, relatedUpdateFields, toRelatedValues } from './schemas.ts';
import {
  changeRelated,
  createRelated,
  getRelated,
  mayEditRelated,
  mayPutRelated,
  type RelatedCollection,
  type RelatedWriteScope,
  readRelated,
  removeRelated,
  removeRelatedTranslation,
} from './service.ts';
import { type RelatedRecord, type RelatedValues, relatedKinds } from './types.ts';

export interface RelatedRoutesOptions extends RelatedCollection {
  maxPerPage: number;
  /** Whether the caller may read the event and whom it is linked to. */
  isEventReadable: IsEventReadable;
  /** Of an event, slowly. */
  hashPassword: (password: string) => Promise<string>;
}

export function relatedRoutes(options: RelatedRoutesOptions): Route[] {
  const { plural } = relatedKinds[options.kind];
  const byExternalId = `/${plural}/by-external-id/{external_id}`;
  return [
    listRoute(options),
    createRoute(options),
    translationRoute(options),
    ...itemRoutes(`/${plural}/{id}`, '', options),
    ...itemRoutes(`/${plural}/by-slug/{slug}`, 'BySlug', options),
    ...itemRoutes(byExternalId, 'ByExternalId', options).filter(({ method }) => ['GET', 'DELETE'].includes(method)),
    putRoute(byExternalId, options),
  ];
}

const aKind = (kind: RelatedKind): string => (kind === 'venue' ? 'a venue' : 'an organizer');

function createRoute(options: RelatedRoutesOptions): Route {
  const { kind } = options;
  const { plural, noun } = relatedKinds[kind];
  return {
    method: 'POST',
    path: `/${plural}`,
    operationId: `create${noun}`,
    summary: `Create ${aKind(kind)}; one that exists with the same data is answered unchanged`,
    tag: noun,
    params: relatedFields[kind],
    images: true,
    allowed: mayCreate,
    replies: [created(relatedReplies[kind].one), ...refused('external-id-exists')],
    async handle(context) {
      const sent = named(kind, readParams(relatedFields[kind], context.params, context));
      return answer(context, kind, createdBelow(`/${plural}`, context), (scope) => createRelated(options, sent, scope));
    },
  };
}

function translationRoute(options: RelatedRoutesOptions): Route {
  const { store, kind } = options;
  const { plural, noun } = relatedKinds[kind];
  return {
    method: 'DELETE',
    path: `/${plural}/{id}/translations/{language}`,
    operationId: `delete${noun}Translation`,
    summary: `Take the texts of one language off ${aKind(kind)}`,
    tag: noun,
    params: {},
    allowed: mayCreate,
    allowedOn: (context) => mayEditRelated(store.reader, kind, context.path, context),
    replies: [
      done(relatedReplies[kind].one),
      ...refused(`rest-${kind}-not-found`, 'rest-translation-not-found', 'rest-original-language'),
    ],
    async handle(context) {
      const { id, language } = context.path as { id: number; language: string };
      return answer(context, kind, changed, (scope) => removeRelatedTranslation(options, id, language, scope));
    },
  };
}

function itemRoutes(path: string, suffix: string, options: RelatedRoutesOptions): Route[] {
  const { store, kind } = options;
  const { noun } = relatedKinds[kind];
  const guarded = {
    path,
    tag: noun,
    allowed: mayCreate,
    allowedOn: (context: RequestContext) => mayEditRelated(store.reader, kind, context.path, context),
  };
  const update = (method: Method): Route => ({
    ...guarded,
    method,
    operationId: `${method === 'POST' ? 'update' : method.toLowerCase()}${noun}${suffix}`,
    summary: `Update ${aKind(kind)}; only the fields sent change`,
    params: relatedUpdateFields[kind],
    images: true,
    replies: [done(relatedReplies[kind].one), ...refused(`rest-${kind}-not-found`, 'external-id-exists')],
    handle: (context) => change(context, options),
  });
  return [
    {
      method: 'GET',
      path,
      operationId: `get${noun}${suffix}`,
      summary: `Read ${aKind(kind)}`,
      tag: noun,
      params: readFields,
      allowed: everybody,
      replies: [done(relatedReplies[kind].one), ...refused(`rest-${kind}-not-found`, `${kind}-not-accessible`)],
      handle: (context) => read(context, options),
    },
    {
      ...guarded,
      method: 'DELETE',
      operationId: `delete${noun}${suffix}`,
      summary: `Move ${aKind(kind)} to the trash, or delete it for good`,
      params: deleteFields,
      replies: [done(relatedReplies[kind].deletion), ...refused(`rest-${kind}-not-found`, `${kind}-is-in-trash`)],
      handle: (context) => remove(context, options),
    },
    update('POST'),
    update('PUT'),
    update('PATCH'),
  ];
}

function putRoute(path: string, options: RelatedRoutesOptions): Route {
  const { store, kind } = options;
  const { plural, noun } = relatedKinds[kind];
  return {
    method: 'PUT',
    path,
    operationId: `put${noun}ByExternalId`,
    summary: `Create the ${kind} with this external id, or update it; only the fields sent change then`,
    tag: noun,
    params: relatedUpdateFields[kind],
    images: true,
    allowed: mayCreate,
    allowedOn: (context) => mayPutRelated(store.reader, kind, context.path, context),
    replies: [
      done(relatedReplies[kind].one),
      created(relatedReplies[kind].one),
      ...refused('external-id-exists', 'rest_missing_callback_param'),
    ],
    handle: (context) =>
      putByExternalId(context, {
        store,
        kind,
        collection: `/${plural}`,
        fields: relatedFields[kind],
        updateFields: relatedUpdateFields[kind],
        answer: (toReply, write: (scope: RelatedWriteScope) => Promise<unknown>) =>
          answer(context, kind, toReply, write),
        create: (read, scope) => createRelated(options, named(kind, read), scope),
        change: (id, read, scope) => changeRelated(options, { id }, named(kind, read), scope),
      }),
  };
}

const named = (kind: RelatedKind, { values, problems }: Sent<object>): Sent<RelatedValues> => ({
  values: toRelatedValues(kind, values),
  problems,
});

async function read(context: RequestContext, { store, kind }: RelatedRoutesOptions): Promise<Reply> {
  readParams(readFields, context.params, context).problems.throwIfAny();
  const row = await readRelated(store.reader, kind, context.path, context);
  return { status: 200, ...(await showRelated(store.reader, row, context)).read() };
}

async function change(context: RequestContext, options: RelatedRoutesOptions): Promise<Reply> {
  const { kind } = options;
  const sent = named(kind, readParams(relatedUpdateFields[kind], context.params, context));
  return answer(context, kind, changed, (scope) => changeRelated(options, context.path, sent, scope));
}

async function remove(context: RequestContext, options: RelatedRoutesOptions): Promise<Reply> {
  const { values, problems } = readParams(deleteFields, context.params, context);
  problems.throwIfAny();
  const force = values.force ?? false;
  return answer(context, options.kind, force ? removed : changed, (scope) =>
    removeRelated(options, context.path, force, scope),
  );
}

async function showRelated(db: Reader, row: RelatedRecord, context: RequestContext): Promise<Shown> {
  const presentation = { ...context, images: await imagesOf(db, [row]) };
  return {
    written: () => presentRelated(row, presentation, false),
    read: () => ({ body: presentRelated(row, presentation, true), modified: newestOf([row], context.now) }),
  };
}

const answer = (
  context: RequestContext,
  kind: RelatedKind,
  toReply: (shown: Shown) => Reply,
  write: (scope: RelatedWriteScope) => Promise<unknown>,
): Promise<Reply> => {
  const find = (db: Reader, id: number) => getRelated(db, kind, { id }, context.language);
  const show = (db: Reader, row: RelatedRecord) => showRelated(db, row, context);
  return answerWrite(context, { find, show }, toReply, (hooks) => write({ ...context, ...hooks }));
};
