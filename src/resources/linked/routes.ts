// Routes of venues and organizers; venues/ and organizers/ only say which.

import { mayCreate } from '../../core/roles.ts';
import { readParams } from '../../http/params/read.ts';
import { everybody, type Method, type Reply, type RequestContext, type Route } from '../../http/route.ts';
import type { LinkedKind } from '../../store/schema.ts';
import type { Reader, Store } from '../../store/store.ts';
import { imagesOf } from '../media/repository.ts';
import { readContinuation } from '../records/continue.ts';
import { deleteFields, readFields } from '../records/fields.ts';
import { readModified } from '../records/modified.ts';
import { assertPageExists, presentList, readPage } from '../records/paging.ts';
import { distanceTo, readPlace } from '../records/places.ts';
import { putByExternalId } from '../records/put-by-external-id.ts';
import type { IsEventReadable } from '../records/readable-event.ts';
import { created, done, listed, refused } from '../records/replies.ts';
import { wantedStatuses } from '../records/status-filter.ts';
import { answerWrite, changed, createdBelow, newestOf, removed, type Shown } from '../records/write-hooks.ts';
import { type LinkedFilter, listLinked, positionOf } from './filters.ts';
import { presentLinked } from './present.ts';
import { linkedReplies } from './reply-schemas.ts';
import { linkedFields, linkedListFields, linkedUpdateFields } from './schemas.ts';
import {
  changeLinked,
  createLinked,
  getLinked,
  type LinkedWriteScope,
  mayEditLinked,
  mayPutLinked,
  readLinked,
  removeLinked,
  removeLinkedTranslation,
} from './service.ts';
import { type LinkedRecord, type LinkedValues, linkedKinds } from './types.ts';

export interface LinkedRoutesOptions {
  store: Store;
  kind: LinkedKind;
  maxPerPage: number;
  /** Whether the caller may read the event and whom it is linked to. */
  isEventReadable: IsEventReadable;
  /** Of an event, slowly. */
  hashPassword: (password: string) => Promise<string>;
}

const aKind = (kind: 'venue' | 'organizer'): string => (kind === 'venue' ? 'a venue' : 'an organizer');

export function linkedRoutes(options: LinkedRoutesOptions): Route[] {
  const { store, kind } = options;
  const { plural } = linkedKinds[kind];
  const Kind = kind === 'venue' ? 'Venue' : 'Organizer';
  const Kinds = `${Kind}s`;

  const collection: Route[] = [
    {
      method: 'GET',
      path: `/${plural}`,
      operationId: `list${Kinds}`,
      summary: `List ${plural}`,
      tag: Kind,
      params: linkedListFields[kind],
      allowed: everybody,
      replies: [listed(linkedReplies[kind].page), ...refused(`${kind}-archive-page-not-found`, 'rest_invalid_cursor')],
      handle: (context) => list(context, options),
    },
    {
      method: 'POST',
      path: `/${plural}`,
      operationId: `create${Kind}`,
      summary: `Create ${aKind(kind)}; one that exists with the same data is answered unchanged`,
      tag: Kind,
      params: linkedFields[kind],
      images: true,
      allowed: mayCreate,
      replies: [created(linkedReplies[kind].one), ...refused('external-id-exists')],
      async handle(context) {
        const { values, problems } = readParams(linkedFields[kind], context.params, context);
        return answer(context, kind, createdBelow(`/${plural}`, context), (scope) =>
          createLinked(store, kind, named(kind, values), problems, scope),
        );
      },
    },
  ];

  const item = (path: string, suffix: string): Route[] => {
    const guarded = {
      path,
      tag: Kind,
      allowed: mayCreate,
      allowedOn: (context: RequestContext) => mayEditLinked(store.reader, kind, context.path, context),
    };
    const update = (method: Method): Route => ({
      ...guarded,
      method,
      operationId: `${method === 'POST' ? 'update' : method.toLowerCase()}${Kind}${suffix}`,
      summary: `Update ${aKind(kind)}; only the fields sent change`,
      params: linkedUpdateFields[kind],
      images: true,
      replies: [done(linkedReplies[kind].one), ...refused(`rest-${kind}-not-found`, 'external-id-exists')],
      async handle(context) {
        const { values, problems } = readParams(linkedUpdateFields[kind], context.params, context);
        return answer(context, kind, changed, (scope) =>
          changeLinked(store, kind, context.path, named(kind, values), problems, scope),
        );
      },
    });
    return [
      {
        method: 'GET',
        path,
        operationId: `get${Kind}${suffix}`,
        summary: `Read ${aKind(kind)}`,
        tag: Kind,
        params: readFields,
        allowed: everybody,
        replies: [done(linkedReplies[kind].one), ...refused(`rest-${kind}-not-found`, `${kind}-not-accessible`)],
        async handle(context) {
          readParams(readFields, context.params, context).problems.throwIfAny();
          const row = await readLinked(store.reader, kind, context.path, context);
          return { status: 200, ...(await showLinked(store.reader, row, context)).read() };
        },
      },
      {
        ...guarded,
        method: 'DELETE',
        operationId: `delete${Kind}${suffix}`,
        summary: `Move ${aKind(kind)} to the trash, or delete it for good`,
        params: deleteFields,
        replies: [done(linkedReplies[kind].deletion), ...refused(`rest-${kind}-not-found`, `${kind}-is-in-trash`)],
        handle: (context) => remove(context, options),
      },
      update('POST'),
      update('PUT'),
      update('PATCH'),
    ];
  };

  const translation: Route = {
    method: 'DELETE',
    path: `/${plural}/{id}/translations/{language}`,
    operationId: `delete${Kind}Translation`,
    summary: `Take the texts of one language off ${aKind(kind)}`,
    tag: Kind,
    params: {},
    allowed: mayCreate,
    allowedOn: (context) => mayEditLinked(store.reader, kind, context.path, context),
    replies: [
      done(linkedReplies[kind].one),
      ...refused(`rest-${kind}-not-found`, 'rest-translation-not-found', 'rest-original-language'),
    ],
    async handle(context) {
      const { id, language } = context.path as { id: number; language: string };
      return answer(context, kind, changed, (scope) => removeLinkedTranslation(store, kind, id, language, scope));
    },
  };

  const byExternalId = `/${plural}/by-external-id/{external_id}`;
  return [
    ...collection,
    translation,
    ...item(`/${plural}/{id}`, ''),
    ...item(`/${plural}/by-slug/{slug}`, 'BySlug'),
    ...item(byExternalId, 'ByExternalId').filter(({ method }) => ['GET', 'DELETE'].includes(method)),
    putRoute(byExternalId, Kind, options),
  ];
}

const putRoute = (path: string, tag: string, { store, kind }: LinkedRoutesOptions): Route => ({
  method: 'PUT',
  path,
  operationId: `put${tag}ByExternalId`,
  summary: `Create the ${kind} with this external id, or update it; only the fields sent change then`,
  tag,
  params: linkedUpdateFields[kind],
  images: true,
  allowed: mayCreate,
  allowedOn: (context) => mayPutLinked(store.reader, kind, context.path, context),
  replies: [
    done(linkedReplies[kind].one),
    created(linkedReplies[kind].one),
    ...refused('external-id-exists', 'rest_missing_callback_param'),
  ],
  handle: (context) =>
    putByExternalId(context, {
      store,
      kind,
      collection: `/${linkedKinds[kind].plural}`,
      fields: linkedFields[kind],
      updateFields: linkedUpdateFields[kind],
      answer: (toReply, write: (scope: LinkedWriteScope) => Promise<unknown>) => answer(context, kind, toReply, write),
      create: ({ values, problems }, scope) => createLinked(store, kind, named(kind, values), problems, scope),
      change: (id, { values, problems }, scope) =>
        changeLinked(store, kind, { id }, named(kind, values), problems, scope),
    }),
});

/** The record's name is the field called after its kind. */
function named(kind: LinkedKind, values: object): LinkedValues {
  const { [kind]: name, ...rest } = values as Record<string, unknown>;
  return (name === undefined ? rest : { ...rest, name }) as LinkedValues;
}

async function remove(context: RequestContext, { store, kind }: LinkedRoutesOptions): Promise<Reply> {
  const { values, problems } = readParams(deleteFields, context.params, context);
  problems.throwIfAny();
  const force = values.force ?? false;
  return answer(context, kind, force ? removed : changed, (scope) =>
    removeLinked(store, kind, context.path, force, scope),
  );
}

async function showLinked(db: Reader, row: LinkedRecord, context: RequestContext): Promise<Shown> {
  const presentation = { ...context, images: await imagesOf(db, [row]) };
  return {
    written: () => presentLinked(row, presentation, false),
    read: () => ({ body: presentLinked(row, presentation, true), modified: newestOf([row], context.now) }),
  };
}

const answer = (
  context: RequestContext,
  kind: LinkedKind,
  toReply: (shown: Shown) => Reply,
  write: (scope: LinkedWriteScope) => Promise<unknown>,
): Promise<Reply> => {
  const find = (db: Reader, id: number) => getLinked(db, kind, { id }, context.language);
  const show = (db: Reader, row: LinkedRecord) => showLinked(db, row, context);
  return answerWrite(context, { find, show }, toReply, (hooks) => write({ ...context, ...hooks }));
};

async function list(context: RequestContext, options: LinkedRoutesOptions): Promise<Reply> {
  const { store, kind, maxPerPage, isEventReadable, hashPassword } = options;
  const { plural } = linkedKinds[kind];
  const fields = linkedListFields[kind];
  const { values, problems } = readParams(fields as typeof linkedListFields.venue, context.params, context);
  if (values.event !== undefined && !(await isEventReadable(values.event, context, values.password)))
    problems.add('event', 'unknown_event');
  const statuses = wantedStatuses(values.status, context.viewer, problems);
  const place = readPlace(values, problems);
  problems.throwIfAny();
  if (values.only_with_upcoming) context.volatile();
  const page = readPage(values, maxPerPage);
  const { links, params } = context;
  const continuation = readContinuation(context, values.cursor);
  const { cut } = continuation.of(`/${plural}`, { fields, params });
  const looksAtEvents = values.has_events !== undefined || values.only_with_upcoming === true;
  const filter: LinkedFilter = {
    kind,
    viewer: context.viewer,
    now: context.now,
    passwordHash: looksAtEvents && values.password !== undefined ? await hashPassword(values.password) : undefined,
    statuses,
    search: values.search,
    eventId: values.event,
    hasEvents: values.has_events,
    onlyWithUpcoming: values.only_with_upcoming,
    modified: readModified(values, context),
    place,
    orderBy: values.orderby ?? 'date',
    // Newest first, unless an order is asked for.
    descending: values.order === undefined ? values.orderby === undefined : values.order === 'desc',
    after: continuation.cursor?.after,
  };
  const { rows: found, total } = await listLinked(store, filter, page, context.language);
  const { rows, nextCursor } = cut(found, page, positionOf);
  const continued = continuation.cursor !== undefined;
  if (!continued) assertPageExists(page, rows, `${kind}-archive-page-not-found`);
  const presentation = { ...context, images: await imagesOf(store.reader, rows) };
  const items = rows.map((row) => ({ ...presentLinked(row, presentation, false), ...distanceTo(row, place) }));
  const modified = newestOf(rows, context.now);
  return presentList({ key: plural, items, total, page, links, fields, params, nextCursor, continued, modified });
}
