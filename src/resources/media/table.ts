// Every field of images: parameter, storage and response. No field is masked, and images are not exported to spreadsheets as
// rows.

import { imageSizes } from '../../core/images.ts';
import { toPlainText } from '../../core/text/plain-text.ts';
import { inNamespace } from '../../http/legacy.ts';
import { clearable, describe, type JsonSchema } from '../../http/params/field.ts';
import { text } from '../../http/params/scalars.ts';
import type { MediaTable } from '../../store/schema.ts';
import { type ColumnType, idColumn, jsonColumn, nullableTextColumn, textColumn } from '../records/column-types.ts';
import {
  type AuthoredView,
  asReadOnly,
  globalIdRows,
  idRow,
  languageRows,
  publicationRows,
} from '../records/common-rows.ts';
import {
  type ColumnsOf,
  changesIn,
  cleanerOf,
  computedColumn,
  emptyColumns,
  type FieldRow,
  none,
  presenterOf,
  readOnly,
  textIn,
  visible,
} from '../records/field-table.ts';
import { maxLineLength } from '../records/fields.ts';
import { imageSchema, textSchema } from '../records/reply-schemas.ts';
import { fileUrl, presentSizes } from './present.ts';
import type { Medium } from './repository.ts';

export interface MediumView extends AuthoredView {
  row: Medium;
}

const { sizes, url, extension } = imageSchema['properties'] as Record<'sizes' | 'url' | 'extension', JsonSchema>;
const length: JsonSchema = { type: 'integer', minimum: 1 };

/** Read-only property of the uploaded file. */
const ofFile = <Type extends ColumnType<unknown, unknown>>(type: Type, schema: JsonSchema) => ({
  parameter: none,
  storage: computedColumn(type),
  reply: { schema, masked: visible },
});
const internal = <Type extends ColumnType<unknown, unknown>>(type: Type) => ({
  parameter: none,
  storage: computedColumn(type),
  reply: none,
});

const { author, date, date_utc, modified, modified_utc } = publicationRows;

export const mediaTable = {
  id: idRow,
  author: asReadOnly(author),
  date: asReadOnly(date),
  date_utc: asReadOnly(date_utc),
  modified,
  modified_utc,
  title: {
    parameter: clearable(describe(text({ max: maxLineLength }), 'Title, plain text')),
    storage: textIn('title', toPlainText),
    reply: { schema: textSchema('Plain text'), masked: visible },
  },
  alt_text: {
    parameter: clearable(
      describe(text({ max: maxLineLength }), 'Alternative text: what the image shows, for people who cannot see it'),
    ),
    storage: textIn('description', toPlainText),
    reply: { schema: textSchema('Alternative text; may be empty'), masked: visible },
  },
  storage_key: internal(textColumn),
  filename: internal(textColumn),
  checksum: internal(textColumn),
  source_url: internal(nullableTextColumn),
  url: readOnly(url, visible, ({ row, links }: MediumView) => fileUrl(row, row.filename, links)),
  extension: ofFile(textColumn, extension),
  mime_type: ofFile(textColumn, {
    type: 'string',
    enum: ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif'],
  }),
  width: ofFile(idColumn, length),
  height: ofFile(idColumn, length),
  filesize: ofFile(idColumn, { ...length, description: 'In bytes' }),
  sizes: {
    parameter: none,
    storage: computedColumn(jsonColumn({}, imageSizes, 'renditions')),
    reply: {
      schema: sizes,
      masked: visible,
      isOptional: true,
      show: ({ row, links }: MediumView) => presentSizes(row, links),
    },
  },
  // Without `text_languages`, which would name the column of `alt_text`.
  language: languageRows.language,
  translations: languageRows.translations,
  global_id: globalIdRows.global_id,
} as const satisfies Readonly<Record<string, FieldRow<MediumView>>>;

export type MediumColumns = ColumnsOf<typeof mediaTable>;

/** Default column values. A field without a column in `media` is a type error. */
export const emptyMediumColumns: Pick<MediaTable, keyof MediumColumns> = emptyColumns(mediaTable);

export const cleanMedium = cleanerOf(mediaTable);
export const mediumChanges = changesIn(mediaTable);

const present = presenterOf<MediumView>(mediaTable);

export const presentMedium = (row: Medium, { links, zones, siteZone }: Omit<MediumView, 'row'>) =>
  inNamespace(present({ row, links, zones, siteZone }), links);
