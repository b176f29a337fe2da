import { roles } from '../../core/roles.ts';
import { emptyList, listOf, named, strictObject } from '../../http/openapi/schema.ts';
import type { JsonSchema } from '../../http/params/field.ts';
import { addressOf, anyText, idSchema, textOf } from '../records/reply-schemas.ts';
import { statuses } from '../records/status.ts';

const moment = (description: string): JsonSchema => ({
  type: 'string',
  pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}$',
  description,
});
const rendered = named(
  'Rendered',
  strictObject({ raw: textOf('With `context=edit`'), rendered: textOf('HTML') }, ['raw']),
);
const link = listOf(strictObject({ href: addressOf('Where the link leads') }));
const links = strictObject({ self: link, collection: link });
const pixels: JsonSchema = { type: 'integer', minimum: 1 };

const size = named(
  'AttachmentSize',
  strictObject({
    file: anyText,
    width: pixels,
    height: pixels,
    filesize: { type: 'integer', minimum: 1, description: 'In bytes' },
    mime_type: anyText,
    source_url: addressOf('Address of the file'),
  }),
);

export const attachmentSchema: JsonSchema = named(
  'Attachment',
  strictObject({
    id: idSchema,
    date: moment("Upload, in the site's time zone"),
    date_gmt: moment('Upload, in UTC'),
    guid: rendered,
    modified: moment("Last change, in the site's time zone"),
    modified_gmt: moment('Last change, in UTC'),
    slug: anyText,
    status: { const: 'inherit' },
    type: { const: 'attachment' },
    link: addressOf('Address of the file'),
    title: rendered,
    author: { type: 'integer', minimum: 0 },
    description: rendered,
    caption: rendered,
    alt_text: textOf('What the image shows'),
    media_type: { const: 'image' },
    mime_type: anyText,
    media_details: strictObject({
      width: pixels,
      height: pixels,
      file: textOf('Path of the file among the images'),
      filesize: { type: 'integer', minimum: 1, description: 'In bytes' },
      sizes: { type: 'object', description: 'Renditions, by name', additionalProperties: size },
    }),
    post: { type: 'null', description: 'Images belong to no record of their own here' },
    source_url: addressOf('Address of the file'),
    _links: links,
  }),
);

const termOf = (
  name: string,
  taxonomy: string,
  count: string,
  more: Readonly<Record<string, JsonSchema>>,
): JsonSchema =>
  named(
    name,
    strictObject({
      id: idSchema,
      count: { type: 'integer', minimum: 0, description: count },
      description: textOf('HTML'),
      link: addressOf('Public page'),
      name: textOf('Plain text'),
      slug: anyText,
      taxonomy: { const: taxonomy },
      ...more,
      meta: emptyList,
      _links: links,
    }),
  );

export const wordpressTagSchema = termOf('Tag', 'post_tag', 'Published events that have the tag', {});
export const wordpressCategorySchema = termOf('EventCategory', 'tribe_events_cat', 'Published events of the category', {
  parent: { type: 'integer', minimum: 0, description: '0 at the top' },
});

const content = strictObject({ rendered: textOf('HTML'), protected: { const: false } });
const idList = listOf(idSchema);

const postOf = (name: string, type: string, more: Readonly<Record<string, JsonSchema>>): JsonSchema =>
  named(
    name,
    strictObject({
      id: idSchema,
      date: moment("Publication, in the site's time zone"),
      date_gmt: moment('Publication, in UTC'),
      guid: rendered,
      modified: moment("Last change, in the site's time zone"),
      modified_gmt: moment('Last change, in UTC'),
      slug: anyText,
      status: { type: 'string', enum: statuses },
      type: { const: type },
      link: addressOf('Public page'),
      title: rendered,
      content,
      excerpt: content,
      author: { type: 'integer', minimum: 0 },
      featured_media: { type: 'integer', minimum: 0, description: 'Id of the image; 0 for none' },
      comment_status: { const: 'closed' },
      ping_status: { const: 'closed' },
      template: { const: '' },
      meta: { type: 'object', description: 'What the calendar knows besides, by the names of the platform' },
      _links: links,
      ...more,
    }),
  );

export const eventPostSchema = postOf('EventPost', 'tribe_events', { tags: idList, tribe_events_cat: idList });
export const venuePostSchema = postOf('VenuePost', 'tribe_venue', {});
export const organizerPostSchema = postOf('OrganizerPost', 'tribe_organizer', {});

const own = {
  username: textOf('With `context=edit`, as all that follow'),
  first_name: anyText,
  last_name: anyText,
  email: anyText,
  nickname: anyText,
  registered_date: anyText,
  roles: listOf({ type: 'string', enum: roles }),
  capabilities: { type: 'object', additionalProperties: { const: true } },
} as const;

export const meSchema: JsonSchema = named(
  'Me',
  strictObject(
    {
      id: idSchema,
      name: textOf('Name that is shown'),
      url: anyText,
      description: anyText,
      link: addressOf('Public page'),
      slug: anyText,
      avatar_urls: { type: 'object', additionalProperties: false },
      meta: emptyList,
      ...own,
      _links: strictObject({ self: link }),
    },
    Object.keys(own),
  ),
);
