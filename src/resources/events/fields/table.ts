// Every field of an event: its request parameter, storage, representation in replies, and spreadsheet cell.

import { joinNames, joinPaths } from '../../../core/csv-text.ts';
import { dateDetails } from '../../../core/dates/civil.ts';
import { toSafeHtml } from '../../../core/text/html/html.ts';
import { toPlainText } from '../../../core/text/plain-text.ts';
import { describedAs, emptyList, listOf } from '../../../http/openapi/schema.ts';
import { clearable, describe, keptWhenEmpty, required } from '../../../http/params/field.ts';
import { date, integer, text } from '../../../http/params/scalars.ts';
import type { EventsTable } from '../../../store/schema.ts';
import { fileUrl, imageOf } from '../../media/present.ts';
import { flagColumn, idColumn, textColumn } from '../../records/column-types.ts';
import {
  externalIdRow,
  globalIdRows,
  idRow,
  languageRows,
  publicationRows,
  textParameters,
} from '../../records/common-rows.ts';
import {
  type ColumnsOf,
  column,
  computedColumn,
  emptyColumns,
  none,
  textIn,
  visible,
} from '../../records/field-table.ts';
import { maxHtmlLength, maxLineLength } from '../../records/fields.ts';
import { booleanSchema, distanceSchema, imageSchema, textSchema, timeSchema } from '../../records/reply-schemas.ts';
import { organizerSchema, venueSchema } from '../../related/schemas.ts';
import { categorySchema, tagSchema } from '../../terms/schemas.ts';
import { costDetailsSchema, costField, dateDetailsSchema, wallCell, zoneField, zoneSchema } from './cost-and-dates.ts';
import { eventJsonLdSchema } from './json-ld.ts';
import { linkReferences, termReferences } from './references.ts';
import { addedByRoute, cellAsInReply, computed, type EventRow, toggle, withoutCells } from './row.ts';
import { statusRows } from './status-rows.ts';
import { ticketColumn, ticketSchema, tickets } from './tickets.ts';

const htmlOrEmpty = 'HTML; may be empty';
const noCost = { currency_symbol: '', currency_position: '', currency_code: '', values: [] };

export const eventTable = {
  id: cellAsInReply(idRow),
  ...withoutCells(globalIdRows),
  ...withoutCells(publicationRows),
  status: cellAsInReply(publicationRows.status),
  title: {
    parameter: required(describe(text({ filled: true, max: maxLineLength }), 'Title, plain text')),
    storage: textIn('title', toPlainText),
    reply: { schema: textSchema('Plain text'), masked: visible },
    cell: 'asInReply',
  },
  description: {
    parameter: textParameters.description,
    storage: textIn('description', toSafeHtml),
    reply: { schema: textSchema(htmlOrEmpty), masked: '' },
    cell: 'asInReply',
  },
  excerpt: {
    parameter: clearable(describe(text({ max: maxHtmlLength }), 'Excerpt, as HTML or plain text')),
    storage: textIn('excerpt', toSafeHtml),
    reply: { schema: textSchema(htmlOrEmpty), masked: '' },
    cell: 'asInReply',
  },
  slug: {
    parameter: textParameters.slug,
    storage: 'special',
    reply: { schema: textSchema('Slug, the name in URLs'), masked: visible },
    cell: 'asInReply',
  },
  image: {
    parameter: textParameters.image,
    storage: 'special',
    reply: {
      schema: { oneOf: [imageSchema, { const: false }], description: '`false` if there is none' },
      masked: false,
      show: (view) => imageOf(view.row, view) ?? false,
    },
    cell: ({ row, images, links }) => {
      const image = images.get(row.image_id ?? 0);
      return image ? fileUrl(image, image.filename, links) : '';
    },
  },
  all_day: {
    ...toggle('Whether the event lasts all day, from 00:00:00 on its first day to 23:59:59 on its last', ''),
    storage: computedColumn(flagColumn(0)),
    reply: { schema: booleanSchema('Whether the event lasts all day'), masked: null },
  },
  start_date: {
    parameter: required(describe(date(), "Start, in the event's time zone unless it carries an offset")),
    storage: 'special',
    reply: {
      schema: timeSchema("Start, in the event's time zone"),
      masked: visible,
      show: ({ row }) => row.start_wall,
    },
    cell: ({ row, zones }) => wallCell(row, row.start_wall, row.start_utc, zones),
  },
  start_date_details: computed(dateDetailsSchema, visible, ({ row }) => dateDetails(row.start_wall)),
  end_date: {
    parameter: required(describe(date(), "End, in the event's time zone unless it carries an offset")),
    storage: 'special',
    reply: { schema: timeSchema("End, in the event's time zone"), masked: visible, show: ({ row }) => row.end_wall },
    cell: ({ row, zones }) => wallCell(row, row.end_wall, row.end_utc, zones),
  },
  end_date_details: computed(dateDetailsSchema, visible, ({ row }) => dateDetails(row.end_wall)),
  utc_start_date: computed(timeSchema('Start, in UTC'), visible, ({ utcStart }) => utcStart),
  utc_start_date_details: computed(dateDetailsSchema, visible, ({ utcStart }) => dateDetails(utcStart)),
  utc_end_date: computed(timeSchema('End, in UTC'), visible, ({ utcEnd }) => utcEnd),
  utc_end_date_details: computed(dateDetailsSchema, visible, ({ utcEnd }) => dateDetails(utcEnd)),
  timezone: {
    parameter: keptWhenEmpty(describe(zoneField, 'Time zone. Default: that of the site')),
    storage: 'special',
    reply: { schema: zoneSchema, masked: visible },
    cell: 'asInReply',
  },
  timezone_abbr: computed(textSchema('Abbreviation of the time zone at the start'), visible, ({ row, zones }) =>
    zones.abbreviation(row.start_utc, row.timezone),
  ),
  cost: {
    parameter: clearable(describe(costField, 'Cost as text, a number or a list of prices', '£12 - £20', 15, [5, 12.5])),
    storage: column(textColumn),
    reply: { schema: textSchema('Cost, formatted for display'), masked: '', show: ({ cost }) => cost.cost },
    cell: ({ row }) => row.cost,
  },
  cost_details: computed(costDetailsSchema, noCost, ({ cost }) => cost.cost_details),
  website: {
    parameter: textParameters.website,
    storage: textIn('website'),
    reply: { schema: textSchema('URL of a web page; may be empty'), masked: '' },
    cell: 'asInReply',
  },
  show_map: toggle('Whether to show a map', 'Whether to show a map'),
  show_map_link: toggle('Whether to show a link to a map', 'Whether to show a link to a map'),
  hide_from_listings: toggle('Whether to hide the event from lists', 'Whether the event is hidden from lists'),
  sticky: toggle('Whether to pin the event in the calendar view', 'Whether the event is pinned in the calendar view'),
  featured: toggle('Whether to feature the event on the site', 'Whether the event is featured on the site'),
  categories: {
    parameter: clearable(
      describe(termReferences(), 'Ids, names or slugs of categories; categories are created for new names'),
    ),
    storage: 'special',
    reply: { schema: listOf(categorySchema), masked: [], show: ({ related }) => related.categories },
    cell: ({ categories }) => joinPaths(categories),
  },
  tags: {
    parameter: clearable(describe(termReferences(), 'Ids, names or slugs of tags; tags are created for new names')),
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
        description: 'The venue, a list if there are several, or an empty list if there is none',
      },
      masked: [],
      show: ({ related }) => related.venue,
    },
    cell: {
      venue: ({ venue }) => venue?.title ?? '',
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
      schema: describedAs(listOf(organizerSchema), 'In the order in which they were sent'),
      masked: [],
      show: ({ related }) => related.organizer,
    },
    cell: { organizers: ({ organizers }) => joinNames(organizers) },
  },
  custom_fields: computed(emptyList, [], () => []),
  password: {
    parameter: clearable(describe(text({ max: 255 }), 'Password that readers have to send')),
    storage: 'special',
    reply: none,
    cell: none,
  },
  tickets: {
    parameter: clearable(
      describe(tickets(), 'Ticket offers: name, url, price, currency, available_from, available_until, sold_out'),
    ),
    storage: computedColumn(ticketColumn),
    reply: {
      schema: describedAs(listOf(ticketSchema), 'Ticket offers, in the order in which they were sent'),
      masked: [],
      show: (view) => view.tickets,
    },
    cell: none,
  },
  ticketed: computed(booleanSchema('Whether there are ticket offers'), null, (view) => view.tickets.length > 0),
  ...statusRows,
  post_parent: {
    parameter: clearable(describe(integer({ min: 0 }), 'Id of the parent event; 0 for none')),
    storage: column(idColumn),
    reply: {
      schema: { type: 'integer', minimum: 0, description: 'Id of the parent event; 0 for none' },
      masked: 0,
      show: ({ row, hiddenParents }) => (hiddenParents.has(row.post_parent) ? 0 : row.post_parent),
    },
    cell: none,
  },
  external_id: { ...externalIdRow, cell: ({ row }) => row.external_id ?? '' },
  ...withoutCells(languageRows),
  language: cellAsInReply(languageRows.language),
  distance: addedByRoute(distanceSchema),
  json_ld: addedByRoute({
    allOf: [eventJsonLdSchema],
    description: 'schema.org data; only when a single record is read',
  }),
} as const satisfies Readonly<Record<string, EventRow>>;

/** Default column values. A field whose column is missing in the table `events` fails to compile. */
export const emptyEventColumns: Pick<EventsTable, keyof ColumnsOf<typeof eventTable>> = emptyColumns(eventTable);
