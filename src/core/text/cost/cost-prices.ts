import { currencyPattern, isCurrency } from './currencies.ts';

export interface Price {
  /** The number as written. */
  written: string;
  /** The number with a point before its decimals, as in `values`. */
  value: string;
  symbol: string;
  position: 'prefix' | 'postfix' | '';
  /** A dash without spaces connects it to the previous price. */
  isRangeEnd: boolean;
}

export interface Prices {
  prices: Price[];
  /** The text consists of prices and separators only. */
  isPure: boolean;
}

/** Digits with single separators between them, and the dash that means "no cents". */
const numberPattern =
  "(?:\\d{1,3}(?:[ \\u00a0\\u2009\\u202f'’]\\d{3})+(?!\\d)(?:[.,]\\d{1,2}(?!\\d))?|\\d+(?:[.,]\\d+)*|\\.\\d+)(?:[.,](?:–|--?)(?![\\d-]))?";

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

// Numbers in prices: `1,234.50`, `1.234,50`, `1 000`, `20,50`, `20.–`.

const noCents = /[.,][–-]+$/;

/**
 * The prices in one run of digits and separators, as written. Commas separate prices if there are several that do not
 * group thousands (`5,12,30`), or if there is one beside points (`5,7.50`).
 */
function splitNumbers(written: string): string[] {
  const digits = written.replace(noCents, '');
  const commas = digits.split(',').length - 1;
  const isOne = digits.includes('.')
    ? commas === 0 || bothSeparators.test(digits)
    : commas < 2 || isGrouped(digits, ',') || lakhs.test(digits);
  return isOne ? [written] : digits.split(',');
}

/** `1,00,000`: a group with a leading zero is no price of its own. In `10,20,100` each may be. */
const lakhs = /^(?=.*,0)\d{1,2}(?:,\d\d)+,\d{3}$/;

/** One separator groups thousands or lakhs, the other precedes the decimals: `1,234.50`, `1,00,000.50`, `1.234,50`. */
const bothSeparators = /^(?:\d{1,3}(?:,\d{2,3})*,\d{3}\.\d+|\d{1,3}(?:\.\d{3})+,\d+)$/;

/** The number as digits with a decimal point: `1234.50`. */
function plainNumber(written: string): string {
  const digits = written.replace(noCents, '').replace(/[ \u00a0\u2009\u202f'’]/g, '');
  const decimal = decimalSeparator(digits);
  const parts = decimal === undefined ? [digits] : cutAtLast(digits, decimal);
  const whole = (parts[0] as string).replace(/[.,]/g, '').replace(/^0+(?=\d)/, '') || '0';
  return parts[1] === undefined ? whole : `${whole}.${parts[1]}`;
}

const cutAtLast = (text: string, separator: string): string[] => {
  const at = text.lastIndexOf(separator);
  return [text.slice(0, at), text.slice(at + 1)];
};

/** The later of two different separators; or a single one that does not group thousands. */
function decimalSeparator(digits: string): string | undefined {
  const point = digits.lastIndexOf('.');
  const comma = digits.lastIndexOf(',');
  if (point === -1 && comma === -1) return undefined;
  if (point !== -1 && comma !== -1) {
    const later = point > comma ? '.' : ',';
    return digits.indexOf(later) === Math.max(point, comma) ? later : undefined;
  }
  const separator = point === -1 ? ',' : '.';
  const occursOnce = digits.indexOf(separator) === digits.lastIndexOf(separator);
  return occursOnce && !isGrouped(digits, separator) ? separator : undefined;
}

/** `1,234`, `1.234.567`; `0,123` never means 123. */
const isGrouped = (digits: string, separator: string): boolean => {
  const [first, ...groups] = digits.split(separator) as [string, ...string[]];
  return /^[1-9]\d{0,2}$/.test(first) && groups.length > 0 && groups.every((group) => group.length === 3);
};
