// The routes of a kind of records, but for its list and its reads.
import type { ErrorCode } from '../../../core/api-error.ts';
import type { Caller } from '../../../core/roles.ts';
import type { Fields, JsonSchema } from '../../../http/params/field.ts';
import { readParams } from '../../../http/params/read.ts';
import { anyone, type Method, type Reply, type RequestContext, type Route } from '../../../http/route.ts';
import { findByExternalId, getExternalIdIn } from '../external-ids.ts';
import { created, done, refused } from '../replies.ts';
import { revisionRoutes } from '../revisions/routes.ts';
import type { Sent } from '../scope.ts';
import { answerWrite, asItWas, changed, createdBelow, removed, type Shower, type Shown } from './hooks.ts';
import type { RecordWrites, WriteScope } from './resource.ts';

export interface RecordRoutesOptions<Rec, Values> {
  writes: RecordWrites<Rec, Values>;
  /** Path of the collection, `/events`. */
  path: string;
  /** Name of a record in the documentation, `Event`, and in sentences, `event` and `an event`. */
  noun: string;
  name: string;
  aRecord: string;
  summaries: Record<'create' | 'update' | 'remove', string>;
  createFields: Fields;
  updateFields: Fields;
  readFields: Fields;
  deleteFields?: Fields;
  /** Its parameters name images, which are fetched before the write. */
  images?: true;
  replies: { one: JsonSchema; deletion: JsonSchema };
  /** Errors of each route. */
  errors: Record<'create' | 'update' | 'put' | 'read' | 'remove' | 'translation', readonly ErrorCode[]>;
  /** Whether the caller may write records of the kind at all. */
  allowed(caller: Caller): boolean;
  /** Each record has an author, whose rights differ, and an address by its slug. */
  isOwned: boolean;
  sent(fields: Fields, context: RequestContext): Sent<Values>;
  read(context: RequestContext): Promise<Reply>;
  shower(context: RequestContext): Shower<Rec>;
}

/**
 * Create, read, update and delete, by each address that a record has, and PUT by external id. `Allow` lists methods in the
 * order of the routes, which existing clients know.
 */
export function recordRoutes<Rec, Values>(options: RecordRoutesOptions<Rec, Values>): Route[] {
  const { path } = options;
  const routes = routesByPurpose(options);
  const byId = `${path}/{id}`;
  const bySlug = `${path}/by-slug/{slug}`;
  const byExternalId = `${path}/by-external-id/{external_id}`;
  const { create, read, remove, updates, removeTranslation, put, revisions } = routes;
  const byName = 'ByExternalId';
  if (!options.isOwned) {
    const one = [read(byId, ''), ...updates(byId, ''), remove(byId, '')];
    return [
      create,
      ...one,
      read(byExternalId, byName),
      put,
      remove(byExternalId, byName),
      removeTranslation,
      ...revisions,
    ];
  }
  const item = (address: string, suffix: string) => [
    read(address, suffix),
    remove(address, suffix),
    ...updates(address, suffix),
  ];
  const external = [read(byExternalId, byName), remove(byExternalId, byName), put];
  return [create, removeTranslation, ...item(byId, ''), ...item(bySlug, 'BySlug'), ...external, ...revisions];
}

interface RoutesByPurpose {
  create: Route;
  /** Of an address, with the suffix of their operations' ids. */
  read(address: string, suffix: string): Route;
  remove(address: string, suffix: string): Route;
  /** POST, PUT and PATCH. */
  updates(address: string, suffix: string): Route[];
  removeTranslation: Route;
  put: Route;
  revisions: Route[];
}

function routesByPurpose<Rec, Values>(options: RecordRoutesOptions<Rec, Values>): RoutesByPurpose {
  const { writes, path, noun, aRecord, summaries, replies, errors } = options;
  const writing = { tag: noun, allowed: options.allowed };
  const ofRecord = options.isOwned
    ? { ...writing, allowedOn: (context: RequestContext) => writes.mayEdit(context.path, context) }
    : writing;
  const images = options.images === undefined ? {} : { images: options.images };
  const answer = (
    context: RequestContext,
    toReply: (shown: Shown) => Reply,
    write: (scope: WriteScope<Rec>) => Promise<unknown>,
  ) => answerWrite(context, options.shower(context), toReply, (hooks) => write({ ...context, ...hooks }));

  return {
    revisions: revisionRoutes({
      ...{ store: writes.store, kind: writes.kind, path, noun, aRecord, allowed: options.allowed },
      fields: options.updateFields,
      reply: replies.one,
      assertMayEdit: (context) => writes.assertMayEdit(context.path, context),
      async change(context) {
        const sent = options.sent(options.updateFields, context);
        return answer(context, changed, (scope) => writes.change(context.path, sent, scope));
      },
    }),
    create: {
      ...writing,
      method: 'POST',
      path,
      operationId: `create${noun}`,
      summary: summaries.create,
      params: options.createFields,
      ...images,
      replies: [created(replies.one), ...refused(...errors.create)],
      async handle(context) {
        const sent = options.sent(options.createFields, context);
        return answer(context, createdBelow(path, context), (scope) => writes.create(sent, scope));
      },
    },
    read: (address, suffix) => ({
      method: 'GET',
      path: address,
      operationId: `get${noun}${suffix}`,
      summary: `Read ${aRecord}`,
      tag: noun,
      params: options.readFields,
      allowed: anyone,
      replies: [done(replies.one), ...refused(...errors.read)],
      handle: options.read,
    }),
    updates: (address, suffix) =>
      (['POST', 'PUT', 'PATCH'] as const).map((method: Method) => ({
        ...ofRecord,
        method,
        path: address,
        operationId: `${method === 'POST' ? 'update' : method.toLowerCase()}${noun}${suffix}`,
        summary: summaries.update,
        params: options.updateFields,
        ...images,
        replies: [done(replies.one), ...refused(...errors.update)],
        async handle(context) {
          const sent = options.sent(options.updateFields, context);
          return answer(context, changed, (scope) => writes.change(context.path, sent, scope));
        },
      })),
    remove: (address, suffix) => ({
      ...ofRecord,
      method: 'DELETE',
      path: address,
      operationId: `delete${noun}${suffix}`,
      summary: summaries.remove,
      params: options.deleteFields ?? {},
      replies: [done(replies.deletion), ...refused(...errors.remove)],
      async handle(context) {
        const { deleteFields } = options;
        if (!deleteFields) return answer(context, asItWas, (scope) => writes.remove(context.path, scope));
        const { values, problems } = readParams(deleteFields, context.params, context);
        problems.throwIfAny();
        return values.force
          ? answer(context, removed, (scope) => writes.remove(context.path, scope))
          : answer(context, changed, (scope) => writes.trash(context.path, scope));
      },
    }),
    removeTranslation: {
      ...ofRecord,
      method: 'DELETE',
      path: `${path}/{id}/translations/{language}`,
      operationId: `delete${noun}Translation`,
      summary: `Take the texts of one language off ${aRecord}`,
      params: {},
      replies: [done(replies.one), ...refused(...errors.translation)],
      async handle(context) {
        const address = context.path as { id: number; language: string };
        return answer(context, changed, (scope) => writes.removeTranslation(address, scope));
      },
    },
    put: {
      ...writing,
      ...(options.isOwned && { allowedOn: (context: RequestContext) => writes.mayPut(context.path, context) }),
      method: 'PUT',
      path: `${path}/by-external-id/{external_id}`,
      operationId: `put${noun}ByExternalId`,
      summary: `Create the ${options.name} with this external id, or update it; only the fields sent change then`,
      params: options.updateFields,
      ...images,
      replies: [done(replies.one), created(replies.one), ...refused(...errors.put)],
      handle: (context) => putByExternalId(context, options, answer),
    },
  };
}

type Answer<Rec> = (
  context: RequestContext,
  toReply: (shown: Shown) => Reply,
  write: (scope: WriteScope<Rec>) => Promise<unknown>,
) => Promise<Reply>;

/**
 * Creates the record that the path names by its external id, or changes it. Looking for it and writing it are one
 * transaction: of two such requests at once, one creates the record and the other finds it.
 */
async function putByExternalId<Rec, Values>(
  context: RequestContext,
  options: RecordRoutesOptions<Rec, Values>,
  answer: Answer<Rec>,
): Promise<Reply> {
  const { writes, path, createFields, updateFields } = options;
  await writes.prepare(options.sent(updateFields, context).values);
  const externalId = getExternalIdIn(context.path.externalId as string);
  const read = (fields: Fields, stored: { external_id?: string }): Sent<Values> => {
    const { values, problems } = options.sent(fields, context);
    const { external_id: sent, ...others } = values as { external_id?: string | null };
    // The path decides; a body may repeat it.
    if (sent !== undefined && sent !== null && sent !== externalId) problems.add('external_id', 'external_id_differs');
    return { values: { ...others, ...stored } as Values, problems };
  };
  return writes.store.inTransaction(async () => {
    const id = await findByExternalId(writes.store.reader, writes.kind, externalId);
    if (id !== undefined)
      return answer(context, changed, (scope) => writes.change({ id }, read(updateFields, {}), scope));
    const toReply = (shown: Shown) => {
      // There is no record that conditions could match: what was created is rolled back where the request has some.
      context.preconditions?.(undefined);
      return createdBelow(path, context)(shown);
    };
    return answer(context, toReply, (scope) => writes.create(read(createFields, { external_id: externalId }), scope));
  });
}
