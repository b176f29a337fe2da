// Lists, changes and deletions of images in the format of WordPress.
import { mayUpload } from '../../core/roles.ts';
import { slugify } from '../../core/text/slug.ts';
import { strictObject } from '../../http/openapi/schema.ts';
import type { Values } from '../../http/params/field.ts';
import { getParams, readParams } from '../../http/params/read.ts';
import { publicRead, type RequestContext, type Route } from '../../http/route.ts';
import type { Store } from '../../store/store.ts';
import { listMedia } from '../media/list.ts';
import { findMedia, type Medium } from '../media/repository.ts';
import { presentedBy } from '../media/routes.ts';
import { mediaDeleteFields, mediaUpdateFields } from '../media/schemas.ts';
import { type Library, type MediaRoutesOptions, mediaResource } from '../media/service.ts';
import { manyRead, offloadFrom } from '../records/list/offload.ts';
import { rangeReader, readModified } from '../records/list/time-range.ts';
import { done, refused } from '../records/replies.ts';
import { lastChange } from '../records/status.ts';
import { changed, removed, replyToWrite } from '../records/write/reply.ts';
import { changeRecord, removeRecord } from '../records/write/resource.ts';
import { ofRecord } from '../records/write/routes.ts';
import { attachmentSchema, presentMedium, slugOf } from './attachments.ts';
import { assertPostPageExists, notFoundAs, pageHeaders, pageOf, readWordpressPage } from './list.ts';
import { attachmentListFields, isOrderByDate } from './schemas.ts';

const readUploaded = rangeReader('after', 'before');

export const mediumListRoute = ({ library: { store }, maxPerPage }: MediaRoutesOptions): Route =>
  publicRead({
    path: '/media',
    operationId: 'listAttachments',
    summary: 'List images',
    tag: 'Attachment',
    params: attachmentListFields,
    replies: [pageOf(attachmentSchema), ...refused('rest_post_invalid_page_number')],
    async handle(values, context) {
      const { search, orderby = 'date', order } = values;
      const { language } = context;
      const orderBy = isOrderByDate(orderby) ? 'date' : orderby;
      const times = {
        modified: readModified(values, context),
        published: readUploaded(values, context),
      };
      const filter = { search, orderBy, descending: order !== 'asc', language, ...times };
      const page = readWordpressPage(values, maxPerPage);
      const named = await namedBy(values, store, language);
      const { rows, total } = named
        ? { rows: named.slice(page.offset), total: named.length }
        : await listMedia(store, filter, page);
      assertPostPageExists(total, page);
      const media = rows.slice(0, page.perPage);
      return {
        status: 200,
        modified: lastChange(media, context.now),
        body: media.map((row) => presentMedium(row, context, values.context === 'edit')),
        headers: pageHeaders(total, page, { path: '/media', fields: attachmentListFields }, context),
      };
    },
  });

/** The images that ids or slugs name, in this order. Images have no parents: a record uses them, also several records. */
async function namedBy(
  { include, slug, parent }: Values<typeof attachmentListFields>,
  store: Store,
  language: string,
): Promise<Medium[] | undefined> {
  if (parent && !parent.includes('0')) return [];
  if (include) return findMedia(store.reader, include, language);
  if (!slug) return undefined;
  const slugs = new Set(slug.map(slugify));
  const media = await mediaWithSlugs(slugs, store, language);
  return [...slugs].flatMap((wanted) => media.filter((medium) => slugOf(medium) === wanted));
}

/** Slugs of images are not stored, but derived from their titles. */
async function mediaWithSlugs(slugs: ReadonlySet<string>, store: Store, language: string): Promise<Medium[]> {
  const texts = store.reader
    .selectFrom('record_texts')
    .select(['record_id as id', 'title'])
    .where('kind', '=', 'media');
  const titles = await offloadFrom(manyRead, store, () => texts.orderBy('record_id').execute());
  const ids = new Set(titles.filter((text) => slugs.has(slugOf(text))).map(({ id }) => id));
  return findMedia(store.reader, [...ids].slice(0, 1000), language);
}

const presented = presentedBy(presentMedium);

/** Many scripts describe an image in a second request after its upload. */
export function mediumChangeRoutes(library: Library): Route[] {
  const resource = mediaResource(library);
  const common = { ...ofRecord({ resource, allowed: mayUpload }), path: '/media/{id}', tag: 'Attachment' };
  const update = async (context: RequestContext) => {
    const sent = readParams(mediaUpdateFields, context.params, context);
    return replyToWrite(context, presented, changed, (scope) => changeRecord(resource, context.path, sent, scope));
  };
  const remove = async (context: RequestContext) => {
    const forced = mediaResource(library, getParams(mediaDeleteFields, context));
    return replyToWrite(context, presented, removed, (scope) => removeRecord(forced, context.path, scope));
  };
  const updates = (['POST', 'PUT', 'PATCH'] as const).map((method) => ({
    ...common,
    method,
    operationId: `${method === 'POST' ? 'update' : method.toLowerCase()}Attachment`,
    summary: 'Update the texts of an image; only the fields sent change',
    params: mediaUpdateFields,
    replies: [done(attachmentSchema), ...refused('rest_post_invalid_id')],
    handle: (context: RequestContext) => update(context).catch(notFoundAs('rest_post_invalid_id')),
  }));
  return [
    ...updates,
    {
      ...common,
      method: 'DELETE',
      operationId: 'deleteAttachment',
      summary: 'Delete an image permanently',
      params: mediaDeleteFields,
      replies: [done(deletionSchema), ...refused('rest_post_invalid_id', 'rest-media-in-use')],
      handle: (context) => remove(context).catch(notFoundAs('rest_post_invalid_id')),
    },
  ];
}

const deletionSchema = strictObject({ deleted: { const: true }, previous: attachmentSchema });
