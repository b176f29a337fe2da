import { numberPattern, plainNumber, splitNumbers } from './cost-number.ts';
import { currencyPattern, isCurrency } from './currencies.ts';

export interface Price {
  /** The number as written. */
  written: string;
  /** The number with a point before its decimals, as in `values`. */
  value: string;
  symbol: string;
  position: 'prefix' | 'postfix' | '';
  /** A dash without blanks connects it to the previous price. */
  isRangeEnd: boolean;
}

export interface Prices {
  prices: Price[];
  /** The text consists of prices and separators only. */
  isPure: boolean;
}

/** A symbol next to a number belongs to it; one before the number takes precedence. `free` is a price as well. */
const price = new RegExp(
  `(?<![\\p{L}\\p{N}])([Ff][Rr][Ee][Ee])(?![\\p{L}\\p{N}])|` +
    `(${currencyPattern})\\s?[-−]?(${numberPattern})|(${numberPattern})(?:\\s?(${currencyPattern}))?`,
  'gu',
);
const separators = /^(?:\s|[-–—−,;/|&]|\.$|to(?!\p{L}))*$/u;
const rangeDash = /^[-–—−~〜]$/;
const rangeSeparators = /^(?:\s|[-–—−,;/|&~〜]|to(?!\p{L}))*$/u;

/** Finds the prices in a text. */
export function readPrices(text: string): Prices {
  const prices: Price[] = [];
  let isPure = true;
  let end = 0;
  for (const [whole, free, before, behind, number, after] of text.matchAll(price)) {
    const at = text.indexOf(whole, end);
    const between = text.slice(end, at);
    const named = before ?? after ?? '';
    const symbol = isCurrency(named) ? named : '';
    isPure &&= symbol === named && (end === 0 ? separators : rangeSeparators).test(between);
    end = at + whole.length;
    const isRangeEnd = rangeDash.test(between);
    if (free) prices.push({ written: '0', value: '0', symbol: '', position: '', isRangeEnd });
    // A hyphen is a minus at the beginning only: in "10 -20" it is a separator.
    const isNegative = prices.length === 0 && (between === '-' || between === '−' || /^[^\d]*[-−]\d/.test(whole));
    const position = symbol === '' ? '' : before ? 'prefix' : 'postfix';
    for (const written of splitNumbers(behind ?? number ?? '')) {
      if (written === '') continue;
      prices.push({ written, value: (isNegative ? '-' : '') + plainNumber(written), symbol, position, isRangeEnd });
    }
  }
  return { prices, isPure: isPure && separators.test(text.slice(end)) };
}
