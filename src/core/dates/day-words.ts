import { createRequire } from 'node:module';
import type * as Chrono from 'chrono-node/en';
import { addDays, formatDay, toDayNumber } from './civil.ts';
import { parseWeekday, toWeekday } from './weekday-text.ts';

const require = createRequire(import.meta.url);
const daysAhead: Readonly<Record<string, number>> = { yesterday: -1, today: 0, tomorrow: 1 };
// What chrono reads reliably. Bare durations, weekdays (it takes the closest, also a past one) and parts of a day (it
// makes up an hour) are not given to it.
const anchored = /\b(?:today|tomorrow|tmrw?|overmorrow|yesterday)$|^(?:the )?(?:end|last day) of /;
const vague = /few|couple|several|half|about|around|night|morning|noon|evening|week(?:end|day)/;

/** The day that words mean, seen from `today`; lower case, single blanks, no digits. */
export function parseDayWords(words: string, today: string): string | undefined {
  if (Object.hasOwn(daysAhead, words)) return addDays(today, daysAhead[words]!);
  return parseWeekday(words, today) ?? parseWithChrono(words, today);
}

function parseWithChrono(words: string, today: string): string | undefined {
  if (!/^[a-z ]+$/.test(words) || !anchored.test(words) || vague.test(words)) return undefined;
  const text = words.replace(/^(?=day (?:after|before) )/, 'the ');
  const [result, ...others] = loadChrono().casual.parse(text, noonOf(today));
  if (result === undefined || others.length > 0 || result.end || result.text.length !== text.length) return undefined;
  const { start } = result;
  if (!start.isCertain('day') || start.isCertain('hour')) return undefined;
  const dayNumber = toDayNumber(start.get('year')!, start.get('month')!, start.get('day')!);
  if (dayNumber === undefined) return undefined;
  // chrono merges words that contradict each other: `monday tomorrow`.
  const agrees = !start.isCertain('weekday') || start.get('weekday') === (toWeekday(dayNumber) + 1) % 7;
  return agrees ? formatDay(dayNumber) : undefined;
}

// Loaded by the first text that needs it (tens of milliseconds): the usual words above do without.
function loadChrono(): typeof Chrono {
  return require('chrono-node/en') as typeof Chrono;
}

/** chrono computes in the machine's own zone, in which noon is never skipped. */
function noonOf(day: string): Date {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number];
  return new Date(year, month - 1, date, 12);
}
