// Clock times in spreadsheet cells, as `18:30:00`, up to `24:00:00`.
import { formatClock, secondsPerDay } from '../../core/dates/civil.ts';

const clock =
  /^(?:(?<morning>午前|上午|早上|凌晨)|(?<later>午後|下午|晚上))? ?(?<hour>\d{1,2})(?: ?(?<unit>[:.h時时点ч]|,(?=\d\d ?ч)|uhr(?= ?\d))\.? ?(?<minute>\d\d|半)?(?: ?分)?(?::(?<second>\d\d)(?:\.\d+)?)?)? ?(?<word>uhr|h|hrs?|часа?|ч)?\.? ?(?<half>[ap]\.? ?m\.?)?$/;

/** `ab 19 Uhr`, and the beginning of `von 19:00 bis 21:00`. */
const beginning = /^(?:ab|von|from|de|das|от) /;

/** Spreadsheets store a time as a fraction of a day. */
const fraction = /^0(?:[.,]\d+)?$/;

/** Undefined for anything else, including a number without a unit. */
export function readCellTime(cell: string): string | undefined {
  const text = cell.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim().replace(beginning, '');
  if (fraction.test(text)) return clockOf(Number(text.replace(',', '.')));
  const { morning, later, hour = '', unit, minute = '0', second = '0', word, half } = clock.exec(text)?.groups ?? {};
  if (hour === '' || !(morning || later || unit || word || half)) return undefined;
  // Twelve in the evening is midnight, at the end of the day.
  if (later === '晚上' && hour === '12') return undefined;
  const isLate = Number(hour) > 12;
  if (isLate && (half || morning)) return undefined;
  const isAfternoon = half?.startsWith('p') || later !== undefined;
  const isHalfDay = (half || morning || later) && !isLate;
  const hours = isHalfDay ? (Number(hour) % 12) + (isAfternoon ? 12 : 0) : Number(hour);
  const minutes = minute === '半' ? 30 : Number(minute);
  if (hours > 24 || minutes > 59 || Number(second) > 59) return undefined;
  const secondOfDay = hours * 3600 + minutes * 60 + Number(second);
  return secondOfDay > secondsPerDay ? undefined : formatClock(secondOfDay);
}

/** `10:00 – 12:00`; a unit after the second time may apply to both: `10–12 Uhr`, `7-9 pm`. */
export function readTimeRange(cell: string): [string, string] | undefined {
  const [from, to, more] = cell.split(/ ?[-‐–—〜～~] ?| (?:to|bis|à|às|a|до) /);
  if (from === undefined || to === undefined || more !== undefined) return undefined;
  const end = readCellTime(to);
  const shared = /(?:[ap]\.? ?m\.?|uhr|h|ч\.?)$/i.exec(to.trim())?.[0] ?? '';
  const start = readCellTime(from);
  if (end === undefined) return undefined;
  if (start !== undefined) return [start, end];
  const alike = readCellTime(`${from} ${shared}`);
  // `11-1 pm` would begin in the morning.
  return alike === undefined || alike > end ? undefined : [alike, end];
}

/** From a fraction of a day. */
const clockOf = (part: number): string => formatClock(Math.round(part * secondsPerDay) % secondsPerDay);
