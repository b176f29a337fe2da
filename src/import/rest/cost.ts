// The price of an event: its text is the truth; what others parsed out of it is compared.

import { presentCost, readCost } from '../../core/text/cost/cost.ts';
import { codeOf } from '../../core/text/cost/currencies.ts';
import type { Note } from './types.ts';
import { isRecord, plainOf, type RawRecord, textOf } from './values.ts';

interface Currency {
  symbol: string;
  code: string;
  isBehind: boolean;
}

/** Servers that show a list of prices as a range, or nothing as free, have the original in the details. */
export function readPrice(raw: RawRecord, note: Note): string {
  const details = isRecord(raw['cost_details']) ? raw['cost_details'] : {};
  const values = Array.isArray(details['values']) ? details['values'] : [];
  const listed = values.map(textOf).filter((text) => text !== '');
  const shown = plainOf(raw['cost'], raw);
  const currency = currencyOf(details, raw);
  const entered = enteredCost(raw, listed);
  if (entered !== undefined) return entered;
  const costs = [shown || listed, listed, listed.map((price) => priced(price, currency))].map(
    (cost) => readCost(cost) ?? '',
  );
  const found = costs.find((cost) => showsAs(cost, shown, listed));
  if (found !== undefined) return found;
  const cost = withCode(costs[0] as string, currency);
  if (isRecord(raw['cost_details']) && !hasValues(cost, listed))
    note('has cost_details that do not fit its cost; recomputed', `${shown}: ${listed.join(', ')}`);
  return cost;
}

const currencyOf = (stated: RawRecord, raw: RawRecord): Currency => ({
  symbol: plainOf(stated['currency_symbol'], raw),
  code: codeOf(textOf(stated['currency_code'])),
  isBehind: stated['currency_position'] === 'postfix',
});

/** As somebody wrote it, where WordPress offers that; of several prices it offers the first only. */
function enteredCost(raw: RawRecord, listed: readonly string[]): string | undefined {
  const { entered_cost: entered } = raw;
  if (!isRecord(entered)) return undefined;
  const currency = currencyOf(entered, raw);
  const text = readCost(plainOf(entered['cost'], raw)) ?? '';
  const cost = isBare(text) && currency.symbol !== '' ? priced(text, currency) : withCode(text, currency);
  return hasValues(cost, listed) ? cost : undefined;
}

const isBare = (cost: string): boolean => /^[\d.,\s–-]*\d[\d.,\s–-]*$/.test(cost);

const priced = (price: string, { symbol, isBehind }: Currency): string =>
  isBehind ? `${price} ${symbol}` : symbol + price;

/** A price of no currency would get this calendar's. */
const withCode = (cost: string, { code }: Currency): string => (isBare(cost) && code !== '' ? `${cost} ${code}` : cost);

const ownCurrency = { defaultSymbol: '$', defaultPosition: 'prefix' } as const;

const showsAs = (cost: string, shown: string, listed: readonly string[]): boolean =>
  presentCost(cost, ownCurrency).cost === shown && hasValues(cost, listed);

function hasValues(cost: string, listed: readonly string[]): boolean {
  const { values } = presentCost(cost, ownCurrency).cost_details;
  return values.length === listed.length && values.every((value, at) => sameAmount(value, listed[at] as string));
}

const sameAmount = (a: string, b: string): boolean => a === b || (a !== '' && Number(a) === Number(b));
