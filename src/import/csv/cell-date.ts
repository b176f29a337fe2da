// Dates in spreadsheet cells. Ambiguous ones are read in the order of their sheet.
import { formatDay, formatUtc, secondsPerDay, toDayNumber } from '../../core/dates/civil.ts';
import { languages, languageTag } from '../../core/languages.ts';
import { foldText } from '../../core/text/fold.ts';
import { type DateOrder, dateOrders } from '../types.ts';
import { readCellTime } from './cell-time.ts';

type Parts = NonNullable<ReturnType<typeof partsOf>>;

/** Optionally after a weekday with its article (`Samstag, den`), and followed by anything. */
const numeric = /^(?:[\p{L}-]+\.?,? ){0,2}(\d{1,4})([-/.]) ?(\d{1,2})\2 ?(\d{4}|\d{1,2})(?=$|[ ,t(])(.*)$/iu;

function partsOf(cell: string) {
  const [, first, separator, second, third, rest] = numeric.exec(tidy(cell)) ?? [];
  if (!first || !second || !third || rest === undefined) return undefined;
  const ownOrder: DateOrder | undefined = first.length === 4 ? 'ymd' : separator === '.' ? 'dmy' : undefined;
  return { numbers: [first, second, third] as const, ownOrder, rest };
}

/** The possible days of a cell by order; undefined if the cell itself shows its order, by a year first or by dots. */
export function possibleDays(cell: string): Map<DateOrder, string> | undefined {
  const parts = partsOf(cell);
  if (parts === undefined || parts.ownOrder) return undefined;
  return new Map(
    dateOrders.flatMap((order) => {
      const day = dayIn(parts.numbers, order);
      return day === undefined ? [] : [[order, day] as const];
    }),
  );
}

function dayIn(numbers: Parts['numbers'], order: DateOrder): string | undefined {
  const at = (letter: string) => numbers[order.indexOf(letter)] as string;
  const year = at('y');
  if (![2, 4].includes(year.length) || at('d').length > 2 || at('m').length > 2) return undefined;
  const day = toDayNumber(fullYear(year), Number(at('m')), Number(at('d')));
  return day === undefined ? undefined : formatDay(day);
}

/** Two digits mean a year from 1970 to 2069. */
const fullYear = (year: string): number =>
  year.length === 4 ? Number(year) : Number(year) + (Number(year) < 70 ? 2000 : 1900);

/**
 * `2027-06-01`, optionally with a time. Text that is no date if the order does not fit; undefined for forms that
 * `parseDate` reads.
 */
export function readCellDate(cell: string, orderOfSheet: DateOrder | undefined): string | undefined {
  const text = tidy(cell);
  if (/^\d{5}(?:[.,]\d+)?$/.test(text)) return serialDate(Number(text.replace(',', '.')));
  const parts = partsOf(text);
  if (parts === undefined) return namedDate(text);
  const { numbers, ownOrder, rest } = parts;
  const order = ownOrder ?? orderOfSheet;
  const day = order && dayIn(numbers, order);
  if (day !== undefined) return withTime(day, rest);
  // The addition keeps `parseDate` from reading the text in another order.
  return order === undefined || ownOrder === 'ymd' ? text : `${text} (read as ${orderNames[order]})`;
}

const orderNames: Readonly<Record<DateOrder, string>> = {
  dmy: 'day, month, year',
  mdy: 'month, day, year',
  ymd: 'year, month, day',
};

const firstSerialDay = toDayNumber(1899, 12, 30) as number;

/** Excel counts days since the end of 1899. */
function serialDate(serial: number): string {
  if (Number.isInteger(serial)) return formatDay(firstSerialDay + serial);
  // Rounded as a whole: just before midnight, the next second is one of the next day.
  return formatUtc(Math.round((firstSerialDay + serial) * secondsPerDay));
}

const cjk = /^(?:(\d{4})|令和 ?(元|\d{1,2})) ?年 ?(\d{1,2}) ?月 ?(\d{1,2}) ?日(?: ?(?:星期.|周.|.曜日?))?(.*)$/;
const named =
  /^(?:[\p{L}-]+\.?,? ){0,2}(\d{1,2})(?:\.|er|o|a)? ?(?:de )?(\p{L}+)\.?,? (?:de |del )?(\d{4}|\d\d$)(?: г\.?)?(.*)$/iu;

/** `2-Oct-27`, as Excel writes it */
const dashed = /^(\d{1,2})([-/.])(\p{L}+)\.?\2(\d{4}|\d\d)(?=$|[ ,t])(.*)$/iu;

/** The year before the first of the Japanese era of today. */
const beforeReiwa = 2018;

/** `1. Juni 2027`, `1 de junho de 2027`, `2027年6月1日`, `令和9年6月1日` */
function namedDate(text: string): string | undefined {
  const [found, common, ofEra, number, dayOfCjk, restOfCjk] = cjk.exec(text) ?? [];
  const year = Number(common ?? beforeReiwa + Number(ofEra === '元' ? 1 : ofEra));
  if (found !== undefined) return joined(year, Number(number), Number(dayOfCjk), restOfCjk as string);
  const [, dayOfMonth, name = '', namedYear = '', rest] = named.exec(text) ?? dashed.exec(text)?.toSpliced(2, 1) ?? [];
  const month = monthNames.get(foldText(name));
  return month === undefined ? undefined : joined(fullYear(namedYear), month, Number(dayOfMonth), rest as string);
}

function joined(year: number, month: number, dayOfMonth: number, rest: string): string | undefined {
  const day = toDayNumber(year, month, dayOfMonth);
  return day === undefined ? undefined : withTime(formatDay(day), rest);
}

/** The rest may begin with a weekday in brackets. It may be a time that only `parseDate` reads, such as one with a zone. */
function withTime(day: string, rest: string): string {
  const text = rest
    .replace(/^ ?г\.?(?=$|[ ,])/, '')
    .replace(/^ ?\(\p{L}+\.?\)/u, '')
    .replace(/^(?:t|,? ?(?:um|às?|a las?|at|в|@|-|–|\|)|,)? */i, '');
  return text === '' ? day : `${day} ${readCellTime(text) ?? text}`;
}

/** `Intl` has no short names of Bulgarian months; Excel in German writes `Mrz`. */
const moreMonths = 'яну фев мар,mrz апр май юни юли авг сеп окт ное дек'
  .split(' ')
  .flatMap((names, at) => names.split(',').map((name) => [foldText(name), at + 1] as const));

/** Austria writes `Jänner`, and Canada `juill.`. */
const monthNames: ReadonlyMap<string, number> = new Map([
  ...[...languages.map(languageTag), 'de-AT', 'fr-CA'].flatMap((tag) =>
    (['long', 'short'] as const).flatMap((month) => {
      const format = new Intl.DateTimeFormat(tag, { day: 'numeric', month, timeZone: 'UTC' });
      return Array.from({ length: 12 }, (_, at) => {
        const parts = format.formatToParts(Date.UTC(2027, at, 1));
        const name = parts.find(({ type }) => type === 'month')?.value ?? '';
        return [foldText(name).replace(/\.$/, ''), at + 1] as const;
      });
    }),
  ),
  ...moreMonths,
]);

const tidy = (cell: string): string => cell.normalize('NFKC').replace(/\s+/g, ' ').trim();
