import { ApiError } from '../../core/api-error.ts';
import { mayUpload } from '../../core/roles.ts';
import { readParams } from '../../http/params/read.ts';
import { anyone, type Method, type Reply, type RequestContext, type Route } from '../../http/route.ts';
import type { Reader } from '../../store/store.ts';
import { created, done, refused } from '../records/replies.ts';
import { revisionRoutes } from '../records/revisions/routes.ts';
import { answerWrite, asItWas, changed, createdBelow, newestOf, type Shown } from '../records/write/hooks.ts';
import { changeRecord, getForWriting, mayEditRecord, removeTranslation } from '../records/write/resource.ts';
import { listRoute } from './list.ts';
import { uploadLimit } from './refusals.ts';
import { mediaReplies } from './reply-schemas.ts';
import { mediaDeleteFields, mediaUpdateFields, uploadFields } from './schemas.ts';
import type { MediaRoutesOptions } from './service.ts';
import { getMedium, type Library, type MediaWriteScope, mediaResource, removeMedium, uploadMedium } from './service.ts';
import { presentMedium } from './table.ts';
import type { Medium } from './types.ts';

export function mediaRoutes(options: MediaRoutesOptions): Route[] {
  const { library } = options;
  return [
    listRoute(options),
    uploadRoute(library),
    readRoute(library),
    removeRoute(library),
    updateRoute('POST', library),
    updateRoute('PUT', library),
    updateRoute('PATCH', library),
    translationRoute(library),
    ...revisionRoutesOf(library),
  ];
}

const uploadRoute = (library: Library): Route => ({
  method: 'POST',
  path: '/media',
  operationId: 'createMedia',
  summary: 'Upload an image: PNG, JPEG, WebP, AVIF or GIF',
  tag: 'Media',
  params: uploadFields,
  upload: uploadLimit(library.limits),
  allowed: mayUpload,
  replies: [
    created(mediaReplies.one),
    ...refused(
      'rest_missing_callback_param',
      'rest_upload_invalid',
      'rest_upload_too_large',
      'rest_upload_unsupported_type',
    ),
  ],
  async handle(context) {
    const { values, problems } = readParams(uploadFields, context.params, context);
    const { upload } = context;
    if (!upload) throw new ApiError('rest_missing_callback_param', { missing: ['file'], args: { names: 'file' } });
    problems.throwIfAny();
    return answer(context, createdBelow('/media', context), (scope) => uploadMedium(library, upload, values, scope));
  },
});

const itemPath = '/media/{id}';

const guarded = ({ store }: Library) => ({
  tag: 'Media',
  allowed: mayUpload,
  allowedOn: (context: RequestContext) => mayEditRecord(mediaResource({ store }), context.path, context),
});

const readRoute = ({ store }: Library): Route => ({
  method: 'GET',
  path: itemPath,
  operationId: 'getMedia',
  summary: 'Read an image',
  tag: 'Media',
  params: {},
  allowed: anyone,
  replies: [done(mediaReplies.one), ...refused('rest-media-not-found')],
  async handle(context) {
    const medium = await getMedium(store.reader, context.path as { id: number }, context);
    return { status: 200, ...show(medium, context).read() };
  },
});

const updateRoute = (method: Method, library: Library): Route => ({
  ...guarded(library),
  method,
  path: itemPath,
  operationId: `${method === 'POST' ? 'update' : method.toLowerCase()}Media`,
  summary: 'Update the texts of an image; only the fields sent change',
  params: mediaUpdateFields,
  replies: [done(mediaReplies.one), ...refused('rest-media-not-found')],
  async handle(context) {
    const read = readParams(mediaUpdateFields, context.params, context);
    return answer(context, changed, (scope) => changeRecord(mediaResource(library), context.path, read, scope));
  },
});

const removeRoute = (library: Library): Route => ({
  ...guarded(library),
  method: 'DELETE',
  path: itemPath,
  operationId: 'deleteMedia',
  summary: 'Delete an image, for good',
  params: mediaDeleteFields,
  replies: [done(mediaReplies.one, 'The image as it was'), ...refused('rest-media-not-found', 'rest-media-in-use')],
  async handle(context) {
    const { values, problems } = readParams(mediaDeleteFields, context.params, context);
    problems.throwIfAny();
    const id = context.path.id as number;
    return answer(context, asItWas, (scope) => removeMedium(library, id, values.force ?? false, scope));
  },
});

const translationRoute = (library: Library): Route => ({
  ...guarded(library),
  method: 'DELETE',
  path: `${itemPath}/translations/{language}`,
  operationId: 'deleteMediaTranslation',
  summary: 'Take the texts of one language off an image',
  params: {},
  replies: [
    done(mediaReplies.one),
    ...refused('rest-media-not-found', 'rest-translation-not-found', 'rest-original-language'),
  ],
  async handle(context) {
    const address = context.path as { id: number; language: string };
    return answer(context, changed, (scope) => removeTranslation(mediaResource(library), address, scope));
  },
});

const revisionRoutesOf = ({ store }: Library): Route[] =>
  revisionRoutes({
    ...{ store, kind: 'media', path: '/media', noun: 'Media', aRecord: 'an image', allowed: mayUpload },
    fields: mediaUpdateFields,
    reply: mediaReplies.one,
    assertMayEdit: async (context) =>
      void (await getForWriting(store.reader, mediaResource({ store }), context.path, context)),
    async change(context) {
      const read = readParams(mediaUpdateFields, context.params, context);
      return answer(context, changed, (scope) => changeRecord(mediaResource({ store }), context.path, read, scope));
    },
  });

const show = (medium: Medium, context: RequestContext): Shown => {
  const body = presentMedium(medium, context);
  return { written: () => body, read: () => ({ body, modified: newestOf([medium], context.now) }) };
};

const answer = (
  context: RequestContext,
  toReply: (shown: Shown) => Reply,
  write: (scope: MediaWriteScope) => Promise<unknown>,
): Promise<Reply> =>
  answerWrite(
    context,
    {
      find: (db: Reader, id) => getMedium(db, { id }, context),
      show: async (_db, medium: Medium) => show(medium, context),
    },
    toReply,
    (hooks) => write({ ...context, ...hooks }),
  );
