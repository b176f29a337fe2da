export interface ClockText {
  /** Undefined if the text has the form of a clock time, but there is no such time. 24:00:00 is 86400. */
  secondOfDay: number | undefined;
  rest: string;
}

interface ClockPattern {
  expression: RegExp;
  names: readonly string[];
}

const meridiem = '(?: ?(?<meridiem>[ap])\\.?m\\b\\.?)';
const clock = [
  `(?<hour>\\d{1,2}):(?<minute>\\d\\d)(?::(?<second>\\d\\d)(?:[.,]\\d+)?)?${meridiem}`,
  // Scripts that join numbers write 9:4:5. With am or pm that form is an error.
  '(?<hour>\\d{1,2}):(?<minute>\\d{1,2})(?::(?<second>\\d{1,2})(?:[.,]\\d+)?)?(?! ?[ap]\\.?m\\b)',
  `(?<hour>\\d{1,2})\\.(?<minute>\\d\\d)${meridiem}?(?![\\d.])`,
  `(?<hour>\\d{1,2})${meridiem}`,
  '(?<word>noon|midday|midnight)\\b',
].join('|');
const basicClock = '(?<hour>\\d\\d)(?<minute>\\d\\d)(?:(?<second>\\d\\d)(?:[.,]\\d+)?)?';

const clockFirst = numbered(`^(?:${clock})`);
const clockAfterDay = numbered(
  `^(?: ?t|[ ,]+(?:at |@ ?)?)(?:${clock})|^ ?t${basicClock}(?!\\d|:)|^ ?t(?<hour>\\d\\d)(?![\\d:.])`,
);
const clockLast = numbered(`(?:^|[ ,]+)(?:at |t(?=\\d))?(?:${clock})$`);

/** Node 22 does not allow duplicate group names: the groups are numbered, and `names` has the name of each. */
function numbered(source: string): ClockPattern {
  const named = /\(\?<(\w+)>/g;
  return {
    expression: new RegExp(source.replace(named, '('), 'i'),
    names: Array.from(source.matchAll(named), ([, name]) => name as string),
  };
}

/** Reads a clock time from the beginning of the text. */
export function readClock(text: string): ClockText | undefined {
  return read(text, clockFirst);
}

/** The same, including the separator after a day: `T` or ` T`, a space, a comma, ` at `. */
export function readClockAfterDay(text: string): ClockText | undefined {
  return read(text, clockAfterDay);
}

/** Reads a clock time from the end of the text; the rest is the text before it. */
export function readClockAtEnd(text: string): ClockText | undefined {
  return read(text, clockLast);
}

function read(text: string, { expression, names }: ClockPattern): ClockText | undefined {
  const match = expression.exec(text);
  if (match === null) return undefined;
  const rest = text.slice(0, match.index) + text.slice(match.index + match[0].length);
  const parts: Partial<Record<string, string>> = {};
  for (const [index, name] of names.entries()) parts[name] ??= match[index + 1];
  return { secondOfDay: toSecondOfDay(parts), rest };
}

function toSecondOfDay(parts: Partial<Record<string, string>>): number | undefined {
  if (parts['word'] !== undefined) return parts['word'].toLowerCase() === 'midnight' ? 0 : 12 * 3_600;
  const hour = toHour(Number(parts['hour']), parts['meridiem']?.toLowerCase());
  const minute = Number(parts['minute'] ?? 0);
  const second = Number(parts['second'] ?? 0);
  if (hour === undefined || minute > 59 || second > 59) return undefined;
  const secondOfDay = hour * 3_600 + minute * 60 + second;
  return secondOfDay <= 86_400 ? secondOfDay : undefined;
}

function toHour(hour: number, half: string | undefined): number | undefined {
  if (half === undefined) return hour <= 24 ? hour : undefined;
  if (hour < 1 || hour > 12) return undefined;
  return (hour % 12) + (half === 'p' ? 12 : 0);
}
