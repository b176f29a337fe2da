// Builds the routes of a kind of records, except its list.
import { type ErrorCode, invalidParam } from '../../../core/api-error.ts';
import { isTaxonomy } from '../../../core/kinds.ts';
import type { Caller } from '../../../core/roles.ts';
import type { Fields, JsonSchema } from '../../../http/params/field.ts';
import { getParams, readParams } from '../../../http/params/read.ts';
import { anyone, type Reply, type RequestContext, type Route } from '../../../http/route.ts';
import { externalIdIn, findByExternalId } from '../external-ids.ts';
import { created, done, namesOf, refused } from '../replies.ts';
import { revisionRoutes } from '../revisions/routes.ts';
import type { Sent } from '../scope.ts';
import {
  changed,
  createdBelow,
  type Presented,
  type PresentedRecord,
  removed,
  replyToWrite,
  withoutTag,
} from './reply.ts';
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
  summaries?: { create?: string; update?: string };
  updateFields: Fields;
  readFields?: Fields;
  replies: { one: JsonSchema };
  /** Errors of these routes besides those that all kinds have; `any` are those of every write. */
  errors?: Partial<Record<'create' | 'update' | 'read' | 'any', readonly ErrorCode[]>>;
  /** Whether the caller may write any records of the kind. */
  allowed(caller: Caller): boolean;
  /** Throws if the caller may not read the record. */
  assertReadable?(record: Rec, context: RequestContext): void;
  read?(context: RequestContext): Promise<Reply>;
}

export interface RecordRoutesOptions<Rec, Values> extends ChangeRoutesOptions<Rec, Values> {
  resource: RecordResource<Rec, Values>;
  createFields: Fields;
  /** Kinds that lack these have no trash. */
  deleteFields?: Fields;
  replies: { one: JsonSchema; deletion: JsonSchema };
}

/**
 * Routes to create, read, update and delete by each path of a record, and PUT by external id. The order of methods in
 * `Allow` is that of the routes; existing clients rely on it.
 */
export function recordRoutes<Rec, Values>(options: RecordRoutesOptions<Rec, Values>): Route[] {
  const { kind } = options.resource;
  const { path } = namesOf(kind);
  const { read, updates, removeTranslation, revisions } = changeRoutes(options);
  const create = createRoute(options);
  const put = putRoute(options);
  const remove = removeRoute(options);
  const byId = `${path}/{id}`;
  const byExternalId = `${path}/by-external-id/{external_id}`;
  const byName = 'ByExternalId';
  if (isTaxonomy(kind)) {
    const one = [read(byId, ''), ...updates(byId, ''), remove(byId, '')];
    const external = [read(byExternalId, byName), put, remove(byExternalId, byName)];
    return [create, ...one, ...external, removeTranslation, ...revisions];
  }
  const item = (itemPath: string, suffix: string) => [
    read(itemPath, suffix),
    remove(itemPath, suffix),
    ...updates(itemPath, suffix),
  ];
  const bySlug = item(`${path}/by-slug/{slug}`, 'BySlug');
  const external = [read(byExternalId, byName), remove(byExternalId, byName), put];
  return [create, removeTranslation, ...item(byId, ''), ...bySlug, ...external, ...revisions];
}

/** Builds a route for a path; `suffix` completes its operation id. */
type RouteOf<Made = Route> = (path: string, suffix: string) => Made;

/** Properties common to all routes that write existing records. Records with authors may be closed to the caller. */
export const ofRecord = <Rec, Values>(
  { resource, allowed }: Pick<ChangeRoutesOptions<Rec, Values>, 'resource' | 'allowed'>,
  mayWrite = mayEditRecord,
) => ({
  tag: namesOf(resource.kind).noun,
  allowed,
  ...(!isTaxonomy(resource.kind) && {
    allowedOn: (context: RequestContext) => mayWrite(resource, context.path, context),
  }),
});

/** Images that a write refers to by URL are fetched before it. */
const withImages = (fields: Fields) => ('image' in fields ? { images: true as const } : {});

const readSent = <Values>(fields: Fields, context: RequestContext) =>
  readParams(fields, context.params, context) as Sent<Values>;

export function changeRoutes<Rec, Values>(options: ChangeRoutesOptions<Rec, Values>) {
  const { resource, replies, errors = {}, allowed, updateFields, readFields = {} } = options;
  const { store, kind } = resource;
  const { noun, aRecord } = namesOf(kind);
  const notFound: ErrorCode = `rest-${kind}-not-found`;
  const change = async (context: RequestContext) => {
    const sent = readSent<Values>(updateFields, context);
    return replyToWrite(context, options, changed, (scope) => changeRecord(resource, context.path, sent, scope));
  };
  const readRoute: RouteOf = (path, suffix) => ({
    method: 'GET',
    path,
    operationId: `get${noun}${suffix}`,
    summary: `Read ${aRecord}`,
    tag: noun,
    params: readFields,
    allowed: anyone,
    replies: [done(replies.one), ...refused(notFound, ...(errors.read ?? []))],
    handle: options.read ?? ((context) => read(context, options)),
  });
  const updates: RouteOf<Route[]> = (path, suffix) =>
    (['POST', 'PUT', 'PATCH'] as const).map((method) => ({
      ...ofRecord(options),
      method,
      path,
      operationId: `${method === 'POST' ? 'update' : method.toLowerCase()}${noun}${suffix}`,
      summary: options.summaries?.update ?? `Update ${aRecord}; only the fields sent change`,
      params: updateFields,
      ...withImages(updateFields),
      replies: [done(replies.one), ...refused(notFound, ...errorsOf(options, 'update'))],
      handle: change,
    }));
  const revisions = revisionRoutes({
    store,
    kind,
    allowed,
    change,
    fields: updateFields,
    reply: replies.one,
    assertMayEdit: async (context) => void (await getForWriting(store.reader, resource, context.path, context)),
  });
  return { read: readRoute, updates, removeTranslation: removeTranslationRoute(options), revisions };
}

function removeTranslationRoute<Rec, Values>(options: ChangeRoutesOptions<Rec, Values>): Route {
  const { resource, replies } = options;
  const { path, noun, aRecord } = namesOf(resource.kind);
  const errors = refused(`rest-${resource.kind}-not-found`, 'rest-translation-not-found', 'rest-original-language');
  return {
    ...ofRecord(options),
    method: 'DELETE',
    path: `${path}/{id}/translations/{language}`,
    operationId: `delete${noun}Translation`,
    summary: `Delete a translation of ${aRecord}`,
    params: {},
    replies: [done(replies.one), ...errors],
    handle: (context) =>
      replyToWrite(context, options, changed, (scope) => removeTranslation(resource, context.path, scope)),
  };
}

/** Errors of creates, updates or both. */
const errorsOf = <Rec, Values>(
  { errors = {}, updateFields }: ChangeRoutesOptions<Rec, Values>,
  ...of: readonly ('create' | 'update')[]
): ErrorCode[] => [
  ...of.flatMap((name) => errors[name] ?? []),
  ...('external_id' in updateFields ? (['external-id-exists'] as const) : []),
  ...(of.length > 1 ? (['rest_missing_callback_param'] as const) : []),
  ...(errors.any ?? []),
];

async function read<Rec, Values>(
  context: RequestContext,
  { resource, readFields = {}, assertReadable, show }: ChangeRoutesOptions<Rec, Values>,
): Promise<Reply> {
  getParams(readFields, context);
  const { reader } = resource.store;
  const record = await getRecord(reader, resource, context.path, context);
  assertReadable?.(record, context);
  return { status: 200, ...(await show(reader, record, context)).read() };
}

function createRoute<Rec, Values>(options: RecordRoutesOptions<Rec, Values>): Route {
  const { resource, createFields, replies, summaries, allowed } = options;
  const { path, noun, aRecord } = namesOf(resource.kind);
  return {
    method: 'POST',
    path,
    operationId: `create${noun}`,
    summary: summaries?.create ?? `Create ${aRecord}`,
    tag: noun,
    params: createFields,
    ...withImages(createFields),
    allowed,
    replies: [created(replies.one), ...refused(...errorsOf(options, 'create'))],
    async handle(context) {
      const sent = readSent<Values>(createFields, context);
      const toReply = createdBelow(path, context);
      return replyToWrite(context, options, toReply, (scope) => createRecord(resource, sent, scope));
    },
  };
}

function removeRoute<Rec, Values>(options: RecordRoutesOptions<Rec, Values>): RouteOf {
  const { resource, deleteFields, replies } = options;
  const { kind } = resource;
  const { noun, aRecord } = namesOf(kind);
  const inTrash: ErrorCode[] = isTaxonomy(kind) ? [] : [`${kind}-is-in-trash`];
  return (path, suffix) => ({
    ...ofRecord(options),
    method: 'DELETE',
    path,
    operationId: `delete${noun}${suffix}`,
    summary: deleteFields ? `Move ${aRecord} to the trash, or delete it permanently` : `Delete ${aRecord} permanently`,
    params: deleteFields ?? {},
    replies: [done(replies.deletion), ...refused(`rest-${kind}-not-found`, ...inTrash)],
    handle: (context) => removeByRequest(context, options),
  });
}

async function removeByRequest<Rec, Values>(
  context: RequestContext,
  options: RecordRoutesOptions<Rec, Values>,
): Promise<Reply> {
  const { resource, deleteFields } = options;
  const { path } = context;
  if (!deleteFields) return replyToWrite(context, options, withoutTag, (scope) => removeRecord(resource, path, scope));
  return getParams(deleteFields, context)['force']
    ? replyToWrite(context, options, removed, (scope) => removeRecord(resource, path, scope))
    : replyToWrite(context, options, changed, (scope) => trashRecord(resource, path, scope));
}

function putRoute<Rec, Values>(options: RecordRoutesOptions<Rec, Values>): Route {
  const { resource, updateFields, replies } = options;
  const { path, noun } = namesOf(resource.kind);
  return {
    ...ofRecord(options, mayPutRecord),
    method: 'PUT',
    path: `${path}/by-external-id/{external_id}`,
    operationId: `put${noun}ByExternalId`,
    summary: `Create the ${resource.kind} with this external id or update it; an update changes only the fields sent`,
    params: updateFields,
    ...withImages(updateFields),
    replies: [...[done(replies.one), created(replies.one)], ...refused(...errorsOf(options, 'create', 'update'))],
    handle: (context) => putByExternalId(context, options),
  };
}

/**
 * Creates or changes the record with the external id in the path. Lookup and write share one transaction, so of two
 * concurrent requests one creates the record and the other finds it.
 */
async function putByExternalId<Rec, Values>(
  context: RequestContext,
  options: RecordRoutesOptions<Rec, Values>,
): Promise<Reply> {
  const { resource, createFields, updateFields } = options;
  const { store, kind } = resource;
  await resource.prepare?.(readSent<Values>(updateFields, context).values);
  const externalId = externalIdIn(context.path.externalId as string);
  if (externalId === undefined) throw invalidParam('external_id', 'external_id_expected');
  const read = (fields: Fields, stored: { external_id?: string }): Sent<Values> => {
    const { values, problems } = readSent<Values>(fields, context);
    const { external_id: sent, ...others } = values as { external_id?: string | null };
    // The body may repeat the external id of the path.
    if (sent !== undefined && sent !== null && sent !== externalId) problems.add('external_id', 'external_id_differs');
    return { values: { ...others, ...stored } as Values, problems };
  };
  return store.inTransaction(async () => {
    const found = await findByExternalId(store.reader, kind, externalId);
    if (found) {
      const sent = read(updateFields, {});
      return replyToWrite(context, options, changed, (scope) => changeRecord(resource, { id: found.id }, sent, scope));
    }
    const toReply = (presented: PresentedRecord) => {
      // Preconditions cannot match a record that did not exist: if there are any, the creation is rolled back.
      context.preconditions?.(undefined);
      return createdBelow(namesOf(kind).path, context)(presented);
    };
    const sent = read(createFields, { external_id: externalId });
    return replyToWrite(context, options, toReply, (scope) => createRecord(resource, sent, scope));
  });
}
