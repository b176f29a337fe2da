import { ApiError } from '../../core/api-error.ts';
import { mayUpload } from '../../core/roles.ts';
import type { JsonSchema } from '../../http/params/field.ts';
import { getParams, readParams } from '../../http/params/read.ts';
import type { RequestContext, Route } from '../../http/route.ts';
import { created, done, refused } from '../records/replies.ts';
import { lastChange } from '../records/status.ts';
import { createdBelow, type Presented, presentedAlike, replyToWrite, withoutTag } from '../records/write/reply.ts';
import { removeRecord } from '../records/write/resource.ts';
import { changeRoutes, ofRecord } from '../records/write/routes.ts';
import { listRoute } from './list.ts';
import { uploadLimit } from './refusals.ts';
import type { Medium } from './repository.ts';
import { mediaDeleteFields, mediaReplies, mediaUpdateFields, uploadFields } from './schemas.ts';
import {
  foundMedia,
  ingestUpload,
  type Library,
  type MediaRoutesOptions,
  mediaResource,
  uploadMedium,
} from './service.ts';
import { presentMedium } from './table.ts';

const itemPath = '/media/{id}';

export function mediaRoutes(options: MediaRoutesOptions): Route[] {
  const { library } = options;
  const ofMedia = {
    ...presentedBy(presentMedium),
    resource: mediaResource(library),
    summaries: { update: 'Update the texts of an image; only the fields sent change' },
    updateFields: mediaUpdateFields,
    replies: mediaReplies,
    allowed: mayUpload,
  };
  const { read, updates, removeTranslation, revisions } = changeRoutes(ofMedia);
  const upload = uploadRoute(library, {
    noun: 'Media',
    schema: mediaReplies.one,
    present: presentMedium,
    noFile: () => new ApiError('rest_missing_callback_param', { missing: ['file'], args: { names: 'file' } }),
  });
  const remove = { ...ofRecord(ofMedia), ...removeRoute(library) };
  const item = [read(itemPath, ''), remove, ...updates(itemPath, '')];
  return [listRoute(options), upload, ...item, removeTranslation, ...revisions];
}

type Present = (medium: Medium, context: RequestContext) => Record<string, unknown>;

/** An upload in the shape of one of the APIs. */
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
  async prepare(context) {
    const { upload, params, now } = context;
    const { problems } = readParams(uploadFields, params, context);
    if (upload && problems.all().size === 0) upload.image = await ingestUpload(library, upload, now);
  },
  async handle(context) {
    const { values, problems } = readParams(uploadFields, context.params, context);
    const { upload } = context;
    if (!upload) throw noFile();
    problems.throwIfAny();
    return replyToWrite(context, presentedBy(present), createdBelow('/media', context), (scope) =>
      uploadMedium(library, upload, values, scope),
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
    const resource = mediaResource(library, getParams(mediaDeleteFields, context));
    return replyToWrite(context, presentedBy(presentMedium), withoutTag, (scope) =>
      removeRecord(resource, context.path, scope),
    );
  },
});

export const presentedBy = (present: Present): Presented<Medium> => ({
  resource: foundMedia,
  show: async (_db, medium, context) => presentedAlike(present(medium, context), lastChange([medium], context.now)),
});
