// Builds the routes of a kind of records, except its list.
import type { ErrorCode } from '../../../core/api-error.ts';
import type { Caller } from '../../../core/roles.ts';
import type { Fields, JsonSchema } from '../../../http/params/field.ts';
import { getParams } from '../../../http/params/read.ts';
import { anyone, type Reply, type RequestContext, type Route } from '../../../http/route.ts';
import { findByExternalId, getExternalIdIn } from '../external-ids.ts';
import { created, done, refused } from '../replies.ts';
import { revisionRoutes } from '../revisions/routes.ts';
import type { Sent } from '../scope.ts';
import {
  answerWrite,
  changed,
  createdBelow,
  type Presented,
  type PresentedRecord,
  removed,
  withoutTag,
} from './answer.ts';
import {
  type ChangeableRecords,
  changeRecord,
  createRecord,
  getForWriting,
  getRecord,
  mayEditRecord,
  mayPutRecord,
  type RecordResource,
  removeRecord,
  removeTranslation,
  trashRecord,
} from './resource.ts';

/** Options of the routes to existing records. */
interface ChangeRoutesOptions<Rec, Values> extends Presented<Rec> {
  resource: ChangeableRecords<Rec, Values>;
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
  /** Errors of each route, besides that of an unknown record. */
  errors: { update: readonly ErrorCode[]; read?: readonly ErrorCode[] };
  /** Whether the caller may write any records of the kind. */
  allowed(caller: Caller): boolean;
  /** Records have authors, whose rights differ from those of others. */
  isOwned: boolean;
  sent(fields: Fields, context: RequestContext): Sent<Values>;
  /** Throws if the caller may not read the record. */
  assertReadable?(record: Rec, context: RequestContext): void;
  /** Replaces the usual read. */
  read?(context: RequestContext): Promise<Reply>;
}

export interface RecordRoutesOptions<Rec, Values> extends ChangeRoutesOptions<Rec, Values> {
  resource: RecordResource<Rec, Values>;
  /** In sentences: `event`. */
  name: string;
  summaries: Record<'create' | 'update' | 'remove', string>;
  createFields: Fields;
  deleteFields?: Fields;
  replies: { one: JsonSchema; deletion: JsonSchema };
  errors: {
    create: readonly ErrorCode[];
    update: readonly ErrorCode[];
    put: readonly ErrorCode[];
    read?: readonly ErrorCode[];
  };
}

/**
 * Routes to create, read, update and delete by each address of a record, and PUT by external id. The order of methods in
 * `Allow` is that of the routes; existing clients rely on it.
 */
export function recordRoutes<Rec, Values>(options: RecordRoutesOptions<Rec, Values>): Route[] {
  const { path } = options;
  const { read, updates, removeTranslation, revisions } = changeRoutes(options);
  const create = createRoute(options);
  const put = putRoute(options);
  const remove = removeRoute(options);
  const byId = `${path}/{id}`;
  const byExternalId = `${path}/by-external-id/{external_id}`;
  const byName = 'ByExternalId';
  if (!options.isOwned) {
    const one = [read(byId, ''), ...updates(byId, ''), remove(byId, '')];
    const external = [read(byExternalId, byName), put, remove(byExternalId, byName)];
    return [create, ...one, ...external, removeTranslation, ...revisions];
  }
  const item = (address: string, suffix: string) => [
    read(address, suffix),
    remove(address, suffix),
    ...updates(address, suffix),
  ];
  const bySlug = item(`${path}/by-slug/{slug}`, 'BySlug');
  const external = [read(byExternalId, byName), remove(byExternalId, byName), put];
  return [create, removeTranslation, ...item(byId, ''), ...bySlug, ...external, ...revisions];
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
export const ofRecord = <Rec, Values>({ resource, noun, allowed, isOwned }: ChangeRoutesOptions<Rec, Values>) => ({
  tag: noun,
  allowed,
  ...(isOwned && { allowedOn: (context: RequestContext) => mayEditRecord(resource, context.path, context) }),
});

export function changeRoutes<Rec, Values>(options: ChangeRoutesOptions<Rec, Values>): ChangeRoutes {
  const { resource, path, noun, aRecord, replies, errors, allowed, updateFields } = options;
  const { store, kind, notFound } = resource;
  const change = async (context: RequestContext) => {
    const sent = options.sent(updateFields, context);
    return answerWrite(context, options, changed, (scope) => changeRecord(resource, context.path, sent, scope));
  };
  return {
    revisions: revisionRoutes({
      ...{ store, kind, path, noun, aRecord, allowed, change },
      fields: updateFields,
      reply: replies.one,
      assertMayEdit: async (context) => void (await getForWriting(store.reader, resource, context.path, context)),
    }),
    read: (address, suffix) => ({
      method: 'GET',
      path: address,
      operationId: `get${noun}${suffix}`,
      summary: `Read ${aRecord}`,
      tag: noun,
      params: options.readFields,
      allowed: anyone,
      replies: [done(replies.one), ...refused(notFound, ...(errors.read ?? []))],
      handle: options.read ?? ((context) => read(context, options)),
    }),
    updates: (address, suffix) =>
      (['POST', 'PUT', 'PATCH'] as const).map((method) => ({
        ...ofRecord(options),
        method,
        path: address,
        operationId: `${method === 'POST' ? 'update' : method.toLowerCase()}${noun}${suffix}`,
        summary: options.summaries.update,
        params: updateFields,
        ...imagesOf(options),
        replies: [done(replies.one), ...refused(notFound, ...errors.update)],
        handle: change,
      })),
    removeTranslation: {
      ...ofRecord(options),
      method: 'DELETE',
      path: `${path}/{id}/translations/{language}`,
      operationId: `delete${noun}Translation`,
      summary: `Delete a translation of ${aRecord}`,
      params: {},
      replies: [done(replies.one), ...refused(notFound, 'rest-translation-not-found', 'rest-original-language')],
      async handle(context) {
        const address = context.path as { id: number; language: string };
        return answerWrite(context, options, changed, (scope) => removeTranslation(resource, address, scope));
      },
    },
  };
}

async function read<Rec, Values>(
  context: RequestContext,
  { resource, readFields, assertReadable, show }: ChangeRoutesOptions<Rec, Values>,
): Promise<Reply> {
  getParams(readFields, context);
  const { reader } = resource.store;
  const record = await getRecord(reader, resource, context.path, context);
  assertReadable?.(record, context);
  return { status: 200, ...(await show(reader, record, context)).read() };
}

const createRoute = <Rec, Values>(options: RecordRoutesOptions<Rec, Values>): Route => ({
  method: 'POST',
  path: options.path,
  operationId: `create${options.noun}`,
  summary: options.summaries.create,
  tag: options.noun,
  params: options.createFields,
  ...imagesOf(options),
  allowed: options.allowed,
  replies: [created(options.replies.one), ...refused(...options.errors.create)],
  async handle(context) {
    const sent = options.sent(options.createFields, context);
    const toReply = createdBelow(options.path, context);
    return answerWrite(context, options, toReply, (scope) => createRecord(options.resource, sent, scope));
  },
});

const removeRoute =
  <Rec, Values>(options: RecordRoutesOptions<Rec, Values>): RouteOf<Route> =>
  (address, suffix) => {
    const { notFound, trash } = options.resource;
    return {
      ...ofRecord(options),
      method: 'DELETE',
      path: address,
      operationId: `delete${options.noun}${suffix}`,
      summary: options.summaries.remove,
      params: options.deleteFields ?? {},
      replies: [done(options.replies.deletion), ...refused(notFound, ...(trash ? [trash.error] : []))],
      handle: (context) => removeByRequest(context, options),
    };
  };

/** Kinds without `deleteFields` have no trash. */
async function removeByRequest<Rec, Values>(
  context: RequestContext,
  options: RecordRoutesOptions<Rec, Values>,
): Promise<Reply> {
  const { resource, deleteFields } = options;
  const { path } = context;
  if (!deleteFields) return answerWrite(context, options, withoutTag, (scope) => removeRecord(resource, path, scope));
  return getParams(deleteFields, context)['force']
    ? answerWrite(context, options, removed, (scope) => removeRecord(resource, path, scope))
    : answerWrite(context, options, changed, (scope) => trashRecord(resource, path, scope));
}

const putRoute = <Rec, Values>(options: RecordRoutesOptions<Rec, Values>): Route => ({
  method: 'PUT',
  path: `${options.path}/by-external-id/{external_id}`,
  operationId: `put${options.noun}ByExternalId`,
  summary: `Create the ${options.name} with this external id or update it; an update changes only the fields sent`,
  tag: options.noun,
  params: options.updateFields,
  ...imagesOf(options),
  allowed: options.allowed,
  ...(options.isOwned && {
    allowedOn: (context: RequestContext) => mayPutRecord(options.resource, context.path, context),
  }),
  replies: [done(options.replies.one), created(options.replies.one), ...refused(...options.errors.put)],
  handle: (context) => putByExternalId(context, options),
});

/**
 * Creates or changes the record with the external id in the path. Lookup and write share one transaction, so of two
 * concurrent requests one creates the record and the other finds it.
 */
async function putByExternalId<Rec, Values>(
  context: RequestContext,
  options: RecordRoutesOptions<Rec, Values>,
): Promise<Reply> {
  const { resource, path, createFields, updateFields } = options;
  const { store, kind } = resource;
  await resource.prepare?.(options.sent(updateFields, context).values);
  const externalId = getExternalIdIn(context.path.externalId as string);
  const read = (fields: Fields, stored: { external_id?: string }): Sent<Values> => {
    const { values, problems } = options.sent(fields, context);
    const { external_id: sent, ...others } = values as { external_id?: string | null };
    // The body may repeat the external id of the path.
    if (sent !== undefined && sent !== null && sent !== externalId) problems.add('external_id', 'external_id_differs');
    return { values: { ...others, ...stored } as Values, problems };
  };
  return store.inTransaction(async () => {
    const id = await findByExternalId(store.reader, kind, externalId);
    if (id !== undefined) {
      const sent = read(updateFields, {});
      return answerWrite(context, options, changed, (scope) => changeRecord(resource, { id }, sent, scope));
    }
    const toReply = (presented: PresentedRecord) => {
      // Preconditions cannot match a record that did not exist: if there are any, the creation is rolled back.
      context.preconditions?.(undefined);
      return createdBelow(path, context)(presented);
    };
    const sent = read(createFields, { external_id: externalId });
    return answerWrite(context, options, toReply, (scope) => createRecord(resource, sent, scope));
  });
}
