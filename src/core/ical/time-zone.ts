import { formatUtc } from '../dates/civil.ts';
import type { OffsetInterval } from '../dates/offset-timeline.ts';
import type { Zones } from '../dates/zones.ts';
import { contentLine, textLine } from './content-line.ts';
import { localValue, offsetValue } from './date-time.ts';

/** A zone, with the first and the last time that is used in it. */
export interface UsedZone {
  zone: string;
  from: number;
  to: number;
}

/** Maximum length of summer time; longer periods are standard time. */
const maxSummerSeconds = 330 * 86_400;

/**
 * A VTIMEZONE with every change of the clock from the last one to standard time before the first event (some programs
 * require one) to the last event. Each is an observance of its own: an RRULE would predict legislation, and some
 * programs ignore DTSTART beside RDATE.
 */
export function timeZoneLines({ zone, from, to }: UsedZone, zones: Zones): string {
  let interval = zones.interval(from, zone);
  while (isSummer(interval, zone, zones)) interval = zones.interval(interval.from - 1, zone);
  let lines = contentLine('BEGIN', 'VTIMEZONE') + textLine('TZID', zone);
  for (; ; interval = zones.interval(interval.to, zone)) {
    lines += observance(interval, zone, Math.min(from, interval.to - 1), zones);
    if (interval.to > to) return lines + contentLine('END', 'VTIMEZONE');
  }
}

/** `first` is the time of the first event, or the end of the interval if that is earlier. */
function observance(interval: OffsetInterval, zone: string, first: number, zones: Zones): string {
  const { from: begin, offset } = interval;
  const before = offsetBefore(interval, zone, zones);
  const kind = isSummer(interval, zone, zones) ? 'DAYLIGHT' : 'STANDARD';
  return [
    contentLine('BEGIN', kind),
    contentLine('DTSTART', Number.isFinite(begin) ? localValue(formatUtc(begin + before)) : beginning(first)),
    contentLine('TZOFFSETFROM', offsetValue(before)),
    contentLine('TZOFFSETTO', offsetValue(offset)),
    textLine('TZNAME', zones.abbreviation(Math.max(begin, first), zone)),
    contentLine('END', kind),
  ].join('');
}

/** Before its first known offset a zone has that same offset. */
const offsetBefore = ({ from, offset }: OffsetInterval, zone: string, zones: Zones): number =>
  Number.isFinite(from) ? zones.offsetSeconds(from - 1, zone) : offset;

function isSummer(interval: OffsetInterval, zone: string, zones: Zones): boolean {
  const { from, to, offset } = interval;
  return (
    to - from < maxSummerSeconds &&
    offset > offsetBefore(interval, zone, zones) &&
    offset > zones.offsetSeconds(to, zone)
  );
}

/** DTSTART of a zone that never changed; some programs require one. */
const beginning = (first: number): string => (first >= 86_400 ? '19700101T000000' : '16010101T000000');
