// Dates and times as native speakers write them, where the platform's formats (CLDR) differ.
import type { Language } from '../languages.ts';

type Correction = readonly [pattern: RegExp, replacement: string];

/** The first of a month, as in `1 mai` and `1 – 3 mai`. */
const first = /(?<!\d)1(?=\s\p{L}|\s?–)/gu;
/** Of the hour: 9 h 30, 9h30. */
const leadingZero = /(?<!\d)0(?=\d:)/gu;
const fullHour = /(\d):00/gu;
const colon = /(\d):(?=\d)/gu;
/** The year at the end of a range, if it is that of the beginning. */
const sameYear = /^(\d+年)(.*)(～|至)\1/gu;

/** Applied in this order. All are global and in Unicode mode. */
const corrections: Partial<Record<Language, readonly Correction[]>> = {
  // samedi 1er mai 2027 à 19 h 30, 20 h
  fr: [
    [first, '1er'],
    [leadingZero, ''],
    [fullHour, '$1\u202fh'],
    [colon, '$1\u202fh\u202f'],
    [/, (?=\d+\u202fh)/gu, ' à '],
  ],
  // sábado, 1º de maio, 19h30, 20h
  'pt-br': [
    [first, '1º'],
    [leadingZero, ''],
    [fullHour, '$1h'],
    [colon, '$1h'],
  ],
  // The day of the month specifies the weekday, so no comma: el sábado 1 de mayo (Diccionario panhispánico de dudas).
  es: [[/(\p{L}), (?=\d+ de )/gu, '$1 ']],
  de: [[/(?:,| um) \d+:\d\d$/gu, '$& Uhr']],
  // 5月1日(土) 19:30～21:00
  ja: [
    [/(\d)時(\d\d)分/gu, '$1:$2'],
    [/(?<=日)(\p{L})曜日/gu, '($1)'],
    [sameYear, '$1$2$3'],
  ],
  'zh-hans': [[sameYear, '$1$2$3']],
};

export const asWritten = (language: Language, text: string): string =>
  (corrections[language] ?? []).reduce(
    (written, [pattern, replacement]) => written.replace(pattern, replacement),
    text,
  );

/** For scripts of pages, as sources of the patterns and replacements. */
export const correctionsIn = (language: Language): [string, string][] =>
  (corrections[language] ?? []).map(([pattern, replacement]) => [pattern.source, replacement]);

/** CLDR writes ranges of days with slashes where single days have none: `2027/5/1 – 2027/5/7`. */
const rangeJoint: Partial<Record<Language, string>> = { ja: '～', 'zh-hans': '至' };

export function formatRange(language: Language, format: Intl.DateTimeFormat, first: number, last: number): string {
  const joint = rangeJoint[language];
  const days = [first, last].map((day) => format.format(day));
  const isRange = days[0] !== days[1];
  return asWritten(language, joint && isRange ? days.join(joint) : format.formatRange(first, last));
}
