import { formatDay, parseDay, toWeekday } from './civil.ts';

export const weekdayPattern =
  'sun(?:day)?|mon(?:day)?|tue(?:s(?:day)?)?|wed(?:nesday)?|thu(?:r(?:s(?:day)?)?)?|fri(?:day)?|sat(?:urday)?';

const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
const phrase = new RegExp(
  `^(?:(?<which>next|last|previous|this|on) )?(?<name>${weekdayPattern})(?: (?:of )?(?<week>next|last|this) week)?$`,
);

/**
 * As in the reference: `friday` is today or the next one, `next friday` the first one after today, `last friday` the
 * last one before today; `friday next week` is in the week that begins on the next Monday.
 */
export function parseWeekday(text: string, today: string): string | undefined {
  const groups = phrase.exec(text)?.groups;
  if (groups === undefined) return undefined;
  const { which, name, week } = groups;
  const todayNumber = parseDay(today)!;
  const index = weekdays.findIndex((start) => name!.startsWith(start));
  const fromMonday = index - toWeekday(todayNumber);
  if (week !== undefined) return which ? undefined : formatDay(todayNumber + fromMonday + weekShift(week) * 7);
  const ahead = (fromMonday + 7) % 7;
  if (which === 'next') return formatDay(todayNumber + (ahead || 7));
  if (which === 'last' || which === 'previous') return formatDay(todayNumber + ahead - 7);
  return formatDay(todayNumber + ahead);
}

function weekShift(week: string): number {
  return week === 'this' ? 0 : week === 'next' ? 1 : -1;
}
