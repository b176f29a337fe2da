import { allOptional, clearable, describe, emptiable, type Field, required } from '../../http/params/field.ts';
import { integer, looseBoolean, number, text, textAs } from '../../http/params/scalars.ts';
import type { RelatedKind } from '../../store/schema.ts';
import { eventPassword, parseEmail, publicationFields, statusFilter } from '../records/fields.ts';
import { modifiedFields } from '../records/list/modified.ts';
import { cursorField, orderByField, orderField } from '../records/list/order-fields.ts';
import { pageFields } from '../records/list/paging.ts';
import { placeFields } from '../records/list/places.ts';
import type { RelatedValues } from './types.ts';

const line = (description: string): Field<string, 'clear'> => clearable(describe(text({ max: 2000 }), description));
const name = (description: string) => required(describe(text({ filled: true, max: 2000 }), description));
const shownOnMap = { default: true };

const venueFields = {
  venue: name('Name of the venue'),
  ...publicationFields,
  show_map: clearable(describe(looseBoolean(shownOnMap), 'Show a map')),
  show_map_link: clearable(describe(looseBoolean(shownOnMap), 'Show a link to a map')),
  address: line('Street and number'),
  city: line('City'),
  country: line('Country'),
  province: line('Province, outside the United States'),
  state: line('State, in the United States'),
  zip: line('Postal code'),
  phone: line('Telephone number'),
  geo_lat: clearable(describe(number(-90, 90), 'Latitude; together with geo_lng')),
  geo_lng: clearable(describe(number(-180, 180), 'Longitude; together with geo_lat')),
  stateprovince: line('State or province; made from these where it is not sent'),
};

const organizerFields = {
  organizer: name('Name of the organizer'),
  ...publicationFields,
  phone: line('Telephone number'),
  email: clearable(describe(textAs({ format: 'email' }, 'email_expected', parseEmail), 'E-mail address')),
};

export const relatedFields = { venue: venueFields, organizer: organizerFields } satisfies Record<RelatedKind, object>;
export const relatedUpdateFields = {
  venue: { ...allOptional(venueFields), venue: emptiable(venueFields.venue) },
  organizer: { ...allOptional(organizerFields), organizer: emptiable(organizerFields.organizer) },
};

/** The record's name is the field called after its kind. */
export function toRelatedValues(kind: RelatedKind, values: object): RelatedValues {
  const { [kind]: name, ...rest } = values as Record<string, unknown>;
  return (name === undefined ? rest : { ...rest, name }) as RelatedValues;
}

const relatedList = {
  ...pageFields,
  ...cursorField,
  ...modifiedFields,
  search: describe(
    text({ filled: true, max: 1000 }),
    'Records that have all the words in their name, description or details',
  ),
  event: describe(integer({ min: 1 }), 'Records of this event'),
  password: eventPassword,
  has_events: describe(looseBoolean(), 'Records that have events, or have none'),
  only_with_upcoming: describe(looseBoolean({ default: false }), 'Records that have events yet to start'),
  status: statusFilter,
  order: orderField,
};

export const relatedListFields = {
  venue: {
    ...relatedList,
    ...placeFields,
    orderby: orderByField(['date', 'modified', 'title', 'id', 'distance'], 'newest first'),
  },
  organizer: { ...relatedList, orderby: orderByField(['date', 'modified', 'title', 'id'], 'newest first') },
};
