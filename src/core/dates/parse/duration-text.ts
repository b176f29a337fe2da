/** Months are applied first, then days, then seconds. */
export interface Duration {
  months: number;
  days: number;
  seconds: number;
}

type Unit = readonly [part: keyof Duration, size: number];

const units: Readonly<Record<string, Unit>> = {
  sec: ['seconds', 1],
  second: ['seconds', 1],
  min: ['seconds', 60],
  minute: ['seconds', 60],
  hr: ['seconds', 3_600],
  hour: ['seconds', 3_600],
  day: ['days', 1],
  week: ['days', 7],
  fortnight: ['days', 14],
  month: ['months', 1],
  year: ['months', 12],
};
/** From one to twelve. */
const numbers = 'one two three four five six seven eight nine ten eleven twelve'.split(' ');

const unitPattern = `(?<unit>${Object.keys(units).join('|')})`;
const step = new RegExp(
  `^(?:, ?(?:and )?|and )?(?<sign>[+-]?) ?(?<count>\\d{1,6}|[a-z]+) ?${unitPattern}s?(?: |(?=,)|$)`,
);
const adjacent = new RegExp(`^(?<which>next|last|previous) ${unitPattern}$`);
const ahead = /^(?:in (?<in>.+)|(?<later>.+) (?:from now|later|hence))$/;

// A little more than from year 1 to year 9999.
const limits: Duration = { months: 120_000, days: 3_700_000, seconds: 320_000_000_000 };

/** `+2 weeks`, `in 3 days`, `2 hours ago`, `a week from now`, `next month`; in lower case with single spaces. */
export function parseDuration(text: string): Duration | undefined {
  const single = adjacent.exec(text)?.groups;
  if (single !== undefined) return sumSteps(`${single['which'] === 'next' ? 1 : -1} ${single['unit']}`, 1);
  const future = ahead.exec(text)?.groups;
  if (future !== undefined) return sumSteps((future['in'] ?? future['later'])!, 1);
  if (text.endsWith(' ago')) return sumSteps(text.slice(0, -' ago'.length), -1);
  // An unencoded '+' in a query string arrives as a space: `2 weeks` is `+2 weeks`, but `one day` is no date.
  return /^[+-]|^\d/.test(text) ? sumSteps(text, 1) : undefined;
}

function sumSteps(text: string, direction: 1 | -1): Duration | undefined {
  const total: Duration = { months: 0, days: 0, seconds: 0 };
  let rest = text;
  do {
    const match = step.exec(rest);
    const count = match === null ? undefined : toCount(match.groups!['count']!);
    if (match === null || count === undefined) return undefined;
    const [part, size] = units[match.groups!['unit']!]!;
    total[part] += (match.groups!['sign'] === '-' ? -count : count) * size * direction;
    rest = rest.slice(match[0].length);
  } while (rest !== '');
  return isWithinLimits(total) ? total : undefined;
}

function toCount(text: string): number | undefined {
  if (/^\d/.test(text)) return Number(text);
  if (text === 'a' || text === 'an') return 1;
  return numbers.indexOf(text) + 1 || undefined;
}

function isWithinLimits({ months, days, seconds }: Duration): boolean {
  return Math.abs(months) <= limits.months && Math.abs(days) <= limits.days && Math.abs(seconds) <= limits.seconds;
}
