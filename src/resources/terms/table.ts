// Every field of categories and tags: parameter, storage and response (D52). Names, descriptions and slugs are stored in
// `term_texts`. No field is masked, and terms are not exported to spreadsheets as rows.

import type { Taxonomy } from '../../core/kinds.ts';
import { toSafeLines } from '../../core/text/html/html.ts';
import { toPlainText } from '../../core/text/plain-text.ts';
import { strictObject } from '../../http/openapi/schema.ts';
import { clearable, describe, type JsonSchema, required } from '../../http/params/field.ts';
import { integer, text } from '../../http/params/scalars.ts';
import type { TermsTable } from '../../store/schema.ts';
import { nullableTextColumn } from '../records/column-types.ts';
import { externalIdRow, languageRows } from '../records/common-rows.ts';
import {
  type Clean,
  type ColumnsOf,
  changesIn,
  cleanerOf,
  column,
  emptyColumns,
  type FieldRow,
  readOnly,
  textIn,
  visible,
} from '../records/field-table.ts';
import { maxHtmlLength, maxSlugLength, maxTermNameLength } from '../records/fields.ts';
import { idSchema, textSchema, urlSchema } from '../records/reply-schemas.ts';
import { inOneLine, type Term } from './types.ts';

export interface TermView {
  row: Term;
  url: string;
  urls: { self: string; collection: string; up?: string };
}

const computed = (schema: JsonSchema, show: (view: TermView) => unknown) => readOnly(schema, visible, show);

const cleanDescription: Clean = (sent) => inOneLine(toSafeLines(sent));

const texts = {
  id: computed(idSchema, ({ row }) => row.id),
  name: {
    parameter: required(describe(text({ filled: true, max: maxTermNameLength }), 'Name')),
    storage: textIn('name', toPlainText),
    reply: { schema: textSchema('Plain text'), masked: visible },
  },
  slug: {
    parameter: clearable(describe(text({ max: maxSlugLength }), 'Slug. Default: derived from the name')),
    storage: 'special',
    reply: { schema: textSchema('Slug, the name in URLs'), masked: visible },
  },
  description: {
    parameter: clearable(describe(text({ max: maxHtmlLength }), 'Description, as HTML')),
    storage: textIn('description', cleanDescription),
    reply: { schema: textSchema('HTML; may be empty'), masked: visible },
  },
} as const;

const taxonomyRow = (taxonomy: Taxonomy) => computed({ const: `event_${taxonomy}` }, () => `event_${taxonomy}`);

const parent = {
  parameter: clearable(describe(integer({ min: 0 }), 'Id of the parent category; 0 for none')),
  storage: 'special',
  reply: {
    schema: { type: 'integer', minimum: 0, description: 'Id of the parent category; 0 if there is none' },
    masked: visible,
    show: ({ row }: TermView) => row.parent_id,
  },
} as const;

const end = {
  count: computed({ type: 'integer', minimum: 0, description: 'Number of published events with the term' }, ({ row }) =>
    Math.max(0, row.count),
  ),
  url: computed(urlSchema('URL of the public page'), ({ url }) => url),
  external_id: { ...externalIdRow, storage: column(nullableTextColumn) },
  ...languageRows,
} as const;

const urls = {
  self: urlSchema('API URL of the term'),
  collection: urlSchema('API URL of the list of terms'),
};
const up = urlSchema('API URL of the parent, if any');

const categoryTable = {
  ...texts,
  taxonomy: taxonomyRow('category'),
  parent,
  ...end,
  urls: computed(strictObject({ ...urls, up }, ['up']), (view) => view.urls),
} as const satisfies Readonly<Record<string, FieldRow<TermView>>>;

const tagTable = {
  ...texts,
  taxonomy: taxonomyRow('tag'),
  ...end,
  urls: computed(strictObject(urls), (view) => view.urls),
} as const satisfies Readonly<Record<string, FieldRow<TermView>>>;

export const termTables = { category: categoryTable, tag: tagTable } satisfies Record<Taxonomy, unknown>;

/** Fields of both vocabularies, which share one database table. */
export const termColumnTable = { ...tagTable, ...categoryTable };

export type TermTableColumns = ColumnsOf<typeof termColumnTable>;

/** Default column values. A field without a column in `terms` is a type error. */
export const emptyTermColumns: Pick<TermsTable, keyof TermTableColumns> = emptyColumns(termColumnTable);

export const cleanTerm = { category: cleanerOf(categoryTable), tag: cleanerOf(tagTable) };
export const termChanges = changesIn(termColumnTable);
