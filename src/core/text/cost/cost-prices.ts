import { numberPattern, plainNumber, splitNumbers } from './cost-number.ts';
import { currencyPattern, isCurrency } from './currencies.ts';

export interface Price {
  /** The number as it is written. */
  written: string;
  /** The number with a point before its decimals, as in `values`. */
  value: string;
  symbol: string;
  position: 'prefix' | 'postfix' | '';
  /** A dash without blanks joins it to the price before. */
  isRangeEnd: boolean;
}

export interface Prices {
  prices: Price[];
  /** Nothing but prices and what separates them: no words that say more. */
  isPure: boolean;
}

/** A symbol beside a number belongs to it, one before it first; `free` is a price too. */
const price = new RegExp(
  `(?<![\\p{L}\\p{N}])([Ff][Rr][Ee][Ee])(?![\\p{L}\\p{N}])|` +
    `(${currencyPattern})\\s?[-−]?(${numberPattern})|(${numberPattern})(?:\\s?(${currencyPattern}))?`,
  'gu',
);
const separators = /^(?:\s|[-–—−,;/|&]|\.$|to(?!\p{L}))*$/u;
const rangeDash = /^[-–—−~〜]$/;
const rangeSeparators = /^(?:\s|[-–—−,;/|&~〜]|to(?!\p{L}))*$/u;

/** Reads the prices out of what somebody wrote. */
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
    // Only at the beginning is a hyphen a minus: in "10 -20" it separates.
    const isNegative = prices.length === 0 && (between === '-' || between === '−' || /^[^\d]*[-−]\d/.test(whole));
    const position = symbol === '' ? '' : before ? 'prefix' : 'postfix';
    for (const written of splitNumbers(behind ?? number ?? '')) {
      if (written === '') continue;
      prices.push({ written, value: (isNegative ? '-' : '') + plainNumber(written), symbol, position, isRangeEnd });
    }
  }
  return { prices, isPure: isPure && separators.test(text.slice(end)) };
}
