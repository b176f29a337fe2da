// Images in the format of WordPress.
import type { Zones } from '../../core/dates/zones.ts';
import type { ImageFile } from '../../core/images.ts';
import { mapValues } from '../../core/objects.ts';
import { slugify } from '../../core/text/slug.ts';
import type { Links } from '../../http/links.ts';
import { named } from '../../http/openapi/schema.ts';
import type { JsonSchema } from '../../http/params/field.ts';
import { fileUrl } from '../media/present.ts';
import type { Medium } from '../media/repository.ts';
import { anyText, idSchema, textSchema, urlSchema } from '../records/reply-schemas.ts';
import { objectSchema, type ReplyTable, showTable } from '../records/reply-table.ts';
import { linksSchema, linksTo, rendered, renderedSchema, time, timeSchema } from './formats.ts';

interface View {
  medium: Medium;
  links: Links;
  zones: Zones;
  siteZone: string;
  /** Includes the fields of `context=edit`. */
  edit: boolean;
}

const pixels: JsonSchema = { type: 'integer', minimum: 1 };
const bytes: JsonSchema = { type: 'integer', minimum: 1, description: 'In bytes' };

const size: ReplyTable<View & { size: ImageFile }> = {
  file: [anyText, ({ size }) => size.file],
  width: [pixels, ({ size }) => size.width],
  height: [pixels, ({ size }) => size.height],
  filesize: [bytes, ({ size }) => size.filesize],
  mime_type: [anyText, ({ size }) => size.mimeType],
  source_url: [urlSchema('URL of the file'), ({ medium, links, size }) => fileUrl(medium, size.file, links)],
};

const sizesSchema: JsonSchema = {
  type: 'object',
  description: 'Renditions, by name',
  additionalProperties: named('AttachmentSize', objectSchema(size)),
};

/** WordPress clients expect the original among the sizes, as `full`. */
function presentSizes(view: View): Record<string, unknown> {
  const { filename: file, width, height, mime_type: mimeType, filesize, sizes } = view.medium;
  const all = { ...JSON.parse(sizes), full: { file, width, height, mimeType, filesize } };
  return mapValues(all, (file) => showTable(size, { ...view, size: file }));
}

const details: ReplyTable<View> = {
  width: [pixels, ({ medium }) => medium.width],
  height: [pixels, ({ medium }) => medium.height],
  file: [
    textSchema('Path of the file in the media library'),
    ({ medium }) => `${medium.storage_key}/${medium.filename}`,
  ],
  filesize: [bytes, ({ medium }) => medium.filesize],
  sizes: [sizesSchema, presentSizes],
};

const inSiteZone = (seconds: number, { zones, siteZone }: View) => time(zones.toWall(seconds, siteZone));
const inUtc = (seconds: number, { zones }: View) => time(zones.toWall(seconds, 'UTC'));
const urlOf = ({ medium, links }: View) => fileUrl(medium, medium.filename, links);
const empty = ({ edit }: View) => rendered('', edit);

export const slugOf = ({ id, title }: Pick<Medium, 'id' | 'title'>): string => slugify(title) || String(id);

const attachment: ReplyTable<View> = {
  id: [idSchema, ({ medium }) => medium.id],
  date: [timeSchema("Time of upload, in the site's time zone"), (view) => inSiteZone(view.medium.published_at, view)],
  date_gmt: [timeSchema('Time of upload, in UTC'), (view) => inUtc(view.medium.published_at, view)],
  guid: [renderedSchema, (view) => rendered(urlOf(view), view.edit)],
  modified: [
    timeSchema("Last modification, in the site's time zone"),
    (view) => inSiteZone(view.medium.modified_at, view),
  ],
  modified_gmt: [timeSchema('Last modification, in UTC'), (view) => inUtc(view.medium.modified_at, view)],
  slug: [anyText, ({ medium }) => slugOf(medium)],
  status: [{ const: 'inherit' }, () => 'inherit'],
  type: [{ const: 'attachment' }, () => 'attachment'],
  link: [urlSchema('URL of the file'), urlOf],
  title: [renderedSchema, ({ medium, edit }) => rendered(medium.title, edit)],
  author: [{ type: 'integer', minimum: 0 }, ({ medium }) => medium.author_id],
  description: [renderedSchema, empty],
  caption: [renderedSchema, empty],
  alt_text: [textSchema('Alternative text'), ({ medium }) => medium.alt_text],
  media_type: [{ const: 'image' }, () => 'image'],
  mime_type: [anyText, ({ medium }) => medium.mime_type],
  media_details: [objectSchema(details), (view) => showTable(details, view)],
  post: [{ type: 'null', description: 'Always null: images are not attached to a record' }, () => null],
  source_url: [urlSchema('URL of the file'), urlOf],
  _links: [linksSchema, ({ medium, links }) => linksTo(links, '/media', medium.id)],
};

export const attachmentSchema = named('Attachment', objectSchema(attachment));

export const presentMedium = (
  medium: Medium,
  { links, zones, siteZone }: Omit<View, 'medium' | 'edit'>,
  edit = false,
) => showTable(attachment, { medium, links, zones, siteZone, edit });
