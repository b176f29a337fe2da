import { ApiError } from '../../core/api-error.ts';
import { mayUpload } from '../../core/roles.ts';
import { readParams } from '../../http/params/read.ts';
import { everybody, type Method, type Reply, type RequestContext, type Route } from '../../http/route.ts';
import type { Reader } from '../../store/store.ts';
import { readContinuation } from '../records/continue.ts';
import { readModified } from '../records/modified.ts';
import { assertPageExists, presentList, readPage } from '../records/paging.ts';
import { created, done, listed, refused } from '../records/replies.ts';
import { answerWrite, changed, createdBelow, newestOf, type Shown } from '../records/write-hooks.ts';
import { listMedia, positionOf } from './filters.ts';
import { presentMedium } from './present.ts';
import { uploadLimit } from './refusals.ts';
import { mediaReplies } from './reply-schemas.ts';
import { mediaDeleteFields, mediaListFields, mediaUpdateFields, uploadFields } from './schemas.ts';
import {
  changeMedium,
  getMedium,
  type Library,
  type MediaWriteScope,
  mayEditMedium,
  removeMedium,
  removeMediumTranslation,
  uploadMedium,
} from './service.ts';
import type { Medium } from './types.ts';

export interface MediaRoutesOptions {
  library: Library;
  maxPerPage: number;
}

export function mediaRoutes(options: MediaRoutesOptions): Route[] {
  return [
    {
      method: 'GET',
      path: '/media',
      operationId: 'listMedia',
      summary: 'List images, newest first',
      tag: 'Media',
      params: mediaListFields,
      allowed: everybody,
      replies: [listed(mediaReplies.page), ...refused('media-archive-page-not-found', 'rest_invalid_cursor')],
      handle: (context) => list(context, options),
    },
    uploadRoute(options.library),
    ...itemRoutes(options.library),
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

function itemRoutes(library: Library): Route[] {
  const { store } = library;
  const path = '/media/{id}';
  const guarded = {
    path,
    tag: 'Media',
    allowed: mayUpload,
    allowedOn: ({ path: { id }, viewer }: RequestContext) => mayEditMedium(store.reader, id as number, viewer),
  };
  const update = (method: Method): Route => ({
    ...guarded,
    method,
    operationId: `${method === 'POST' ? 'update' : method.toLowerCase()}Media`,
    summary: 'Update the texts of an image; only the fields sent change',
    params: mediaUpdateFields,
    replies: [done(mediaReplies.one), ...refused('rest-media-not-found')],
    async handle(context) {
      const { values, problems } = readParams(mediaUpdateFields, context.params, context);
      const id = context.path.id as number;
      return answer(context, changed, (scope) => changeMedium(library, id, values, problems, scope));
    },
  });
  return [
    {
      method: 'GET',
      path,
      operationId: 'getMedia',
      summary: 'Read an image',
      tag: 'Media',
      params: {},
      allowed: everybody,
      replies: [done(mediaReplies.one), ...refused('rest-media-not-found')],
      async handle(context) {
        const medium = await getMedium(store.reader, context.path.id as number, context.language);
        return { status: 200, ...show(medium, context).read() };
      },
    },
    {
      ...guarded,
      method: 'DELETE',
      operationId: 'deleteMedia',
      summary: 'Delete an image, for good',
      params: mediaDeleteFields,
      replies: [done(mediaReplies.one, 'The image as it was'), ...refused('rest-media-not-found', 'rest-media-in-use')],
      async handle(context) {
        const { values, problems } = readParams(mediaDeleteFields, context.params, context);
        problems.throwIfAny();
        const id = context.path.id as number;
        return answer(context, deleted, (scope) => removeMedium(library, id, values.force ?? false, scope));
      },
    },
    update('POST'),
    update('PUT'),
    update('PATCH'),
    {
      ...guarded,
      method: 'DELETE',
      path: `${path}/translations/{language}`,
      operationId: 'deleteMediaTranslation',
      summary: 'Take the texts of one language off an image',
      params: {},
      replies: [
        done(mediaReplies.one),
        ...refused('rest-media-not-found', 'rest-translation-not-found', 'rest-original-language'),
      ],
      async handle(context) {
        const { id, language } = context.path as { id: number; language: string };
        return answer(context, changed, (scope) => removeMediumTranslation(library, id, language, scope));
      },
    },
  ];
}

const deleted = (shown: Shown): Reply => ({ status: 200, body: shown.written() });

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
      find: (db: Reader, id) => getMedium(db, id, context.language),
      show: async (_db, medium: Medium) => show(medium, context),
    },
    toReply,
    (hooks) => write({ ...context, ...hooks }),
  );

async function list(context: RequestContext, { library, maxPerPage }: MediaRoutesOptions): Promise<Reply> {
  const { values, problems } = readParams(mediaListFields, context.params, context);
  problems.throwIfAny();
  const page = readPage(values, maxPerPage);
  const { language, links, params } = context;
  const continuation = readContinuation(context, values.cursor);
  const { cut } = continuation.of('/media', { fields: mediaListFields, params });
  const filter = {
    language,
    search: values.search,
    modified: readModified(values, context),
    after: continuation.cursor?.after,
  };
  const { rows: found, total } = await listMedia(library.store, filter, page);
  const { rows, nextCursor } = cut(found, page, positionOf);
  const continued = continuation.cursor !== undefined;
  if (!continued) assertPageExists(page, rows, 'media-archive-page-not-found');
  const items = rows.map((row) => presentMedium(row, context));
  const modified = newestOf(rows, context.now);
  const fields = mediaListFields;
  return presentList({ key: 'media', items, total, page, links, fields, params, nextCursor, continued, modified });
}
