// Currencies in prices.

/** ISO 4217. */
const currencyCodes: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

/** Codes that are common in lower case; others would be confused with words. */
const lowerCaseCodes = 'eur|usd|gbp|chf';

/** Abbreviations and words in letters; signs such as `€` are recognised by their Unicode category. */
const abbreviations =
  'Kč|zł|[Kk]r\\.?|SFr\\.?|Fr\\.?|Ft|Rs\\.?|RM|RMB|KM|S/\\.?|B/\\.?|лв\\.?|руб\\.?|р\\.|грн\\.?|ден\\.?|дин\\.?|元|円|원|圆|人民币|日圓';

/** A sign (`€`, `US$`), three capitals or an abbreviation, as the source of a case-sensitive pattern. */
export const currencyPattern = `\\p{Sc}|(?<!\\p{L})(?:[A-Z]{1,3}\\p{Sc}|(?:[A-Z]{3}|${lowerCaseCodes}|${abbreviations})(?!\\p{L}))`;

/** Three capitals are a currency only if they are a code: `VIP 10` has none. */
export const isCurrency = (symbol: string): boolean => !/^[A-Z]{3}$/.test(symbol) || currencyCodes.has(symbol);

/** The ISO code that a symbol is, or ''. */
export const codeOf = (symbol: string): string => {
  const code = symbol.toUpperCase();
  return currencyCodes.has(code) ? code : '';
};
