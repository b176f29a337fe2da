import { parseDate } from '../../core/dates/parse/parse-date.ts';
import { parseWebsite } from '../../resources/records/fields.ts';
import { toInstant } from '../../resources/records/write/publication-date.ts';
import type { Note, PageContext } from './types.ts';
import { flagOf, isRecord, plainOf, type RawRecord, textOf } from './values.ts';

const most = 100;

/** The column of the offers; other servers call the name `title` and have the prices in `cost_details`. */
export function readTickets(raw: RawRecord, zone: string, context: PageContext, note: Note): { tickets?: string } {
  const sent = raw['tickets'];
  if (!Array.isArray(sent)) return {};
  const read = sent
    .slice(0, most)
    .map((one: unknown) => (isRecord(one) ? readTicket(one, raw, zone, context) : undefined));
  const tickets = read.filter((one) => one !== undefined);
  if (tickets.length < sent.length)
    note('has tickets that cannot be carried over', String(sent.length - tickets.length));
  return { tickets: JSON.stringify(tickets) };
}

/** With the members of a stored offer, in their order: equal offers are equal texts. */
function readTicket(raw: RawRecord, event: RawRecord, zone: string, { zones }: PageContext) {
  const name = plainOf(raw['name'], event) || plainOf(raw['title'], event);
  if (name === '') return undefined;
  const moment = (value: unknown): string | null => {
    const text = textOf(value);
    const date = text === '' ? undefined : parseDate(text, { now: 0, zone, zones });
    return date === undefined ? null : zones.toWall(toInstant(date, zone, zones), zone);
  };
  const details = raw['cost_details'];
  const listed = isRecord(details) && Array.isArray(details['values']) ? details['values'][0] : undefined;
  const price = textOf(raw['price'] ?? listed).trim();
  const currency = textOf(raw['currency'] ?? (isRecord(details) ? details['currency_code'] : '')).toUpperCase();
  return {
    name,
    url: parseWebsite(textOf(raw['url'])) ?? '',
    price: price !== '' && Number(price) >= 0 ? Number(price) : null,
    currency: /^[A-Z]{3}$/.test(currency) ? currency : '',
    available_from: moment(raw['available_from']),
    available_until: moment(raw['available_until']),
    sold_out: flagOf(raw['sold_out']),
  };
}
