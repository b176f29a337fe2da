// Texts of pages in eight languages, and the format of dates and numbers in each.
import { createBoundedCache } from '../../cache/bounded-cache.ts';
import { asWritten, formatRange } from '../../core/dates/notation.ts';
import { statusWords } from '../../core/feeds/words.ts';
import { type Language, languageTag } from '../../core/languages.ts';
import { codeOf } from '../../core/text/cost/currencies.ts';
import bg from './bg.json' with { type: 'json' };
import de from './de.json' with { type: 'json' };
import en from './en.json' with { type: 'json' };
import es from './es.json' with { type: 'json' };
import fr from './fr.json' with { type: 'json' };
import ja from './ja.json' with { type: 'json' };
import ptBr from './pt-br.json' with { type: 'json' };
import zhHans from './zh-hans.json' with { type: 'json' };

type Simple = Omit<typeof en, 'eventCount'>;
/** Those of the tables, and the words for the status of an event, which feeds have, too. */
export type TextKey = keyof Simple | keyof ReturnType<typeof statusWords>;

const tables: Record<Language, Simple & { eventCount: Partial<Record<Intl.LDMLPluralRule, string>> }> = {
  bg,
  de,
  en,
  es,
  fr,
  ja,
  'pt-br': ptBr,
  'zh-hans': zhHans,
};

const fill = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{(\w+)\}/g, (all, name: string) => String(values[name] ?? all));

const dayIn = (wall: string): string => wall.slice(0, 10);
const clockIn = (wall: string): string => wall.slice(11, 16) || '00:00';

/** Enough for every day on a page and every minute of a day. */
const maxCached = 1500;

/** Formatting dates dominates rendering time, and pages repeat the same days and times. */
function memoize(format: (text: string) => string): (text: string) => string {
  const cache = createBoundedCache<string>(maxCached);
  return (text) => {
    const formatted = cache.get(text) ?? format(text);
    cache.set(text, formatted);
    return formatted;
  };
}

/** Created on first use, as startup needs none of the dozens. Wall clock times are formatted as if in UTC. */
function createFormatter(language: Language, options: Intl.DateTimeFormatOptions) {
  let format: Intl.DateTimeFormat | undefined;
  return memoize((iso) => {
    format ??= new Intl.DateTimeFormat(languageTag(language), { ...options, timeZone: 'UTC' });
    return asWritten(language, format.format(new Date(iso)));
  });
}

/** A cost or the end of a range as the API writes it, `KES2750` or `2750KES`, if the number can be read in one way only. */
export const codedPrice = /(?<=^| – )(?:([A-Z]{3})(\d+(?:\.\d\d)?)|(\d+(?:\.\d\d)?)([A-Z]{3}))(?= – |$)/g;

function createWords(language: Language, tag: string) {
  const table = { ...tables[language], ...statusWords(language) };
  const plurals = new Intl.PluralRules(tag);
  const numbers = new Intl.NumberFormat(tag);
  /** The API writes a price of nothing in English. */
  const freeIn = (cost: string): string => (language === 'en' ? cost : cost.replace(/^Free(?= –|$)/, table.free));
  const inCurrency = (price: number, currency: string): string => {
    const style = currency === '' ? { minimumFractionDigits: 2 } : { style: 'currency' as const, currency };
    return new Intl.NumberFormat(tag, { ...style, trailingZeroDisplay: 'stripIfInteger' }).format(price);
  };
  return {
    /** `{placeholders}` are replaced by values. */
    text: (key: TextKey, values?: Readonly<Record<string, string | number>>): string =>
      values === undefined ? table[key] : fill(table[key], values),
    eventCount: (count: number): string =>
      fill(table.eventCount[plurals.select(count)] ?? table.eventCount.other ?? '', { count: numbers.format(count) }),
    cost: (cost: string): string =>
      freeIn(cost).replace(codedPrice, (all, before, amount, number, after) => {
        const code = codeOf(before ?? after);
        return code === '' ? all : inCurrency(Number(amount ?? number), code);
      }),
    /** €12.50, or €12; the currency may be ''. */
    price: (price: number, currency: string): string => (price === 0 ? freeIn('Free') : inCurrency(price, currency)),
  };
}

function createTimes(language: Language, fullDay: (day: string) => string) {
  const format = createFormatter(language, { hour: 'numeric', minute: '2-digit' });
  const time = (wall: string): string => format(`1970-01-01T${clockIn(wall)}Z`);
  const to = language === 'ja' ? '～' : ' – ';
  const unit = language === 'de' ? ' Uhr' : '';
  const comma = language === 'ja' || language === 'zh-hans' ? ' ' : ', ';
  return {
    /** For a wall clock time such as `2027-05-10 19:30:00`: 19:30. */
    time,
    /** 19:30 – 21:00, or 19:30 alone. */
    hours: (start: string, end: string): string => time(start) + (start === end ? '' : to + time(end)) + unit,
    /** Saturday, 1 May 2027, 19:30 */
    dayAndTime: (wall: string): string => asWritten(language, fullDay(wall) + comma + time(wall)),
    /** Between a day and what follows it. */
    comma,
  };
}

export type Texts = ReturnType<typeof createTexts>;
export type TextsByLanguage = Readonly<Record<Language, Texts>>;

export function createTexts(language: Language) {
  const tag = languageTag(language);
  const ofDay = (options: Intl.DateTimeFormatOptions) => {
    const format = createFormatter(language, options);
    return (wall: string) => format(dayIn(wall));
  };
  let ranges: Intl.DateTimeFormat | undefined;
  const fullDay = ofDay({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
  const weekday = { long: ofDay({ weekday: 'long' }), short: ofDay({ weekday: 'short' }) };
  return {
    language,
    /** BCP 47. */
    tag,
    /** 0 is Sunday. */
    firstWeekday: firstWeekdayOf(tag),
    ...createWords(language, tag),
    /** For a day such as `2027-05-01`: Saturday, 1 May 2027. */
    fullDay,
    /** Saturday, 1 May */
    shortDay: ofDay({ weekday: 'long', day: 'numeric', month: 'long' }),
    weekday: (day: string, width: 'long' | 'short'): string => weekday[width](day),
    dayNumber: ofDay({ day: 'numeric' }),
    /** May 2027 */
    month: ofDay({ month: 'long', year: 'numeric' }),
    /** For small buttons: May 2027, 1 May. */
    briefMonth: ofDay({ month: 'short', year: 'numeric' }),
    // The short form of a Bulgarian month is its number.
    briefDay: ofDay({ day: 'numeric', month: language === 'bg' ? 'long' : 'short' }),
    /** May 1 – 7, 2027 */
    range: (first: string, last: string): string => {
      ranges ??= new Intl.DateTimeFormat(tag, { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
      return formatRange(language, ranges, Date.parse(first), Date.parse(last));
    },
    ...createTimes(language, fullDay),
    /** For headings: names of days and months have no capital in most languages. */
    capitalize: (text: string): string => text.charAt(0).toLocaleUpperCase(tag) + text.slice(1),
  };
}

/** `getWeekInfo` counts Monday as 1 and Sunday as 7. */
function firstWeekdayOf(tag: string): number {
  const locale = new Intl.Locale(tag) as Intl.Locale & { getWeekInfo?: () => { firstDay: number } };
  return (locale.getWeekInfo?.().firstDay ?? 1) % 7;
}
