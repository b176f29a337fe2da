import { roles } from '../../core/roles.ts';
import { emptyList, listOf, named, strictObject } from '../../http/openapi/schema.ts';
import type { JsonSchema } from '../../http/params/field.ts';
import { anyText, idSchema, textSchema, urlSchema } from '../records/reply-schemas.ts';
import { statuses } from '../records/status.ts';

const timeSchema = (description: string): JsonSchema => ({
  type: 'string',
  pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}$',
  description,
});
const rendered = named(
  'Rendered',
  strictObject({ raw: textSchema('With `context=edit`'), rendered: textSchema('HTML') }, ['raw']),
);
const link = listOf(strictObject({ href: urlSchema('URL') }));
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
    source_url: urlSchema('URL of the file'),
  }),
);

export const attachmentSchema: JsonSchema = named(
  'Attachment',
  strictObject({
    id: idSchema,
    date: timeSchema("Time of upload, in the site's time zone"),
    date_gmt: timeSchema('Time of upload, in UTC'),
    guid: rendered,
    modified: timeSchema("Last modification, in the site's time zone"),
    modified_gmt: timeSchema('Last modification, in UTC'),
    slug: anyText,
    status: { const: 'inherit' },
    type: { const: 'attachment' },
    link: urlSchema('URL of the file'),
    title: rendered,
    author: { type: 'integer', minimum: 0 },
    description: rendered,
    caption: rendered,
    alt_text: textSchema('Alternative text'),
    media_type: { const: 'image' },
    mime_type: anyText,
    media_details: strictObject({
      width: pixels,
      height: pixels,
      file: textSchema('Path of the file in the media library'),
      filesize: { type: 'integer', minimum: 1, description: 'In bytes' },
      sizes: { type: 'object', description: 'Renditions, by name', additionalProperties: size },
    }),
    post: { type: 'null', description: 'Always null: images are not attached to a record' },
    source_url: urlSchema('URL of the file'),
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
      description: textSchema('HTML'),
      link: urlSchema('URL of the public page'),
      name: textSchema('Plain text'),
      slug: anyText,
      taxonomy: { const: taxonomy },
      ...more,
      meta: emptyList,
      _links: links,
    }),
  );

export const wordpressTagSchema = termOf('Tag', 'post_tag', 'Number of published events with the tag', {});
export const wordpressCategorySchema = termOf(
  'EventCategory',
  'tribe_events_cat',
  'Number of published events in the category',
  {
    parent: { type: 'integer', minimum: 0, description: 'Id of the parent category; 0 if there is none' },
  },
);

const content = strictObject({ rendered: textSchema('HTML'), protected: { const: false } });
const idList = listOf(idSchema);

const postOf = (name: string, type: string, more: Readonly<Record<string, JsonSchema>>): JsonSchema =>
  named(
    name,
    strictObject({
      id: idSchema,
      date: timeSchema("Publication date, in the site's time zone"),
      date_gmt: timeSchema('Publication date, in UTC'),
      guid: rendered,
      modified: timeSchema("Last modification, in the site's time zone"),
      modified_gmt: timeSchema('Last modification, in UTC'),
      slug: anyText,
      status: { type: 'string', enum: statuses },
      type: { const: type },
      link: urlSchema('URL of the public page'),
      title: rendered,
      content,
      excerpt: content,
      author: { type: 'integer', minimum: 0 },
      featured_media: { type: 'integer', minimum: 0, description: 'Id of the image; 0 for none' },
      comment_status: { const: 'closed' },
      ping_status: { const: 'closed' },
      template: { const: '' },
      meta: { type: 'object', description: 'Further fields of the calendar, by their WordPress names' },
      _links: links,
      ...more,
    }),
  );

export const eventPostSchema = postOf('EventPost', 'tribe_events', { tags: idList, tribe_events_cat: idList });
export const venuePostSchema = postOf('VenuePost', 'tribe_venue', {});
export const organizerPostSchema = postOf('OrganizerPost', 'tribe_organizer', {});

const editMembers = {
  username: textSchema('Only with `context=edit`, like the members that follow'),
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
      name: textSchema('Display name'),
      url: anyText,
      description: anyText,
      link: urlSchema('URL of the public page'),
      slug: anyText,
      avatar_urls: { type: 'object', additionalProperties: false },
      meta: emptyList,
      ...editMembers,
      _links: strictObject({ self: link }),
    },
    Object.keys(editMembers),
  ),
);
