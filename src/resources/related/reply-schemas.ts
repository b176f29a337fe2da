import { named, strictObject } from '../../http/openapi/schema.ts';
import type { JsonSchema } from '../../http/params/field.ts';
import type { RelatedKind } from '../../store/schema.ts';
import {
  anyText,
  deletionOf,
  distanceSchema,
  flag,
  globalIds,
  imageSchema,
  pageOf,
  publication,
  textOf,
} from '../records/reply-schemas.ts';

const contact = { telephone: anyText, email: anyText, sameAs: anyText };
const contactNames = Object.keys(contact);

const coordinates = (latitude: string, longitude: string): Record<string, JsonSchema> => ({
  [latitude]: { type: 'number', minimum: -90, maximum: 90 },
  [longitude]: { type: 'number', minimum: -180, maximum: 180 },
});

export const placeJsonLd = named(
  'PlaceJsonLd',
  strictObject(
    {
      '@type': { const: 'Place' },
      name: anyText,
      description: anyText,
      url: anyText,
      address: strictObject(
        {
          '@type': { const: 'PostalAddress' },
          streetAddress: anyText,
          addressLocality: anyText,
          addressRegion: anyText,
          postalCode: anyText,
          addressCountry: anyText,
        },
        ['streetAddress', 'addressLocality', 'addressRegion', 'postalCode', 'addressCountry'],
      ),
      geo: strictObject({ '@type': { const: 'GeoCoordinates' }, ...coordinates('latitude', 'longitude') }),
      ...contact,
    },
    ['description', 'geo', ...contactNames],
  ),
);

export const organizationJsonLd = named(
  'OrganizationJsonLd',
  strictObject({ '@type': { const: 'Organization' }, name: anyText, description: anyText, url: anyText, ...contact }, [
    'description',
    ...contactNames,
  ]),
);

/** Members that are left out where they are empty (D51). */
const texts = {
  description: textOf('HTML'),
  excerpt: textOf('HTML'),
  slug: textOf('Name in addresses'),
  image: imageSchema,
  phone: anyText,
  website: textOf('As written'),
};

const structured = (schema: JsonSchema): JsonSchema => ({
  description: 'schema.org data, on single reads only',
  allOf: [schema],
});

const places = {
  address: textOf('Street and number'),
  city: anyText,
  country: anyText,
  province: anyText,
  state: anyText,
  zip: anyText,
  stateprovince: textOf('State or province'),
  ...coordinates('geo_lat', 'geo_lng'),
  distance: distanceSchema,
};

const optional = ['author', 'json_ld', ...Object.keys(texts), ...Object.keys(places), 'email', 'external_id'];

export const venueSchema = named(
  'Venue',
  strictObject(
    {
      ...publication,
      venue: textOf('Name, plain text'),
      ...texts,
      ...places,
      json_ld: structured(placeJsonLd),
      show_map: flag('A map is shown'),
      show_map_link: flag('A link to a map is shown'),
      ...globalIds,
    },
    optional,
  ),
);

export const organizerSchema = named(
  'Organizer',
  strictObject(
    {
      ...publication,
      organizer: textOf('Name, plain text'),
      ...texts,
      email: anyText,
      json_ld: structured(organizationJsonLd),
      ...globalIds,
    },
    optional,
  ),
);

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
