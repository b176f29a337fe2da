// Every field of venues and organizers: parameter, storage and response. Empty fields are omitted from responses (D51).

import type { RelatedKind } from '../../core/kinds.ts';
import { toSafeHtml } from '../../core/text/html/html.ts';
import { toPlainText } from '../../core/text/plain-text.ts';
import { clearable, describe, type Field, type JsonSchema, required } from '../../http/params/field.ts';
import { looseBoolean, number, text, textAs } from '../../http/params/scalars.ts';
import type { RelatedRecordsTable } from '../../store/schema.ts';
import { imageOf } from '../media/present.ts';
import { flagColumn, numberColumn, textColumn } from '../records/column-types.ts';
import {
  externalIdRow,
  globalIdRows,
  idRow,
  languageRows,
  publicationRows,
  type RecordView,
  textParameters,
} from '../records/common-rows.ts';
import { type ColumnsOf, column, emptyColumns, type FieldRow, none, textIn, visible } from '../records/field-table.ts';
import { maxLineLength, parseEmail } from '../records/fields.ts';
import { anyText, booleanSchema, distanceSchema, imageSchema, textSchema } from '../records/reply-schemas.ts';
import { latitudeSchema, longitudeSchema, organizationJsonLd, placeJsonLd, relatedJsonLd } from './json-ld.ts';
import type { RelatedRecord } from './types.ts';

export interface RelatedView extends RecordView {
  row: RelatedRecord;
  withJsonLd: boolean;
}

/** A member that is omitted if empty. */
const omittedIfFalsy = (schema: JsonSchema, show: (view: RelatedView) => unknown) => ({
  schema,
  masked: visible,
  isOptional: true,
  show: (view: RelatedView) => show(view) || undefined,
});

const name = (description: string) => ({
  parameter: required(describe(text({ filled: true, max: maxLineLength }), description)),
  storage: textIn('title', toPlainText),
  reply: { schema: textSchema('Name, plain text'), masked: visible, show: ({ row }: RelatedView) => row.title },
});

type TextColumnName = {
  [Name in keyof RelatedRecordsTable]: string extends RelatedRecordsTable[Name] ? Name : never;
}[keyof RelatedRecordsTable];

const plainText = column(textColumn, toPlainText);

const line = (
  column: TextColumnName,
  description: string,
  schema: JsonSchema = anyText,
  parameter: Field<string> = text({ max: maxLineLength }),
) => ({
  parameter: clearable(describe(parameter, description)),
  storage: plainText,
  reply: omittedIfFalsy(schema, ({ row }) => row[column]),
});

const jsonLd = (schema: JsonSchema) => ({
  parameter: none,
  storage: none,
  reply: omittedIfFalsy(
    { description: 'schema.org data; only when a single record is read', allOf: [schema] },
    ({ withJsonLd, row, url }) => (withJsonLd ? relatedJsonLd(row, url) : undefined),
  ),
});

/** On by default (D63). */
const toggle = (parameter: string, reply: string) => ({
  parameter: clearable(describe(looseBoolean({ default: true }), parameter)),
  storage: column(flagColumn(1)),
  reply: { schema: booleanSchema(reply), masked: visible },
});

/** Zero is a valid coordinate. */
const coordinate = (name: 'geo_lat' | 'geo_lng', max: number, description: string, schema: JsonSchema) => ({
  parameter: clearable(describe(number(-max, max), description)),
  storage: column(numberColumn(-max, max)),
  reply: {
    schema,
    masked: visible,
    isOptional: true,
    show: ({ row }: RelatedView) => (row.geo_lat === null || row.geo_lng === null ? undefined : row[name]),
  },
});

const { author, ...publication } = publicationRows;

const beginning = {
  id: idRow,
  author: { ...author, reply: omittedIfFalsy(author.reply.schema, ({ row }) => row.author_id) },
  ...publication,
};

const texts = {
  description: {
    parameter: textParameters.description,
    storage: textIn('description', toSafeHtml),
    reply: omittedIfFalsy(textSchema('HTML'), ({ row }) => row.description),
  },
  excerpt: { parameter: none, storage: none, reply: omittedIfFalsy(textSchema('HTML'), ({ row }) => row.excerpt) },
  slug: {
    parameter: textParameters.slug,
    storage: 'special',
    reply: omittedIfFalsy(textSchema('Slug, the name in URLs'), ({ row }) => row.slug),
  },
  image: {
    parameter: textParameters.image,
    storage: 'special',
    reply: omittedIfFalsy(imageSchema, (view) => imageOf(view.row, view)),
  },
} as const;

const phone = line('phone', 'Telephone number');
const website = {
  parameter: textParameters.website,
  storage: textIn('website'),
  reply: omittedIfFalsy(textSchema('URL of a web page'), ({ row }) => row.website),
};

const end = { ...languageRows, ...globalIdRows, external_id: externalIdRow };

const venueTable = {
  ...beginning,
  venue: name('Name of the venue'),
  ...texts,
  address: line('address', 'Street and number', textSchema('Street and number')),
  city: line('city', 'City'),
  country: line('country', 'Country'),
  province: line('province', 'Province, outside the United States'),
  state: line('state', 'State, in the United States'),
  zip: line('zip', 'Postal code'),
  phone,
  website,
  stateprovince: line(
    'stateprovince',
    'State or province. Default: derived from `state` or `province`',
    textSchema('State or province'),
  ),
  geo_lat: coordinate('geo_lat', 90, 'Latitude; requires geo_lng', latitudeSchema),
  geo_lng: coordinate('geo_lng', 180, 'Longitude; requires geo_lat', longitudeSchema),
  distance: {
    parameter: none,
    storage: none,
    reply: { schema: distanceSchema, masked: visible, show: 'later', isOptional: true },
  },
  json_ld: jsonLd(placeJsonLd),
  show_map: toggle('Whether to show a map', 'Whether to show a map'),
  show_map_link: toggle('Whether to show a link to a map', 'Whether to show a link to a map'),
  ...end,
} as const satisfies Readonly<Record<string, FieldRow<RelatedView>>>;

const organizerTable = {
  ...beginning,
  organizer: name('Name of the organizer'),
  ...texts,
  phone,
  website,
  email: line('email', 'E-mail address', anyText, textAs({ format: 'email' }, 'email_expected', parseEmail)),
  json_ld: jsonLd(organizationJsonLd),
  ...end,
} as const satisfies Readonly<Record<string, FieldRow<RelatedView>>>;

/** Stored attempts of the geocoder have them in this order. */
export const addressColumns = ['address', 'city', 'zip', 'stateprovince', 'state', 'province', 'country'] as const;

export const relatedTables = { venue: venueTable, organizer: organizerTable } satisfies Record<RelatedKind, unknown>;

/** Fields of both kinds, which share one database table. */
export const relatedColumnTable = { ...organizerTable, ...venueTable };

type RelatedTableColumns = ColumnsOf<typeof relatedColumnTable>;

/** Default column values; rows of either kind have the columns of both. */
export const emptyRelatedColumns: Pick<RelatedRecordsTable, keyof RelatedTableColumns> =
  emptyColumns(relatedColumnTable);

type PlainColumns<Columns> = { [Name in keyof Columns]: string extends Columns[Name] ? Name : never }[keyof Columns];
export type PlainColumn = PlainColumns<RelatedTableColumns>;

const plainColumnsOf = (table: object): PlainColumn[] =>
  Object.entries(table).flatMap(([name, { storage }]) => (storage === plainText ? [name as PlainColumn] : []));

export const plainColumns: Record<RelatedKind, readonly PlainColumn[]> = {
  venue: plainColumnsOf(venueTable),
  organizer: plainColumnsOf(organizerTable),
};
