import { addDays, addMonths, weekdayOf } from '../civil.ts';
import { monthNumber, monthPattern } from '../day-text.ts';
import { parseWeekday, weekdayPattern } from '../weekday-text.ts';
import { parseDuration } from './duration-text.ts';

const namedDays: Readonly<Record<string, number>> = {
  yesterday: -1,
  today: 0,
  tomorrow: 1,
  tmr: 1,
  tmrw: 1,
  overmorrow: 2,
};
const distance = new RegExp(`^(?:the )?(.+) (after|before|from) (${Object.keys(namedDays).join('|')})$`);
const lastDay = new RegExp(
  `^(?:the )?(?:end|last day) of (?:(?:the )?(?<name>${monthPattern})|(?:(?<which>the|this|next|last|past) )?(?<unit>week|month|year))$`,
);

/** The day of a phrase relative to `today`; the words are in lower case, with single spaces and no digits. */
export function parseDayWords(words: string, today: string): string | undefined {
  if (Object.hasOwn(namedDays, words)) return addDays(today, namedDays[words] as number);
  return (
    parseWeekday(words, today) ??
    parseDistance(words, today) ??
    parseLastDay(words, today) ??
    parseDayOfMonth(words, today)
  );
}

/** `day after tomorrow`, `two weeks before yesterday` */
function parseDistance(words: string, today: string): string | undefined {
  const [, length = '', side, name = ''] = distance.exec(words) ?? [];
  const duration = parseDuration(`in ${length.replace(/^(?=day$|week$)/, 'a ')}`);
  if (duration === undefined || duration.seconds !== 0) return undefined;
  const sign = side === 'before' ? -1 : 1;
  const from = addDays(today, namedDays[name] as number);
  return addDays(addMonths(from, sign * duration.months), sign * duration.days);
}

/** `end of next month`, `last day of february`. A named month is that of this year; weeks end on Saturday. */
function parseLastDay(words: string, today: string): string | undefined {
  const { name, which, unit } = lastDay.exec(words)?.groups ?? {};
  const shift = which === 'next' ? 1 : which === 'last' || which === 'past' ? -1 : 0;
  const year = today.slice(0, 4);
  if (name !== undefined) return endOfMonth(`${year}-${String(monthNumber(name)).padStart(2, '0')}-01`);
  if (unit === 'month') return endOfMonth(addMonths(`${today.slice(0, 7)}-01`, shift));
  if (unit === 'year') return addMonths(`${year}-12-31`, shift * 12);
  if (unit !== 'week') return undefined;
  return addDays(today, 6 - weekdayOf(today) + shift * 7);
}

const ordinals = ['first', 'second', 'third', 'fourth', 'fifth', 'last'];
const dayOfMonth = new RegExp(
  `^(?:the )?(?<which>${ordinals.join('|')}) (?<day>day|${weekdayPattern}) of (?:(?:(?<shift>this|next|last|previous) month)|(?<name>${monthPattern})(?: (?<year>\\d{4}))?)$`,
);

/** `first day of next month`, `last friday of may 2028` (D69). Undefined for a fifth weekday the month does not have. */
export function parseDayOfMonth(words: string, today: string): string | undefined {
  const { which = '', day = '', shift, name, year = today.slice(0, 4) } = dayOfMonth.exec(words)?.groups ?? {};
  if (which === '' || year === '0000') return undefined;
  const month = name === undefined ? today.slice(0, 7) : `${year}-${String(monthNumber(name)).padStart(2, '0')}`;
  const first = addMonths(`${month}-01`, shift === 'next' ? 1 : shift === 'last' || shift === 'previous' ? -1 : 0);
  const last = endOfMonth(first);
  if (day === 'day') return which === 'last' ? last : addDays(first, ordinals.indexOf(which));
  if (which === 'last') return parseWeekday(day, addDays(last, -6));
  const found = addDays(parseWeekday(day, first) as string, ordinals.indexOf(which) * 7);
  return found <= last ? found : undefined;
}

const endOfMonth = (firstDay: string): string => addDays(addMonths(firstDay, 1), -1);
