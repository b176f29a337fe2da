import { listOf, named, strictObject } from '../../http/openapi/schema.ts';
import type { JsonSchema } from '../../http/params/field.ts';
import { anyText } from '../records/reply-schemas.ts';
import { organizationJsonLd, placeJsonLd } from '../related/reply-schemas.ts';
import { maxTickets } from './tickets.ts';

const several = (schema: JsonSchema): JsonSchema => ({ ...listOf(schema), minItems: 2 });
const oneOrAll = (schema: JsonSchema): JsonSchema => ({ oneOf: [schema, several(schema)] });

const instant: JsonSchema = { type: 'string', format: 'date-time' };

/** A number as text. */
const price: JsonSchema = { type: 'string', pattern: '^-?\\d+(\\.\\d+)?(e[+-]\\d+)?$' };
const priceCurrency: JsonSchema = { type: 'string', pattern: '^[A-Z]{3}$', description: 'ISO 4217' };
const inStock = 'https://schema.org/InStock';
const soldOut = 'https://schema.org/SoldOut';

const costOffer = {
  priceCurrency,
  url: anyText,
  availability: { const: inStock },
  validFrom: instant,
} as const;

const ticketOffer = named('TicketOffer', {
  ...strictObject(
    {
      '@type': { const: 'Offer' },
      name: { type: 'string', minLength: 1 },
      price,
      priceCurrency,
      url: anyText,
      availability: { type: 'string', enum: [inStock, soldOut] },
      validFrom: instant,
      validThrough: instant,
    },
    ['price', 'priceCurrency', 'validFrom', 'validThrough'],
  ),
  dependentRequired: { priceCurrency: ['price'] },
});

const offers: JsonSchema = {
  description: 'Of the tickets, where there are any; else of the cost',
  oneOf: [
    strictObject({ '@type': { const: 'Offer' }, price, ...costOffer }, ['priceCurrency']),
    strictObject({ '@type': { const: 'AggregateOffer' }, lowPrice: price, highPrice: price, ...costOffer }, [
      'priceCurrency',
    ]),
    ticketOffer,
    { ...several(ticketOffer), maxItems: maxTickets },
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
