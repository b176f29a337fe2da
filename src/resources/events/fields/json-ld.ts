// schema.org structured data of an event, following Google's requirements (D53).
import { isoWithOffset } from '../../../core/dates/civil.ts';
import { attendanceModeNames, eventStatusNames } from '../../../core/event-status.ts';
import { isInSeveralCurrencies, presentCost } from '../../../core/text/cost/cost.ts';
import { codeOf } from '../../../core/text/cost/currencies.ts';
import { htmlToText } from '../../../core/text/html/html.ts';
import { listOf, named, strictObject } from '../../../http/openapi/schema.ts';
import type { JsonSchema } from '../../../http/params/field.ts';
import type { Ticket } from '../../../store/schema.ts';
import { imageOf } from '../../media/present.ts';
import { maxTickets } from '../../records/fields.ts';
import { anyText } from '../../records/reply-schemas.ts';
import { effectiveStatus, pagePath } from '../../records/status.ts';
import { organizationJsonLd, placeJsonLd, relatedJsonLd } from '../../related/json-ld.ts';
import type { PresentContext } from '../../related/present.ts';
import type { RelatedRecord } from '../../related/types.ts';
import type { EventPresentation, EventRecord } from '../types.ts';

export function eventJsonLd(
  row: EventRecord,
  related: readonly RelatedRecord[],
  url: string,
  context: EventPresentation & PresentContext,
): Record<string, unknown> {
  const { zones } = context;
  const at = (wall: string, epoch: number) => isoWithOffset(wall, zones.offsetSeconds(epoch, row.timezone));
  const atWall = (wall: string) => at(wall, zones.toEpoch(wall, row.timezone).epoch);
  const toJsonLd = (one: RelatedRecord) =>
    relatedJsonLd(one, context.links.page(pagePath(one.kind, one, effectiveStatus(one, context.now))));
  const venues = related.filter(({ kind }) => kind === 'venue').map(toJsonLd);
  const organizers = related.filter(({ kind }) => kind === 'organizer').map(toJsonLd);
  // An online event has no physical location.
  const locations = [
    ...(row.attendance_mode === 'online' ? [] : venues),
    ...(row.attendance_mode === 'offline'
      ? []
      : [{ '@type': 'VirtualLocation', url: row.online_url || row.website || url }]),
  ];
  const tickets = JSON.parse(row.tickets).map((ticket) => ticketOffer(ticket, row, url, context));
  const image = imageOf(row, context);
  const offers = tickets.length > 0 ? oneOrAll(tickets) : offersOf(row, url, context);
  return {
    '@context': 'https://schema.org',
    '@type': 'Event',
    name: row.title,
    description: htmlToText(row.excerpt || row.description),
    ...(image ? { image: image['url'] } : {}),
    url,
    eventAttendanceMode: attendanceModeNames[row.attendance_mode],
    eventStatus: eventStatusNames[row.event_status],
    startDate: at(row.start_wall, row.start_utc),
    endDate: at(row.end_wall, row.end_utc),
    ...(row.previous_start_date ? { previousStartDate: atWall(row.previous_start_date) } : {}),
    ...(locations.length > 0 ? { location: oneOrAll(locations) } : {}),
    ...(organizers.length > 0 ? { organizer: oneOrAll(organizers) } : {}),
    ...(offers ? { offers } : {}),
  };
}

function ticketOffer(
  ticket: Ticket,
  row: EventRecord,
  url: string,
  { zones, currency }: EventPresentation,
): Record<string, unknown> {
  const at = (wall: string) =>
    isoWithOffset(wall, zones.offsetSeconds(zones.toEpoch(wall, row.timezone).epoch, row.timezone));
  const priceCurrency = ticket.currency || currencyOf(currency.defaultSymbol);
  return {
    '@type': 'Offer',
    name: ticket.name,
    ...(ticket.price === null ? {} : { price: String(ticket.price), ...(priceCurrency ? { priceCurrency } : {}) }),
    url: ticket.url || url,
    ...availabilityOf(row, ticket.sold_out),
    ...(ticket.available_from === null ? {} : { validFrom: at(ticket.available_from) }),
    ...(ticket.available_until === null ? {} : { validThrough: at(ticket.available_until) }),
  };
}

const inStock = 'https://schema.org/InStock';
const soldOut = 'https://schema.org/SoldOut';

/** Nothing of a canceled event is for sale, nor is it sold out. */
const availabilityOf = ({ event_status }: EventRecord, isSoldOut = false): Record<string, unknown> =>
  event_status === 'canceled' ? {} : { availability: isSoldOut ? soldOut : inStock };

const oneOrAll = <T>(items: readonly T[]): T | readonly T[] => (items.length === 1 ? (items[0] as T) : items);

/** Only finite prices in a single currency make an offer; a range of prices makes an `AggregateOffer`. */
function offersOf(
  row: EventRecord,
  url: string,
  { currency, zones }: EventPresentation,
): Record<string, unknown> | undefined {
  const { cost_details } = presentCost(row.cost, currency);
  const prices = cost_details.values.map((value) => (value.toLowerCase() === 'free' ? 0 : Number(value)));
  if (prices.length === 0 || !prices.every(Number.isFinite) || isInSeveralCurrencies(row.cost)) return undefined;
  const symbol = cost_details.currency_symbol;
  const priceCurrency = currencyOf(codeOf(symbol) || symbol || currency.defaultSymbol);
  const common = {
    ...(priceCurrency ? { priceCurrency } : {}),
    url,
    ...availabilityOf(row),
    validFrom: `${zones.toWall(row.published_at, 'UTC').replace(' ', 'T')}Z`,
  };
  const low = Math.min(...prices);
  const high = Math.max(...prices);
  if (low === high) return { '@type': 'Offer', price: String(low), ...common };
  return { '@type': 'AggregateOffer', lowPrice: String(low), highPrice: String(high), ...common };
}

const currencies: Readonly<Record<string, string>> = {
  $: 'USD',
  '€': 'EUR',
  '£': 'GBP',
  '¥': 'JPY',
  '₹': 'INR',
  R$: 'BRL',
  лв: 'BGN',
  'лв.': 'BGN',
};

const currencyOf = (symbol: string): string | undefined => (/^[A-Z]{3}$/.test(symbol) ? symbol : currencies[symbol]);

const several = (schema: JsonSchema): JsonSchema => ({ ...listOf(schema), minItems: 2 });
const oneOrAllOf = (schema: JsonSchema): JsonSchema => ({ oneOf: [schema, several(schema)] });

const instant: JsonSchema = { type: 'string', format: 'date-time' };

const priceSchema: JsonSchema = { type: 'string', pattern: '^-?\\d+(\\.\\d+)?(e[+-]\\d+)?$' };
const currencySchema: JsonSchema = { type: 'string', pattern: '^[A-Z]{3}$', description: 'ISO 4217' };

const costOfferMembers = {
  priceCurrency: currencySchema,
  url: anyText,
  availability: { const: inStock },
  validFrom: instant,
} as const;

const ticketOfferSchema = named('TicketOffer', {
  ...strictObject(
    {
      '@type': { const: 'Offer' },
      name: { type: 'string', minLength: 1 },
      price: priceSchema,
      priceCurrency: currencySchema,
      url: anyText,
      availability: { type: 'string', enum: [inStock, soldOut] },
      validFrom: instant,
      validThrough: instant,
    },
    ['price', 'priceCurrency', 'availability', 'validFrom', 'validThrough'],
  ),
  dependentRequired: { priceCurrency: ['price'] },
});

const offersSchema: JsonSchema = {
  description: 'Derived from the tickets if there are any, otherwise from the cost',
  oneOf: [
    strictObject({ '@type': { const: 'Offer' }, price: priceSchema, ...costOfferMembers }, [
      'priceCurrency',
      'availability',
    ]),
    strictObject(
      { '@type': { const: 'AggregateOffer' }, lowPrice: priceSchema, highPrice: priceSchema, ...costOfferMembers },
      ['priceCurrency', 'availability'],
    ),
    ticketOfferSchema,
    { ...several(ticketOfferSchema), maxItems: maxTickets },
  ],
};

const virtualLocation = strictObject({ '@type': { const: 'VirtualLocation' }, url: anyText });

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
      eventAttendanceMode: { type: 'string', enum: Object.values(attendanceModeNames) },
      eventStatus: { type: 'string', enum: Object.values(eventStatusNames) },
      startDate: instant,
      endDate: instant,
      previousStartDate: instant,
      location: oneOrAllOf({ oneOf: [placeJsonLd, virtualLocation] }),
      organizer: oneOrAllOf(organizationJsonLd),
      offers: offersSchema,
    },
    ['image', 'previousStartDate', 'location', 'organizer', 'offers'],
  ),
);
