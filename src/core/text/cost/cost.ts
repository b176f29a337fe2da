import { normalise } from '../normalise.ts';
import { toPlainText } from '../plain-text.ts';
import { slugify } from '../slug.ts';
import { type Price, type Prices, readPrices } from './cost-prices.ts';

export type CostInput = string | number | (string | number)[];

export interface CostOptions {
  defaultSymbol: string;
  defaultPosition: 'prefix' | 'postfix';
}

export interface PresentedCost {
  cost: string;
  cost_details: { currency_symbol: string; currency_code: string; currency_position: string; values: string[] };
}

/** The text that is stored for a client's input (D28); undefined if it is no {@link CostInput}. */
export function readCost(input: unknown): string | undefined {
  if (input === null || input === undefined) return '';
  const members = Array.isArray(input) ? input : [input];
  const texts: string[] = [];
  for (const member of members) {
    if (typeof member !== 'string' && !Number.isFinite(member)) return undefined;
    const text = typeof member === 'number' ? numberText(member) : toPlainText(member);
    if (text !== '') texts.push(text);
  }
  return texts.join(', ');
}

/** With three decimals a zero is added: `12.345` alone is read as twelve thousand, as people write it. */
const numberText = (value: number): string => String(value).replace(/\.\d{3}$/, '$&0');

/** `cost` and `cost_details` of an event (D28). Plain text: not escaped for HTML. */
export function presentCost(stored: string, options: CostOptions): PresentedCost {
  if (stored === '') return presented('', noSymbol, []);
  if (/^[1-9]\d{0,5}$/.test(stored)) return presented(withSymbol(stored, noSymbol, options), noSymbol, [stored]);
  const { prices, isPure, shared } = readStored(stored);
  if (prices.length === 0) return presented(stored, noSymbol, [slugify(stored)].filter(Boolean));
  const ascending = [...prices].sort((a, b) => Number(a.value) - Number(b.value));
  const values = [...new Map(ascending.map(({ value }) => [Number(value), value])).values()];
  // Prices in two currencies have no range: the text stays as it is.
  if (!isPure || shared === undefined) return presented(stored, shared ?? noSymbol, values);
  return presented(rangeText(ascending, shared, options), shared, values);
}

/** What is stored, if it is sent back as it is displayed: `20` is displayed as `$20`, 0 as `Free`, and a list as a range. */
export const costSentBack = (sent: string, stored: string, options: CostOptions): string =>
  sent === presentCost(stored, options).cost ? stored : sent;

/** If so, no number is the price in one currency. */
export const isInSeveralCurrencies = (stored: string): boolean => readStored(stored).shared === undefined;

function readStored(stored: string): Prices & { shared: Currency | undefined } {
  const text = /[\uff01-\uffee]/.test(stored) ? normalise(stored, 'NFKC') : stored;
  const { prices, isPure } = /\d/.test(text) ? readPrices(text) : { prices: [], isPure: false };
  const meant = isPure ? prices : pricesInWords(prices);
  return { prices: meant, isPure, shared: sharedSymbol(meant) };
}

type Currency = Pick<Price, 'symbol' | 'position'>;
const noSymbol: Currency = { symbol: '', position: '' };

/** `currency_code` is always empty here: a code in the cost counts as its symbol. */
const presented = (cost: string, { symbol, position }: Currency, values: string[]): PresentedCost => ({
  cost,
  cost_details: { currency_symbol: symbol, currency_code: '', currency_position: position, values },
});

/** Among words only a number with a currency is certainly a price, and numbers in the same range: "2 for $5-8". */
function pricesInWords(prices: Price[]): Price[] {
  const marked = prices.filter(({ symbol }, at) => symbol !== '' || isOfRange(prices, at));
  return marked.length > 0 ? marked : prices;
}

/** `$5-20`, `5-20 €`: the symbol is outside. In "19-$5" it is not. */
const isOfRange = (prices: readonly Price[], at: number): boolean => {
  const [before, price, after] = [prices[at - 1], prices[at], prices[at + 1]];
  return (
    (price?.isRangeEnd && before?.position === 'prefix') || (after?.isRangeEnd && after.position === 'postfix') || false
  );
};

/** The symbol that all prices share, none if there is none at all, undefined if there are several. */
function sharedSymbol(prices: readonly Price[]): Currency | undefined {
  const [first, ...rest] = prices.filter(({ symbol }) => symbol !== '');
  if (first === undefined) return noSymbol;
  return rest.every(({ symbol }) => symbol === first.symbol) ? first : undefined;
}

function rangeText(ascending: readonly Price[], shared: Currency, options: CostOptions): string {
  const lowest = ascending[0] as Price;
  const highest = ascending.at(-1) as Price;
  const label = (price: Price) => priceText(price, shared, options);
  return Number(lowest.value) === Number(highest.value) ? label(lowest) : `${label(lowest)} – ${label(highest)}`;
}

function priceText({ written, value }: Price, shared: Currency, options: CostOptions): string {
  if (Number(value) === 0) return 'Free';
  return (value.startsWith('-') ? '-' : '') + withSymbol(written, shared, options);
}

const withSymbol = (written: string, shared: Currency, options: CostOptions): string => {
  const symbol = shared.symbol || options.defaultSymbol;
  return (shared.position || options.defaultPosition) === 'prefix' ? symbol + written : written + symbol;
};
