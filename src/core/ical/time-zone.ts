import { formatUtc } from '../dates/civil.ts';
import type { Zones } from '../dates/zones.ts';
import { contentLine, textLine } from './content-line.ts';
import { localValue, offsetValue } from './date-time.ts';

/** A zone, and the first and the last second in which something happens there. */
export interface UsedZone {
  zone: string;
  from: number;
  to: number;
}

interface Observance {
  kind: 'STANDARD' | 'DAYLIGHT';
  offsetFrom: number;
  offsetTo: number;
  name: string;
  /** Wall clocks, by the offset before, at which it begins. */
  onsets: string[];
}

/** Summer time is over within this time; what lasts longer is another standard time. */
const longestSummer = 330 * 86_400;

/**
 * The rules of a zone as far as its events need them: each change of the clock from the last one before the first
 * event to the last event. Onsets are told one by one, not as rules, which a government could break any year.
 */
export function timeZoneLines({ zone, from, to }: UsedZone, zones: Zones): string {
  const parts = observancesOf(zone, from, to, zones).map(
    ({ kind, offsetFrom, offsetTo, name, onsets: [first = '', ...others] }) =>
      contentLine('BEGIN', kind) +
      contentLine('DTSTART', first) +
      contentLine('TZOFFSETFROM', offsetValue(offsetFrom)) +
      contentLine('TZOFFSETTO', offsetValue(offsetTo)) +
      textLine('TZNAME', name) +
      others.map((onset) => contentLine('RDATE', onset)).join('') +
      contentLine('END', kind),
  );
  return contentLine('BEGIN', 'VTIMEZONE') + textLine('TZID', zone) + parts.join('') + contentLine('END', 'VTIMEZONE');
}

function observancesOf(zone: string, from: number, to: number, zones: Zones): Observance[] {
  const found = new Map<string, Observance>();
  let interval = zones.interval(from, zone);
  // A zone always was in its first offset.
  let offsetFrom = Number.isFinite(interval.from) ? zones.offsetSeconds(interval.from - 1, zone) : interval.offset;
  for (;;) {
    const { from: begin, to: end, offset } = interval;
    const isSummer = offset > offsetFrom && end - begin < longestSummer && zones.offsetSeconds(end, zone) < offset;
    const kind = isSummer ? 'DAYLIGHT' : 'STANDARD';
    const name = zones.abbreviation(Math.max(begin, Math.min(from, end - 1)), zone);
    const key = `${kind} ${offsetFrom} ${offset} ${name}`;
    const observance = found.get(key) ?? { kind, offsetFrom, offsetTo: offset, name, onsets: [] };
    observance.onsets.push(Number.isFinite(begin) ? localValue(formatUtc(begin + offsetFrom)) : beginning(from));
    found.set(key, observance);
    if (end > to) return [...found.values()];
    offsetFrom = offset;
    interval = zones.interval(end, zone);
  }
}

/** When a zone that never changed begins, for programs that want to be told. */
const beginning = (first: number): string => (first >= 86_400 ? '19700101T000000' : '16010101T000000');
