// Builds the routes of a kind of records, except its list.
import type { ErrorCode } from '../../../core/api-error.ts';
import type { Caller } from '../../../core/roles.ts';
import type { Fields, JsonSchema } from '../../../http/params/field.ts';
import { readParams } from '../../../http/params/read.ts';
import { anyone, type Method, type Reply, type RequestContext, type Route } from '../../../http/route.ts';
import { findByExternalId, getExternalIdIn } from '../external-ids.ts';
import { created, done, refused } from '../replies.ts';
import { revisionRoutes } from '../revisions/routes.ts';
import type { Sent } from '../scope.ts';
import {
  answerWrite,
  changed,
  createdBelow,
  type PresentedRecord,
  type RecordPresenter,
  removed,
  withoutTag,
} from './hooks.ts';
import type { WriteScope } from './resource.ts';
import type { ChangeWrites, RecordWrites } from './writes.ts';

/** Options of the routes to existing records. */
interface ChangeRoutesOptions<Rec, Values> {
  writes: ChangeWrites<Rec, Values>;
  /** Path of the collection, `/events`. */
  path: string;
  /** Name of a record in the documentation, `Event`, and in a sentence, `an event`. */
  noun: string;
  aRecord: string;
  summaries: { update: string };
  updateFields: Fields;
  readFields: Fields;
  /** Parameters may refer to images by URL, which are fetched before the write. */
  images?: true;
  replies: { one: JsonSchema };
  /** Errors of each route. */
  errors: Record<'update' | 'read' | 'translation', readonly ErrorCode[]>;
  /** Whether the caller may write any records of the kind. */
  allowed(caller: Caller): boolean;
  /** Records have authors, whose rights differ from those of others. */
  isOwned: boolean;
  sent(fields: Fields, context: RequestContext): Sent<Values>;
  read(context: RequestContext): Promise<Reply>;
  presenter(context: RequestContext): RecordPresenter<Rec>;
}

export interface RecordRoutesOptions<Rec, Values> extends ChangeRoutesOptions<Rec, Values> {
  writes: RecordWrites<Rec, Values>;
  /** In sentences: `event`. */
  name: string;
  summaries: Record<'create' | 'update' | 'remove', string>;
  createFields: Fields;
  deleteFields?: Fields;
  replies: { one: JsonSchema; deletion: JsonSchema };
  errors: Record<'create' | 'update' | 'put' | 'read' | 'remove' | 'translation', readonly ErrorCode[]>;
}

/**
 * Routes to create, read, update and delete by each address of a record, and PUT by external id. The order of methods in
 * `Allow` is that of the routes; existing clients rely on it.
 */
export function recordRoutes<Rec, Values>(options: RecordRoutesOptions<Rec, Values>): Route[] {
  const { path } = options;
  const { read, updates, removeTranslation, revisions } = changeRoutes(options);
  const { create, remove, put } = routesOfKind(options);
  const byId = `${path}/{id}`;
  const bySlug = `${path}/by-slug/{slug}`;
  const byExternalId = `${path}/by-external-id/{external_id}`;
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

/** Builds a route for an address; `suffix` completes its operation id. */
type RouteOf<Made> = (address: string, suffix: string) => Made;

interface ChangeRoutes {
  read: RouteOf<Route>;
  /** POST, PUT and PATCH. */
  updates: RouteOf<Route[]>;
  removeTranslation: Route;
  revisions: Route[];
}

const imagesOf = ({ images }: { images?: true }) => (images === undefined ? {} : { images });

/** Properties common to all routes that write an existing record. */
export const ofRecord = <Rec, Values>({ writes, noun, allowed, isOwned }: ChangeRoutesOptions<Rec, Values>) => ({
  tag: noun,
  allowed,
  ...(isOwned && { allowedOn: (context: RequestContext) => writes.mayEdit(context.path, context) }),
});

const answering =
  <Rec>({ presenter }: Pick<ChangeRoutesOptions<Rec, never>, 'presenter'>): Answer<Rec> =>
  (context, toReply, write) =>
    answerWrite(context, presenter(context), toReply, (hooks) => write({ ...context, ...hooks }));

export function changeRoutes<Rec, Values>(options: ChangeRoutesOptions<Rec, Values>): ChangeRoutes {
  const { writes, path, noun, aRecord, replies, errors, allowed, updateFields } = options;
  const answer = answering(options);
  const change = async (context: RequestContext) => {
    const sent = options.sent(updateFields, context);
    return answer(context, changed, (scope) => writes.change(context.path, sent, scope));
  };
  return {
    revisions: revisionRoutes({
      ...{ store: writes.store, kind: writes.kind, path, noun, aRecord, allowed, change },
      fields: updateFields,
      reply: replies.one,
      assertMayEdit: (context) => writes.assertMayEdit(context.path, context),
    }),
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
        ...ofRecord(options),
        method,
        path: address,
        operationId: `${method === 'POST' ? 'update' : method.toLowerCase()}${noun}${suffix}`,
        summary: options.summaries.update,
        params: updateFields,
        ...imagesOf(options),
        replies: [done(replies.one), ...refused(...errors.update)],
        handle: change,
      })),
    removeTranslation: {
      ...ofRecord(options),
      method: 'DELETE',
      path: `${path}/{id}/translations/{language}`,
      operationId: `delete${noun}Translation`,
      summary: `Delete a translation of ${aRecord}`,
      params: {},
      replies: [done(replies.one), ...refused(...errors.translation)],
      async handle(context) {
        const address = context.path as { id: number; language: string };
        return answer(context, changed, (scope) => writes.removeTranslation(address, scope));
      },
    },
  };
}

function routesOfKind<Rec, Values>(
  options: RecordRoutesOptions<Rec, Values>,
): { create: Route; remove: RouteOf<Route>; put: Route } {
  const { writes, path, noun, summaries, replies, errors, isOwned } = options;
  const writing = { tag: noun, allowed: options.allowed };
  const answer = answering(options);
  return {
    create: {
      ...writing,
      method: 'POST',
      path,
      operationId: `create${noun}`,
      summary: summaries.create,
      params: options.createFields,
      ...imagesOf(options),
      replies: [created(replies.one), ...refused(...errors.create)],
      async handle(context) {
        const sent = options.sent(options.createFields, context);
        return answer(context, createdBelow(path, context), (scope) => writes.create(sent, scope));
      },
    },
    remove: (address, suffix) => ({
      ...ofRecord(options),
      method: 'DELETE',
      path: address,
      operationId: `delete${noun}${suffix}`,
      summary: summaries.remove,
      params: options.deleteFields ?? {},
      replies: [done(replies.deletion), ...refused(...errors.remove)],
      handle: (context) => removeByRequest(context, options, answer),
    }),
    put: {
      ...writing,
      ...(isOwned && { allowedOn: (context: RequestContext) => writes.mayPut(context.path, context) }),
      method: 'PUT',
      path: `${path}/by-external-id/{external_id}`,
      operationId: `put${noun}ByExternalId`,
      summary: `Create the ${options.name} with this external id or update it; an update changes only the fields sent`,
      params: options.updateFields,
      ...imagesOf(options),
      replies: [done(replies.one), created(replies.one), ...refused(...errors.put)],
      handle: (context) => putByExternalId(context, options, answer),
    },
  };
}

/** Kinds without `deleteFields` have no trash. */
async function removeByRequest<Rec, Values>(
  context: RequestContext,
  { writes, deleteFields }: RecordRoutesOptions<Rec, Values>,
  answer: Answer<Rec>,
): Promise<Reply> {
  if (!deleteFields) return answer(context, withoutTag, (scope) => writes.remove(context.path, scope));
  const { values, problems } = readParams(deleteFields, context.params, context);
  problems.throwIfAny();
  return values.force
    ? answer(context, removed, (scope) => writes.remove(context.path, scope))
    : answer(context, changed, (scope) => writes.trash(context.path, scope));
}

type Answer<Rec> = (
  context: RequestContext,
  toReply: (presented: PresentedRecord) => Reply,
  write: (scope: WriteScope<Rec>) => Promise<unknown>,
) => Promise<Reply>;

/**
 * Creates or changes the record with the external id in the path. Lookup and write share one transaction, so of two
 * concurrent requests one creates the record and the other finds it.
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
    // The body may repeat the external id of the path.
    if (sent !== undefined && sent !== null && sent !== externalId) problems.add('external_id', 'external_id_differs');
    return { values: { ...others, ...stored } as Values, problems };
  };
  return writes.store.inTransaction(async () => {
    const id = await findByExternalId(writes.store.reader, writes.kind, externalId);
    if (id !== undefined)
      return answer(context, changed, (scope) => writes.change({ id }, read(updateFields, {}), scope));
    const toReply = (presented: PresentedRecord) => {
      // Preconditions cannot match a record that did not exist: if there are any, the creation is rolled back.
      context.preconditions?.(undefined);
      return createdBelow(path, context)(presented);
    };
    return answer(context, toReply, (scope) => writes.create(read(createFields, { external_id: externalId }), scope));
  });
}
