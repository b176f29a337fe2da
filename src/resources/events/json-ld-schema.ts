import type { JsonSchema } from '../../http/params/field.ts';
import { listOf, named, strictObject } from '../../http/schema.ts';
import { organizationJsonLd, placeJsonLd } from '../linked/reply-schemas.ts';
import { anyText } from '../records/reply-schemas.ts';

const oneOrAll = (schema: JsonSchema): JsonSchema => ({ oneOf: [schema, { ...listOf(schema), minItems: 2 }] });

const instant: JsonSchema = { type: 'string', format: 'date-time' };

const offer = {
  priceCurrency: { type: 'string', pattern: '^[A-Z]{3}$' },
  url: anyText,
  availability: { const: 'https://schema.org/InStock' },
  validFrom: instant,
} as const;

const offers: JsonSchema = {
  oneOf: [
    strictObject({ '@type': { const: 'Offer' }, price: anyText, ...offer }, ['priceCurrency']),
    strictObject({ '@type': { const: 'AggregateOffer' }, lowPrice: anyText, highPrice: anyText, ...offer }, [
      'priceCurrency',
    ]),
  ],
};

/** schema.org data of an event, as single reads carry them (D53). */
export const eventJsonLdSchema = named(
  'EventJsonLd',
  strictObject(
    {
      '@context': { const: 'https://schema.org' },
      '@type': { const: 'Event' },
      name: anyText,
      description: anyText,
      image: anyText,
      url: anyText,
      eventAttendanceMode: { const: 'https://schema.org/OfflineEventAttendanceMode' },
      eventStatus: { const: 'https://schema.org/EventScheduled' },
      startDate: instant,
      endDate: instant,
      location: oneOrAll(placeJsonLd),
      organizer: oneOrAll(organizationJsonLd),
      offers,
    },
    ['image', 'location', 'organizer', 'offers'],
  ),
);
