import { named, strictObject } from '../../http/openapi/schema.ts';
import type { JsonSchema } from '../../http/params/field.ts';
import { globalIds, imageSchema, pageOf, publication, textOf } from '../records/reply-schemas.ts';

const { sizes, url, extension } = imageSchema['properties'] as Record<'sizes' | 'url' | 'extension', JsonSchema>;
const { id, author, date, date_utc, modified, modified_utc, language, translations } = publication;

const mediumSchema = named(
  'Media',
  strictObject(
    {
      id,
      author,
      date,
      date_utc,
      modified,
      modified_utc,
      title: textOf('Plain text'),
      alt_text: textOf('What the image shows; empty where nobody has said it'),
      url,
      extension,
      mime_type: { type: 'string', enum: ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif'] },
      width: { type: 'integer', minimum: 1 },
      height: { type: 'integer', minimum: 1 },
      filesize: { type: 'integer', minimum: 1, description: 'In bytes' },
      sizes,
      language,
      translations,
      global_id: globalIds.global_id,
    },
    ['sizes'],
  ),
);

export const mediaReplies = { one: mediumSchema, page: pageOf('MediaList', 'media', mediumSchema) } as const;
