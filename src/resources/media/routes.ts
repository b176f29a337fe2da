import { ApiError, type ErrorCode } from '../../core/api-error.ts';
import { mayUpload } from '../../core/roles.ts';
import type { JsonSchema } from '../../http/params/field.ts';
import { readParams } from '../../http/params/read.ts';
import type { RequestContext, Route } from '../../http/route.ts';
import type { Reader } from '../../store/store.ts';
import { created, done, refused } from '../records/replies.ts';
import {
  answerWrite,
  createdBelow,
  newestOf,
  type PresentedRecord,
  type RecordPresenter,
  withoutTag,
} from '../records/write/hooks.ts';
import { changeRoutes, ofRecord } from '../records/write/routes.ts';
import { changesTo } from '../records/write/writes.ts';
import { listRoute } from './list.ts';
import { uploadLimit } from './refusals.ts';
import { mediaDeleteFields, mediaReplies, mediaUpdateFields, uploadFields } from './schemas.ts';
import { getMedium, type Library, type MediaRoutesOptions, mediaResource, uploadMedium } from './service.ts';
import { presentMedium } from './table.ts';
import type { Medium } from './types.ts';

const itemPath = '/media/{id}';

export function mediaRoutes(options: MediaRoutesOptions): Route[] {
  const { library } = options;
  const ofMedia = optionsOf(library);
  const { read, updates, removeTranslation, revisions } = changeRoutes(ofMedia);
  const upload = uploadRoute(library, {
    ...{ noun: 'Media', schema: mediaReplies.one, present: presentMedium },
    noFile: () => new ApiError('rest_missing_callback_param', { missing: ['file'], args: { names: 'file' } }),
  });
  const remove = { ...ofRecord(ofMedia), ...removeRoute(library) };
  return [
    listRoute(options),
    upload,
    read(itemPath, ''),
    remove,
    ...updates(itemPath, ''),
    removeTranslation,
    ...revisions,
  ];
}

const optionsOf = (library: Library) => ({
  writes: changesTo(mediaResource(library)),
  path: '/media',
  noun: 'Media',
  aRecord: 'an image',
  summaries: { update: 'Update the texts of an image; only the fields sent change' },
  updateFields: mediaUpdateFields,
  readFields: {},
  replies: mediaReplies,
  errors: {
    update: ['rest-media-not-found'],
    read: ['rest-media-not-found'],
    translation: ['rest-media-not-found', 'rest-translation-not-found', 'rest-original-language'],
  } satisfies Record<string, readonly ErrorCode[]>,
  allowed: mayUpload,
  isOwned: true,
  sent: (_fields: unknown, context: RequestContext) => readParams(mediaUpdateFields, context.params, context),
  async read(context: RequestContext) {
    const medium = await getMedium(library.store.reader, context.path as { id: number }, context);
    return { status: 200, ...presentedMedium(medium, context, presentMedium).read() };
  },
  presenter: (context: RequestContext) => presenterFor(context, presentMedium),
});

type Present = (medium: Medium, context: RequestContext) => Record<string, unknown>;

/** An upload in the shape of one of the interfaces. */
interface UploadShape {
  noun: string;
  schema: JsonSchema;
  present: Present;
  noFile: () => ApiError;
}

export const uploadRoute = (library: Library, { noun, schema, present, noFile }: UploadShape): Route => ({
  method: 'POST',
  path: '/media',
  operationId: `create${noun}`,
  summary: 'Upload an image: PNG, JPEG, WebP, AVIF or GIF',
  tag: noun,
  params: uploadFields,
  upload: uploadLimit(library.limits),
  allowed: mayUpload,
  replies: [
    created(schema),
    ...refused(noFile().code, 'rest_upload_invalid', 'rest_upload_too_large', 'rest_upload_unsupported_type'),
  ],
  async handle(context) {
    const { values, problems } = readParams(uploadFields, context.params, context);
    const { upload } = context;
    if (!upload) throw noFile();
    problems.throwIfAny();
    return answerWrite(context, presenterFor(context, present), createdBelow('/media', context), (hooks) =>
      uploadMedium(library, upload, values, { ...context, ...hooks }),
    );
  },
});

const removeRoute = (library: Library) => ({
  method: 'DELETE' as const,
  path: itemPath,
  operationId: 'deleteMedia',
  summary: 'Delete an image permanently',
  params: mediaDeleteFields,
  replies: [done(mediaReplies.one, 'The deleted image'), ...refused('rest-media-not-found', 'rest-media-in-use')],
  async handle(context: RequestContext) {
    const { values, problems } = readParams(mediaDeleteFields, context.params, context);
    problems.throwIfAny();
    const { remove } = changesTo(mediaResource(library, values));
    return answerWrite(context, presenterFor(context, presentMedium), withoutTag, (hooks) =>
      remove(context.path, { ...context, ...hooks }),
    );
  },
});

const presenterFor = (context: RequestContext, present: Present): RecordPresenter<Medium> => ({
  find: (db: Reader, id) => getMedium(db, { id }, context),
  show: async (_db, medium) => presentedMedium(medium, context, present),
});

function presentedMedium(medium: Medium, context: RequestContext, present: Present): PresentedRecord {
  const body = present(medium, context);
  return { written: () => body, read: () => ({ body, modified: newestOf([medium], context.now) }) };
}
