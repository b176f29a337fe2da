// Every field of an event: its request parameter, storage, representation in replies, and spreadsheet cell.
import { joinNames, joinPaths } from '../../../core/csv-text.ts';
import { dateDetails } from '../../../core/dates/civil.ts';
import type { PresentedCost } from '../../../core/text/cost/cost.ts';
import { describedAs, emptyList, listOf } from '../../../http/openapi/schema.ts';
import { clearable, describe, type JsonSchema, keptWhenEmpty, required } from '../../../http/params/field.ts';
import { boolean, date, integer, text } from '../../../http/params/scalars.ts';
import type { EventsTable } from '../../../store/schema.ts';
import { addressOf, imageOf } from '../../media/present.ts';
import { flagColumn, idColumn, listColumn, textColumn } from '../../records/column-types.ts';
import {
  cleanHtml,
  cleanTitle,
  externalIdRow,
  globalIdRows,
  idRow,
  languageRows,
  publicationRows,
  type RecordView,
  textParameters,
} from '../../records/common-rows.ts';
import {
  type ColumnsOf,
  column,
  computedColumn,
  emptyColumns,
  type FieldRow,
  none,
  readOnly,
  textIn,
  visible,
} from '../../records/field-table.ts';
import { longestHtml } from '../../records/fields.ts';
import { clockTime, distanceSchema, flag, imageSchema, textOf } from '../../records/reply-schemas.ts';
import { organizerSchema, venueSchema } from '../../related/reply-schemas.ts';
import type { RelatedRecord } from '../../related/types.ts';
import { categorySchema, tagSchema } from '../../terms/reply-schemas.ts';
import type { EventRecord } from '../types.ts';
import { costDetailsSchema, costField, dateDetailsSchema, zoneField, zoneSchema } from './cost-and-dates.ts';
import { eventJsonLdSchema } from './json-ld.ts';
import { linkReferences, termReferences } from './references.ts';
import { statusRows } from './status-rows.ts';
import { type Ticket, ticketSchema, tickets } from './tickets.ts';

/** Related records and terms, as presented in the event object. */
export interface Related {
  categories: unknown;
  tags: unknown;
  venue: unknown;
  organizer: unknown;
}

export interface EventView extends RecordView {
  row: EventRecord;
  related: Related;
  utcStart: string;
  utcEnd: string;
  cost: PresentedCost;
  tickets: readonly Ticket[];
  /** Ids of parents that the caller may not read; replies show 0 instead. */
  hiddenParents: ReadonlySet<number>;
}

/** Additional data for spreadsheet rows. */
export interface CellView extends EventView {
  /** The first venue, if there are several. */
  venue: RelatedRecord | undefined;
  organizers: readonly string[];
  /** Paths of category names, root first. */
  categories: readonly (readonly string[])[];
  tags: readonly string[];
}

type Cell = (view: CellView) => string;

/** One cell, several named cells, or none. `asShown` is the value in replies as text. */
export interface EventRow extends FieldRow<EventView> {
  cell: 'asShown' | Cell | Readonly<Record<string, Cell>> | undefined;
}

type WithoutCells<Rows> = { [Name in keyof Rows]: Rows[Name] & { cell: undefined } };
const withoutCells = <Rows extends object>(rows: Rows): WithoutCells<Rows> =>
  Object.fromEntries(Object.entries(rows).map(([name, row]) => [name, { ...row, cell: none }])) as WithoutCells<Rows>;
const cellAsShown = <Row>(row: Row) => ({ ...row, cell: 'asShown' as const });

const computed = <const Masked>(schema: JsonSchema, masked: Masked, show: (view: EventView) => unknown) => ({
  ...readOnly(schema, masked, show),
  cell: none,
});
/** Members that routes add to some replies. */
const addedByRoute = (schema: JsonSchema) => ({
  parameter: none,
  storage: none,
  reply: { schema, masked: none, show: 'later' as const, isOptional: true },
  cell: none,
});

/** False by default (D63). */
const toggle = (parameter: string, reply: string) => ({
  parameter: clearable(describe(boolean({ default: false }), parameter)),
  storage: column(flagColumn(0)),
  reply: { schema: flag(reply), masked: null },
  cell: 'asShown' as const,
});

const htmlOrEmpty = 'HTML; empty where there is none';
const noCost = { currency_symbol: '', currency_position: '', currency_code: '', values: [] };

export const eventTable = {
  id: cellAsShown(idRow),
  ...withoutCells(globalIdRows),
  ...withoutCells(publicationRows),
  status: cellAsShown(publicationRows.status),
  title: {
    parameter: required(describe(text({ filled: true, max: 2000 }), 'Title, plain text')),
    storage: textIn('title', cleanTitle),
    reply: { schema: textOf('Plain text'), masked: visible },
    cell: 'asShown',
  },
  description: {
    parameter: textParameters.description,
    storage: textIn('description', cleanHtml),
    reply: { schema: textOf(htmlOrEmpty), masked: '' },
    cell: 'asShown',
  },
  excerpt: {
    parameter: clearable(describe(text({ max: longestHtml }), 'Excerpt, as HTML or plain text')),
    storage: textIn('excerpt', cleanHtml),
    reply: { schema: textOf(htmlOrEmpty), masked: '' },
    cell: 'asShown',
  },
  slug: {
    parameter: textParameters.slug,
    storage: 'special',
    reply: { schema: textOf('Name in addresses'), masked: visible },
    cell: 'asShown',
  },
  image: {
    parameter: textParameters.image,
    storage: 'special',
    reply: {
      schema: { oneOf: [imageSchema, { const: false }], description: '`false` where there is none' },
      masked: false,
      show: (view) => imageOf(view.row, view) ?? false,
    },
    cell: ({ row, images, links }) => {
      const image = images.get(row.image_id ?? 0);
      return image ? addressOf(image, image.filename, links) : '';
    },
  },
  all_day: {
    ...toggle('The event lasts all day: its first day from 00:00:00, its last until 23:59:59', ''),
    storage: computedColumn(flagColumn(0)),
    reply: { schema: flag('The event lasts all day'), masked: null },
  },
  start_date: {
    parameter: required(describe(date(), "Start, in the event's time zone unless it carries an offset")),
    storage: 'special',
    reply: { schema: clockTime("Start, in the event's time zone"), masked: visible, show: ({ row }) => row.start_wall },
    cell: 'asShown',
  },
  start_date_details: computed(dateDetailsSchema, visible, ({ row }) => dateDetails(row.start_wall)),
  end_date: {
    parameter: required(describe(date(), "End, in the event's time zone unless it carries an offset")),
    storage: 'special',
    reply: { schema: clockTime("End, in the event's time zone"), masked: visible, show: ({ row }) => row.end_wall },
    cell: 'asShown',
  },
  end_date_details: computed(dateDetailsSchema, visible, ({ row }) => dateDetails(row.end_wall)),
  utc_start_date: computed(clockTime('Start, in UTC'), visible, ({ utcStart }) => utcStart),
  utc_start_date_details: computed(dateDetailsSchema, visible, ({ utcStart }) => dateDetails(utcStart)),
  utc_end_date: computed(clockTime('End, in UTC'), visible, ({ utcEnd }) => utcEnd),
  utc_end_date_details: computed(dateDetailsSchema, visible, ({ utcEnd }) => dateDetails(utcEnd)),
  timezone: {
    parameter: keptWhenEmpty(describe(zoneField, "Time zone; the site's where none is sent")),
    storage: 'special',
    reply: { schema: zoneSchema, masked: visible },
    cell: 'asShown',
  },
  timezone_abbr: computed(textOf('Short name of the time zone at the start'), visible, ({ row, zones }) =>
    zones.abbreviation(row.start_utc, row.timezone),
  ),
  cost: {
    parameter: clearable(describe(costField, 'Cost, as text, number or a list of prices', '£12 - £20', 15, [5, 12.5])),
    storage: column(textColumn),
    reply: { schema: textOf('As it is shown to people'), masked: '', show: ({ cost }) => cost.cost },
    cell: ({ row }) => row.cost,
  },
  cost_details: computed(costDetailsSchema, noCost, ({ cost }) => cost.cost_details),
  website: {
    parameter: textParameters.website,
    storage: textIn('website'),
    reply: { schema: textOf('As written; empty where there is none'), masked: '' },
    cell: 'asShown',
  },
  show_map: toggle('Show a map', 'A map is shown'),
  show_map_link: toggle('Show a link to a map', 'A link to a map is shown'),
  hide_from_listings: toggle('Keep the event out of all lists', 'The event is in no list'),
  sticky: toggle('Pin in the calendar view', 'Pinned in the calendar view'),
  featured: toggle('Feature on the site', 'Featured on the site'),
  categories: {
    parameter: clearable(describe(termReferences(), 'Ids, names or slugs of categories; new names are created')),
    storage: 'special',
    reply: { schema: listOf(categorySchema), masked: [], show: ({ related }) => related.categories },
    cell: ({ categories }) => joinPaths(categories),
  },
  tags: {
    parameter: clearable(describe(termReferences(), 'Ids, names or slugs of tags; new names are created')),
    storage: 'special',
    reply: { schema: listOf(tagSchema), masked: [], show: ({ related }) => related.tags },
    cell: ({ tags }) => joinNames(tags),
  },
  venue: {
    parameter: clearable(describe(linkReferences('venue'), 'Ids of venues, or the data of new ones')),
    storage: 'special',
    reply: {
      schema: {
        oneOf: [venueSchema, listOf(venueSchema)],
        description: 'One venue; a list of several; an empty list of none',
      },
      masked: [],
      show: ({ related }) => related.venue,
    },
    cell: {
      venue: ({ venue }) => venue?.name ?? '',
      venue_address: ({ venue }) => venue?.address ?? '',
      venue_city: ({ venue }) => venue?.city ?? '',
      venue_state: ({ venue }) => (venue ? venue.stateprovince || venue.state || venue.province : ''),
      venue_zip: ({ venue }) => venue?.zip ?? '',
      venue_country: ({ venue }) => venue?.country ?? '',
    },
  },
  organizer: {
    parameter: clearable(describe(linkReferences('organizer'), 'Ids of organizers, or the data of new ones')),
    storage: 'special',
    reply: {
      schema: describedAs(listOf(organizerSchema), 'In the order given'),
      masked: [],
      show: ({ related }) => related.organizer,
    },
    cell: { organizers: ({ organizers }) => joinNames(organizers) },
  },
  custom_fields: computed(emptyList, [], () => []),
  password: {
    parameter: clearable(describe(text({ max: 255 }), 'Password that readers need')),
    storage: 'special',
    reply: none,
    cell: none,
  },
  tickets: {
    parameter: clearable(
      describe(tickets(), 'Offers: name, url, price, currency, available_from, available_until, sold_out'),
    ),
    storage: computedColumn(listColumn),
    reply: {
      schema: describedAs(listOf(ticketSchema), 'Offers, in the order given'),
      masked: [],
      show: (view) => view.tickets,
    },
    cell: none,
  },
  ticketed: computed(flag('There are tickets'), null, (view) => view.tickets.length > 0),
  ...statusRows,
  post_parent: {
    parameter: clearable(describe(integer({ min: 0 }), 'Id of the event that this is a sub-event of; 0 is none')),
    storage: column(idColumn),
    reply: {
      schema: { type: 'integer', minimum: 0, description: 'The event that this is a sub-event of; 0 for none' },
      masked: 0,
      show: ({ row, hiddenParents }) => (hiddenParents.has(row.post_parent) ? 0 : row.post_parent),
    },
    cell: none,
  },
  external_id: { ...externalIdRow, cell: ({ row }) => row.external_id ?? '' },
  ...withoutCells(languageRows),
  language: cellAsShown(languageRows.language),
  distance: addedByRoute(distanceSchema),
  json_ld: addedByRoute({ allOf: [eventJsonLdSchema], description: 'schema.org data, on single reads only' }),
} as const satisfies Readonly<Record<string, EventRow>>;

/** Default column values. A field whose column is missing in the table `events` fails to compile. */
export const emptyEventColumns: Pick<EventsTable, keyof ColumnsOf<typeof eventTable>> = emptyColumns(eventTable);
