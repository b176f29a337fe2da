import type { RelatedKind } from '../../core/kinds.ts';
import { named } from '../../http/openapi/schema.ts';
import { allOptional, describe, emptiable, type Values } from '../../http/params/field.ts';
import { ids } from '../../http/params/lists.ts';
import { integer, looseBoolean, text } from '../../http/params/scalars.ts';
import { publicationParameters } from '../records/common-rows.ts';
import { parametersOf, replySchemaOf } from '../records/field-table.ts';
import { eventPassword, statusFilter } from '../records/fields.ts';
import { cursorField } from '../records/list/cursor.ts';
import { orderByField, orderField } from '../records/list/order.ts';
import { pageFields } from '../records/list/paging.ts';
import { placeFields } from '../records/list/places.ts';
import { modifiedFields, publishedFields } from '../records/list/time-range.ts';
import { deletionOf, pageOf } from '../records/reply-schemas.ts';
import { relatedTables } from './table.ts';

const venueFields = parametersOf(relatedTables.venue, [
  'venue',
  ...publicationParameters,
  ...(['show_map', 'show_map_link', 'address', 'city', 'country', 'province', 'state', 'zip', 'phone'] as const),
  ...(['geo_lat', 'geo_lng'] as const),
]);
const organizerFields = parametersOf(relatedTables.organizer, ['organizer', ...publicationParameters]);

export const relatedFields = { venue: venueFields, organizer: organizerFields } satisfies Record<RelatedKind, object>;
export const relatedUpdateFields = {
  venue: { ...allOptional(venueFields), venue: emptiable(venueFields.venue) },
  organizer: { ...allOptional(organizerFields), organizer: emptiable(organizerFields.organizer) },
};

/** Values of a write of either kind, with its name in the field of the kind: `undefined` means not sent, `null` cleared. */
export type RelatedValues = Values<typeof relatedUpdateFields.venue> & Values<typeof relatedUpdateFields.organizer>;

const relatedList = {
  ...pageFields,
  ...cursorField,
  ...modifiedFields,
  ...publishedFields,
  search: describe(
    text({ filled: true, max: 1000 }),
    'Records with all these words and "quoted phrases", and no -excluded ones, in their name, description or details',
  ),
  exclude: describe(ids(), 'Without these ids'),
  author: describe(ids(), 'Records by any of these authors (ids)'),
  event: describe(integer({ min: 1 }), 'Records linked to this event'),
  password: eventPassword,
  has_events: describe(looseBoolean(), '`true`: only records with events; `false`: only records without'),
  only_with_upcoming: describe(
    looseBoolean({ default: false }),
    '`true`: only records with events that have not started yet',
  ),
  status: statusFilter,
  order: orderField,
};

export const relatedListFields = {
  venue: {
    ...relatedList,
    ...placeFields,
    orderby: orderByField(['date', 'modified', 'title', 'id', 'distance'], 'date, newest first'),
  },
  organizer: { ...relatedList, orderby: orderByField(['date', 'modified', 'title', 'id'], 'date, newest first') },
};

export const venueSchema = named('Venue', replySchemaOf(relatedTables.venue));
export const organizerSchema = named('Organizer', replySchemaOf(relatedTables.organizer));

export const relatedReplies = {
  venue: {
    one: venueSchema,
    page: pageOf('VenueList', 'venues', venueSchema),
    deletion: deletionOf('DeletedVenue', venueSchema),
  },
  organizer: {
    one: organizerSchema,
    page: pageOf('OrganizerList', 'organizers', organizerSchema),
    deletion: deletionOf('DeletedOrganizer', organizerSchema),
  },
} as const satisfies Record<RelatedKind, object>;
