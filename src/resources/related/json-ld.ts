// schema.org data of venues and organizers, with its JSON schemas.
import { htmlToText } from '../../core/text/html/html.ts';
import { named, strictObject } from '../../http/openapi/schema.ts';
import type { JsonSchema } from '../../http/params/field.ts';
import { anyText } from '../records/reply-schemas.ts';
import type { RelatedRecord } from './types.ts';

const withoutEmpty = (values: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));

export function relatedJsonLd(row: RelatedRecord, url: string): Record<string, unknown> {
  const texts = { name: row.title, ...withoutEmpty({ description: htmlToText(row.description) }) };
  const contact = withoutEmpty({ telephone: row.phone, email: row.email, sameAs: row.website });
  if (row.kind === 'organizer') return { '@type': 'Organization', ...texts, url: row.website || url, ...contact };
  const address = withoutEmpty({
    streetAddress: row.address,
    addressLocality: row.city,
    addressRegion: row.stateprovince,
    postalCode: row.zip,
    addressCountry: row.country,
  });
  const geo =
    row.geo_lat === null ? {} : { geo: { '@type': 'GeoCoordinates', latitude: row.geo_lat, longitude: row.geo_lng } };
  return { '@type': 'Place', ...texts, url, address: { '@type': 'PostalAddress', ...address }, ...geo, ...contact };
}

const contact = { telephone: anyText, email: anyText, sameAs: anyText };
const contactNames = Object.keys(contact);

export const latitudeSchema: JsonSchema = { type: 'number', minimum: -90, maximum: 90 };
export const longitudeSchema: JsonSchema = { type: 'number', minimum: -180, maximum: 180 };

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
      geo: strictObject({ '@type': { const: 'GeoCoordinates' }, latitude: latitudeSchema, longitude: longitudeSchema }),
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
