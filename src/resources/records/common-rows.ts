import { formatUtc } from '../../core/dates/civil.ts';
import type { Zones } from '../../core/dates/zones.ts';
import type { Links } from '../../http/links.ts';
import { describedAs, listOf } from '../../http/openapi/schema.ts';
import { clearable, describe, type JsonSchema, keptWhenEmpty } from '../../http/params/field.ts';
import { date, integer, oneOf, text, textAs } from '../../http/params/scalars.ts';
import type { PublicationColumns } from '../../store/schema.ts';
import type { ImageRows } from '../media/repository.ts';
import { maxExternalIdLength, parseExternalId } from './external-ids.ts';
import { none, readOnly, visible } from './field-table.ts';
import { imageField, maxHtmlLength, maxSlugLength, maxUrlLength, parseWebsite } from './fields.ts';
import { externalIdSchema, idSchema, languageSchema, timeSchema, urlSchema } from './reply-schemas.ts';
import { type Status, statuses } from './status.ts';
import type { TextLanguages } from './texts/localised-texts.ts';

export interface AuthoredView {
  row: Pick<PublicationColumns, 'id' | 'author_id' | 'published_at' | 'modified_at'> & TextLanguages;
  links: Links;
  zones: Zones;
  siteZone: string;
}

export interface RecordView extends AuthoredView {
  row: PublicationColumns & TextLanguages & { image_id: number | null };
  status: Status;
  url: string;
  /** `/events/5` */
  path: string;
  images: ImageRows;
}

const atPublication = ({ row, zones, siteZone }: AuthoredView) => zones.toWall(row.published_at, siteZone);
const atChange = ({ row, zones, siteZone }: AuthoredView) => zones.toWall(row.modified_at, siteZone);

export const publicationRows = {
  author: {
    parameter: keptWhenEmpty(
      describe(
        integer({ min: 0 }),
        'Id of the author; only editors may name someone other than themselves. 0 only if the record has none',
      ),
    ),
    storage: 'special',
    reply: {
      schema: { type: 'integer', minimum: 0, description: 'Id of the author; 0 for none' },
      masked: visible,
      show: ({ row }: AuthoredView) => row.author_id,
    },
  },
  status: {
    parameter: keptWhenEmpty(
      describe(
        oneOf(statuses),
        'Publication status. Default for new records: `publish`, or `draft` if the caller may not publish; `publish` is then stored as `pending`',
      ),
    ),
    storage: 'special',
    reply: {
      schema: {
        type: 'string',
        enum: statuses,
        description: 'Publication status; `future` is published at its publication date',
      },
      masked: visible,
      show: ({ status }: RecordView) => status,
    },
  },
  date: {
    parameter: keptWhenEmpty(
      describe(date(), "Publication date, in the site's time zone; a future date schedules the record"),
    ),
    storage: 'special',
    reply: { schema: timeSchema("Publication date, in the site's time zone"), masked: visible, show: atPublication },
  },
  date_utc: {
    parameter: keptWhenEmpty(describe(date(), 'Publication date, in UTC')),
    storage: 'special',
    reply: {
      schema: timeSchema('Publication date, in UTC'),
      masked: visible,
      show: ({ row }: AuthoredView) => formatUtc(row.published_at),
    },
  },
  modified: readOnly(timeSchema("Last modification, in the site's time zone"), visible, atChange),
  modified_utc: readOnly(timeSchema('Last modification, in UTC'), visible, ({ row }: AuthoredView) =>
    formatUtc(row.modified_at),
  ),
  url: readOnly(urlSchema('URL of the public page'), visible, ({ url }: RecordView) => url),
  rest_url: readOnly(urlSchema('API URL of the record'), visible, ({ links, path }: RecordView) => links.record(path)),
} as const;

export const asReadOnly = <Reply>({ reply }: { reply: Reply }) => ({ parameter: none, storage: none, reply });

export const idRow = readOnly(
  describedAs(idSchema, 'Id, unique among events, venues, organizers and images'),
  visible,
  ({ row }: { row: { id: number } }) => row.id,
);

const globalId: JsonSchema = { type: 'string', pattern: '\\?id=\\d+$', examples: ['example.org?id=665'] };

export const globalIdRows = {
  global_id: readOnly(
    describedAs(globalId, 'Id that is unique across sites'),
    visible,
    ({ row, links }: AuthoredView) => links.globalId(row.id),
  ),
  global_id_lineage: readOnly(
    describedAs(listOf(globalId), 'The global id, followed by those of the records that it was copied from'),
    visible,
    ({ row, links }: AuthoredView) => [links.globalId(row.id)],
  ),
};

export const languageRows = {
  language: readOnly(
    describedAs(languageSchema, 'Language of the title or name'),
    visible,
    ({ row }: { row: TextLanguages }) => row.title_language,
  ),
  text_languages: {
    parameter: none,
    storage: none,
    reply: {
      schema: {
        type: 'object',
        additionalProperties: languageSchema,
        description: 'Languages of the texts that are in another one than the title or name, by field',
      },
      masked: none,
      isOptional: true,
      show: ({ row }: { row: TextLanguages }) => row.text_languages,
    },
  },
  translations: readOnly(
    describedAs(listOf(languageSchema), 'Languages in which there are texts'),
    visible,
    ({ row }: { row: TextLanguages }) => row.translations.split(',').sort(),
  ),
};

export const externalIdRow = {
  parameter: clearable(
    describe(
      textAs({ minLength: 1, maxLength: maxExternalIdLength }, 'external_id_expected', parseExternalId),
      'Id of the record in another program, unique among records of the kind',
    ),
  ),
  storage: 'special',
  reply: {
    schema: externalIdSchema,
    masked: visible,
    isOptional: true,
    show: ({ row }: { row: { external_id: string | null } }) => row.external_id ?? undefined,
  },
} as const;

export const textParameters = {
  description: clearable(
    describe(text({ max: maxHtmlLength }), 'Description, as HTML or plain text with blank lines between paragraphs'),
  ),
  slug: clearable(describe(text({ max: maxSlugLength }), 'Slug. Default: derived from the title')),
  website: clearable(
    describe(textAs({ format: 'uri', maxLength: maxUrlLength }, 'url_expected', parseWebsite), 'URL of a web page'),
  ),
  image: clearable(
    describe(imageField(), 'Id or URL of an image, an image object from a response, or `false` for none'),
  ),
};

/** The order in which problems with parameters are reported. */
export const publicationParameters = [
  'author',
  'date',
  'date_utc',
  'description',
  'slug',
  'status',
  'website',
  'image',
  'external_id',
] as const;
