// How prices name their currency.

/** ISO 4217, as far as it is used for prices. */
const currencyCodes: ReadonlySet<string> = new Set(
  (
    'AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF ' +
    'CLP CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG ' +
    'HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA ' +
    'MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD ' +
    'RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD ' +
    'UYU UZS VES VND VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW ZWG'
  ).split(' '),
);

/** Codes that people also write small; other small letters are words. */
const smallCodes = 'eur|usd|gbp|chf';

/** Abbreviations and words in letters; signs such as `€` are recognised by their Unicode category. */
const abbreviations =
  'Kč|zł|[Kk]r\\.?|SFr\\.?|Fr\\.?|Ft|Rs\\.?|RM|RMB|KM|S/\\.?|B/\\.?|лв\\.?|руб\\.?|р\\.|грн\\.?|ден\\.?|дин\\.?|元|円|원|圆|人民币|日圓';

/** A sign (`€`, `US$`), three capitals or an abbreviation, as the source of a case-sensitive pattern. */
export const currencyPattern = `\\p{Sc}|(?<!\\p{L})(?:[A-Z]{1,3}\\p{Sc}|(?:[A-Z]{3}|${smallCodes}|${abbreviations})(?!\\p{L}))`;

/** Three capitals are a currency only if they are a code: `VIP 10` has none. */
export const isCurrency = (symbol: string): boolean => !/^[A-Z]{3}$/.test(symbol) || currencyCodes.has(symbol);

/** The ISO code that a symbol is, or ''. */
export const codeOf = (symbol: string): string => {
  const code = symbol.toUpperCase();
  return currencyCodes.has(code) ? code : '';
};
