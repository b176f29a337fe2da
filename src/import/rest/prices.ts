// Cost and tickets of an event. The text of the cost is authoritative; parsed values are compared with it.
import { presentCost, readCost } from '../../core/text/cost/cost.ts';
import { codeOf } from '../../core/text/cost/currencies.ts';
import { maxLineLength, maxTickets, parseWebsite } from '../../resources/records/fields.ts';
import type { Note } from '../report.ts';
import { flagOf, isRecord, membersOf, type RawRecord, shorten, textOf } from '../values.ts';
import { readMoment } from './dates.ts';
import type { PageContext } from './page-context.ts';
import { plainOf } from './record.ts';

type Currency = ReturnType<typeof currencyOf>;

/** Servers that display a list of prices as a range, or 0 as free, have the original in `cost_details`. */
export function readPrice(raw: RawRecord, note: Note): string {
  const details = membersOf(raw['cost_details']);
  const listed = valuesOf(details)
    .map(textOf)
    .filter((text) => text !== '');
  const displayed = plainOf(raw['cost'], raw);
  const currency = currencyOf(details, raw);
  const entered = enteredCost(raw, listed);
  if (entered !== undefined) return entered;
  const inCurrency = listed.map((price) =>
    priced(price, currency.symbol === '' ? displayedCurrency(displayed) : currency),
  );
  const costs = [displayed || listed, inCurrency].map((cost) => readCost(cost) ?? '');
  const found = costs.find((cost) => showsAs(cost, displayed, listed));
  if (found !== undefined) return found;
  const cost = withCode(costs[0] as string, currency);
  if (isRecord(raw['cost_details']) && !hasValues(cost, listed))
    note('has cost_details that do not fit its cost; recomputed', `${displayed}: ${listed.join(', ')}`);
  return cost;
}

const valuesOf = ({ values }: RawRecord): readonly unknown[] => (Array.isArray(values) ? values : []);

const currencyOf = (stated: RawRecord, raw: RawRecord) => ({
  symbol: plainOf(stated['currency_symbol'], raw),
  code: codeOf(textOf(stated['currency_code'])),
  isBehind: stated['currency_position'] === 'postfix',
});

/** The source's own currency, which its details leave out. */
function displayedCurrency(displayed: string): Omit<Currency, 'code'> {
  const { currency_symbol: symbol, currency_position: position } = presentCost(displayed, ownCurrency).cost_details;
  return { symbol, isBehind: position === 'postfix' };
}

/** The cost as entered, if wp/v2 has it; of several prices it has only the first. */
function enteredCost(raw: RawRecord, listed: readonly string[]): string | undefined {
  const { entered_cost: entered } = raw;
  if (!isRecord(entered)) return undefined;
  const currency = currencyOf(entered, raw);
  const text = readCost(plainOf(entered['cost'], raw)) ?? '';
  const cost = isBare(text) && currency.symbol !== '' ? priced(text, currency) : withCode(text, currency);
  return hasValues(cost, listed) ? cost : undefined;
}

const isBare = (cost: string): boolean => /^[\d.,\s–-]*\d[\d.,\s–-]*$/.test(cost);

const priced = (price: string, { symbol, isBehind }: Omit<Currency, 'code'>): string =>
  isBehind ? `${price} ${symbol}` : symbol + price;

/** A price without a currency would get this calendar's. */
const withCode = (cost: string, { code }: Currency): string => (isBare(cost) && code !== '' ? `${cost} ${code}` : cost);

const ownCurrency = { defaultSymbol: '$', defaultPosition: 'prefix' } as const;

const showsAs = (cost: string, displayed: string, listed: readonly string[]): boolean =>
  presentCost(cost, ownCurrency).cost === displayed && hasValues(cost, listed);

function hasValues(cost: string, listed: readonly string[]): boolean {
  const { values } = presentCost(cost, ownCurrency).cost_details;
  return values.length === listed.length && values.every((value, at) => sameAmount(value, listed[at] as string));
}

const sameAmount = (a: string, b: string): boolean => a === b || (a !== '' && Number(a) === Number(b));

/** The column of the offers; other servers call the name `title` and have the prices in `cost_details`. */
export function readTickets(raw: RawRecord, zone: string, context: PageContext, note: Note) {
  const sent = raw['tickets'];
  if (!Array.isArray(sent)) return undefined;
  const read = sent
    .slice(0, maxTickets)
    .map((one: unknown) => (isRecord(one) ? readTicket(one, raw, zone, context, note) : undefined));
  const tickets = read.filter((one) => one !== undefined);
  if (tickets.length < sent.length) note('has tickets that cannot be imported', String(sent.length - tickets.length));
  return JSON.stringify(tickets);
}

/** With the members of a stored offer, in their order: equal offers are equal texts. */
function readTicket(raw: RawRecord, event: RawRecord, zone: string, context: PageContext, note: Note) {
  const sent = plainOf(raw['name'], event) || plainOf(raw['title'], event);
  const name = shorten(sent, maxLineLength, 'ticket name', note);
  if (name === '') return undefined;
  const moment = (value: unknown): string | null => {
    const epoch = readMoment(value, zone, context);
    return epoch === undefined ? null : context.zones.toWall(epoch, zone);
  };
  const details = membersOf(raw['cost_details']);
  const price = textOf(raw['price'] ?? valuesOf(details)[0]).trim();
  const currency = textOf(raw['currency'] ?? details['currency_code']).toUpperCase();
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
