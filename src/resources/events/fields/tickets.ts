// Ticket offers of an event (D46): parsed from writes, stored as JSON, included in replies.
import { parseWall } from '../../../core/dates/civil.ts';
import type { DateValue } from '../../../core/dates/parse/date-value.ts';
import { codeOf } from '../../../core/text/cost/currencies.ts';
import { isLongerThan, toPlainText } from '../../../core/text/plain-text.ts';
import { named, strictObject } from '../../../http/openapi/schema.ts';
import { Fault, type Field, fault, type JsonSchema, type ReadContext } from '../../../http/params/field.ts';
import { isObject, type Raw } from '../../../http/params/raw.ts';
import { boolean, custom, date, readNumber, readText } from '../../../http/params/scalars.ts';
import type { Ticket } from '../../../store/schema.ts';
import { jsonColumn } from '../../records/column-types.ts';
import { maxLineLength, maxTickets, maxUrlLength, parseWebsite } from '../../records/fields.ts';
import { booleanSchema, textSchema, timeSchema } from '../../records/reply-schemas.ts';
import { toInstant } from '../../records/write/publication.ts';

/** An offer as it was sent; dates are resolved once the event's time zone is known. */
export interface TicketInput extends Omit<Ticket, 'available_from' | 'available_until'> {
  available_from: ((zone: string) => DateValue) | null;
  available_until: ((zone: string) => DateValue) | null;
}

const offer = {
  type: 'object',
  required: ['name'],
  properties: {
    name: { type: 'string', minLength: 1, maxLength: maxLineLength },
    url: { type: 'string', format: 'uri', maxLength: maxUrlLength },
    price: { type: ['number', 'string', 'null'], minimum: 0 },
    currency: { type: 'string', pattern: '^[A-Za-z]{3}$', description: 'ISO 4217' },
    available_from: { type: ['string', 'null'], format: 'date-time' },
    available_until: { type: ['string', 'null'], format: 'date-time' },
    sold_out: { type: 'boolean', default: false },
  },
};

/** A list of offers, or a single one. */
export function tickets(): Field<TicketInput[], 'invalid'> {
  return custom<TicketInput[]>(
    { oneOf: [{ type: 'array', items: offer, maxItems: maxTickets }, offer] },
    (raw, context) => {
      const members = Array.isArray(raw) ? raw : [raw];
      if (members.length > maxTickets) return fault('too_many_values', { max: maxTickets });
      const read = members.map((member) => readTicket(member, context));
      return read.some((ticket) => ticket === undefined) ? fault('tickets_expected') : (read as TicketInput[]);
    },
  );
}

const nullableTime: JsonSchema = { oneOf: [timeSchema("In the event's time zone"), { type: 'null' }] };

export const ticketSchema = named(
  'Ticket',
  strictObject({
    name: textSchema('Plain text'),
    url: textSchema('Where to buy; may be empty'),
    price: { type: ['number', 'null'], minimum: 0 },
    currency: { type: 'string', pattern: '^([A-Z]{3})?$', description: 'ISO 4217; may be empty' },
    available_from: nullableTime,
    available_until: nullableTime,
    sold_out: booleanSchema('Whether the tickets are sold out'),
  }),
);

const isEmpty = (raw: Raw | undefined): raw is null | '' | undefined => raw === undefined || raw === null || raw === '';

function readTicket(raw: Raw, context: ReadContext): TicketInput | undefined {
  if (!isObject(raw)) return undefined;
  const text = (value: Raw | undefined): string | undefined => {
    const read = isEmpty(value) ? '' : readText(value);
    return typeof read === 'string' ? toPlainText(read) : undefined;
  };
  const name = text(raw['name']);
  const url = isEmpty(raw['url']) ? '' : parseWebsite(text(raw['url']) ?? '');
  const price = isEmpty(raw['price']) ? null : readNumber(raw['price']);
  const currency = text(raw['currency'])?.toUpperCase();
  const from = readDate(raw['available_from'], context);
  const until = readDate(raw['available_until'], context);
  const soldOut = isEmpty(raw['sold_out']) ? false : boolean().read(raw['sold_out'], context);
  if (
    !name ||
    isLongerThan(name, maxLineLength) ||
    url === undefined ||
    price === undefined ||
    (price !== null && price < 0)
  )
    return undefined;
  if (currency === undefined || codeOf(currency) !== currency) return undefined;
  if (from === undefined || until === undefined || soldOut instanceof Fault) return undefined;
  return { name, url, price, currency, available_from: from, available_until: until, sold_out: soldOut };
}

function readDate(raw: Raw | undefined, context: ReadContext): ((zone: string) => DateValue) | null | undefined {
  if (isEmpty(raw)) return null;
  const read = date().read(raw, context);
  return read instanceof Fault ? undefined : read.in;
}

/** Resolves offers in the event's time zone; `undefined` if one ends before it begins or is outside the years 1 to 9999. */
export function toTickets(
  inputs: readonly TicketInput[],
  zone: string,
  { zones }: Pick<ReadContext, 'zones'>,
): Ticket[] | undefined {
  const result: Ticket[] = [];
  for (const input of inputs) {
    const from = input.available_from && toInstant(input.available_from(zone), zone, zones);
    const until = input.available_until && toInstant(input.available_until(zone), zone, zones);
    if (from !== null && until !== null && until < from) return undefined;
    const wall = (epoch: number | null) => (epoch === null ? null : zones.toWall(epoch, zone));
    const [available_from, available_until] = [wall(from), wall(until)];
    if (![available_from, available_until].every(isRepresentable)) return undefined;
    result.push({ ...input, available_from, available_until });
  }
  return result;
}

const isRepresentable = (wall: string | null): boolean => wall === null || parseWall(wall) !== undefined;

export const ticketColumn = jsonColumn<readonly Ticket[]>(
  [],
  (json) => (Array.isArray(json) ? json : undefined),
  'list',
);
