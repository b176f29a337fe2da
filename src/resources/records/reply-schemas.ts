// JSON Schemas that replies about events, venues, organizers and terms share.

import { languages } from '../../core/languages.ts';
import { listOf, named, strictObject } from '../../http/openapi/schema.ts';
import type { JsonSchema } from '../../http/params/field.ts';
import { maxExternalIdLength } from './external-ids.ts';

export const anyText: JsonSchema = { type: 'string' };
export const textSchema = (description: string): JsonSchema => ({ type: 'string', description });
export const urlSchema = (description: string): JsonSchema => ({ type: 'string', format: 'uri', description });
export const idSchema: JsonSchema = { type: 'integer', minimum: 1 };
export const booleanSchema = (description: string): JsonSchema => ({ type: 'boolean', description });

/** `2027-05-10 14:30:00`; the description names the time zone. */
export const timeSchema = (description: string): JsonSchema => ({
  type: 'string',
  pattern: '^\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}:\\d{2}$',
  description,
  examples: ['2027-05-10 14:30:00'],
});

const imageFile = {
  width: { type: 'integer', minimum: 1 },
  height: { type: 'integer', minimum: 1 },
  filesize: { type: 'integer', minimum: 1, description: 'In bytes' },
  url: urlSchema('URL of the file'),
};

const imageSize = named('ImageSize', strictObject({ ...imageFile, 'mime-type': anyText }));

export const imageSchema = named(
  'Image',
  strictObject(
    {
      ...imageFile,
      id: idSchema,
      extension: anyText,
      sizes: { type: 'object', description: 'Smaller renditions, by name', additionalProperties: imageSize },
    },
    ['width', 'height', 'filesize', 'sizes'],
  ),
);

export const languageSchema: JsonSchema = { type: 'string', enum: languages };

/** Omitted if there is none. */
export const externalIdSchema: JsonSchema = {
  type: 'string',
  minLength: 1,
  maxLength: maxExternalIdLength,
  description: 'Id of the record in another program',
  examples: ['tickets.example?id=4711'],
};

/** Present in lists that were filtered by a point. */
export const distanceSchema: JsonSchema = {
  type: 'number',
  minimum: 0,
  description: 'Kilometres from the requested point',
};

/** Envelope of a list; `key` is the member with the records. */
export const pageOf = (name: string, key: string, item: JsonSchema): JsonSchema =>
  named(
    name,
    strictObject(
      {
        [key]: listOf(item),
        rest_url: urlSchema('URL of this page, with all filters'),
        next_rest_url: urlSchema('URL of the next page, if any'),
        previous_rest_url: urlSchema('URL of the previous page, if any'),
        next_cursor: textSchema('Cursor of the next page; absent on the last page'),
        total: { type: 'integer', minimum: 0, description: 'Number of records on all pages' },
        total_pages: { type: 'integer', minimum: 0 },
      },
      ['next_rest_url', 'previous_rest_url', 'next_cursor'],
    ),
  );

/** Reply to a deletion: the record in the trash, or with `force` the record as it was. */
export const deletionOf = (name: string, record: JsonSchema): JsonSchema => ({
  oneOf: [record, named(name, strictObject({ deleted: { const: true }, previous: record }))],
});
