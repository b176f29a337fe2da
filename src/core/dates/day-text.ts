import { formatDay, toDayNumber, toWeekday } from './civil.ts';
import { weekdayPattern } from './weekday-text.ts';

const months: readonly string[] = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
export const monthPattern =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?';
const monthName = `(?<name>${monthPattern})\\.?`;
const year = '(?<year>\\d{4})(?!\\d)';
const namedDay = '(?<day>\\d{1,2})(?:st|nd|rd|th)?';

const forms: readonly RegExp[] = [
  '(?<year>\\d{4})-(?<month>\\d{1,2})-(?<day>\\d{1,2})(?!\\d)',
  '(?<year>\\d{4})/(?<month>\\d{1,2})/(?<day>\\d{1,2})(?!\\d)',
  `(?<year>\\d{4})-${monthName}-(?<day>\\d{1,2})(?!\\d)`,
  // A week of ISO 8601 means its Monday.
  '(?<year>\\d{4})-?w(?<week>\\d\\d)(?:-?(?<weekday>[1-7]))?(?!\\d)',
  // Basic ISO 8601.
  '(?<year>\\d{4})(?<month>\\d\\d)(?<day>\\d\\d)(?=$|[t ])',
  // With slashes the month comes first, with dashes and dots the day, as in the reference.
  `(?<month>\\d{1,2})/(?<day>\\d{1,2})/${year}`,
  `(?<day>\\d{1,2})-(?<month>\\d{1,2})-${year}`,
  `(?<day>\\d{1,2})\\.(?<month>\\d{1,2})\\.${year}`,
  `${namedDay}[ -]?(?:of )?${monthName}[ -]?,? ?${year}`,
  `${monthName}[ -]?${namedDay}(?:, ?| |-)${year}`,
  // A month means its first day (D69).
  '(?<year>\\d{4})-(?<month>\\d{1,2})$',
  `${monthName}[ -]?,? ?${year}$`,
].map((form) => new RegExp(`^${form}`, 'i'));

// A weekday before a date is ignored, even if it contradicts the date.
const leadingWeekday = new RegExp(`^(?:${weekdayPattern})\\.?,? (?=\\w)`, 'i');

/**
 * Reads a day with its year from the beginning of the text; undefined if it has none of the forms. `day` is undefined if the
 * text has the form of a day, but there is no such day.
 */
export function readDay(text: string) {
  const start = text.replace(leadingWeekday, '');
  for (const form of forms) {
    const match = form.exec(start);
    if (match !== null) return { day: toDay(match.groups!), rest: start.slice(match[0].length) };
  }
  return undefined;
}

function toDay(parts: Partial<Record<string, string>>): string | undefined {
  const month = parts['name'] === undefined ? Number(parts['month']) : monthNumber(parts['name']);
  const yearNumber = Number(parts['year']);
  if (yearNumber === 0) return undefined;
  if (parts['week'] !== undefined) return dayOfWeek(yearNumber, Number(parts['week']), Number(parts['weekday'] ?? 1));
  const dayNumber = toDayNumber(yearNumber, month, Number(parts['day'] ?? 1));
  return dayNumber === undefined ? undefined : formatDay(dayNumber);
}

/** The fourth of January is in the first week, and the Thursday of each week is in its year. */
function dayOfWeek(year: number, week: number, weekday: number): string | undefined {
  const fourth = toDayNumber(year, 1, 4) as number;
  const monday = fourth - toWeekday(fourth) + (week - 1) * 7;
  return Number(formatDay(monday + 3).slice(0, 4)) === year ? formatDay(monday + weekday - 1) : undefined;
}

/** January is 1. */
export function monthNumber(name: string): number {
  return months.indexOf(name.slice(0, 3).toLowerCase()) + 1;
}
