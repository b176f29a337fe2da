import type { Problems } from '../../../core/api-error.ts';
import { isInRange, parseWall } from '../../../core/dates/civil.ts';
import type { DateValue } from '../../../core/dates/parse/date-value.ts';
import type { Zones } from '../../../core/dates/zones.ts';
import type { DateInput } from '../../../http/params/field.ts';

/** When a record is, or is to be, published; either may be sent. */
export interface PublicationDates {
  date?: DateInput | undefined;
  date_utc?: DateInput | undefined;
}

interface Known {
  /** The stored publication time, of a record that is there already. */
  before: number | undefined;
  siteZone: string;
  zones: Zones;
}

/**
 * The publication time in UTC seconds: `date` in the site's zone, `date_utc` in UTC, an offset in either
 * honoured. Both given must name the same moment (D23), of a year that both can write. Nothing sent: `undefined`.
 */
export function publicationTime(sent: PublicationDates, problems: Problems, known: Known): number | undefined {
  const time = readTime(sent, problems, known);
  if (time === undefined) return undefined;
  if (!isInRange(time) || parseWall(known.zones.toWall(time, known.siteZone)) === undefined)
    problems.add(sent.date === undefined ? 'date_utc' : 'date', 'date_out_of_range');
  return time;
}

function readTime(
  { date, date_utc }: PublicationDates,
  problems: Problems,
  { before, siteZone, zones }: Known,
): number | undefined {
  const utc = date_utc && toInstant(date_utc.in('UTC'), 'UTC', zones);
  if (date === undefined) return utc;
  // A clock time that comes twice is the one that `date_utc` names, or else the one that it was read from.
  const meant = utc ?? before;
  const isMeant = meant !== undefined && isClockOf(date.value, zones.toWall(meant, siteZone));
  const local = isMeant ? meant : toInstant(date.value, siteZone, zones);
  if (utc !== undefined && local !== utc) problems.add('date_utc', 'dates_differ');
  return local;
}

const isClockOf = (value: DateValue, wall: string): boolean => value.kind === 'wall' && value.wall === wall;

export const toInstant = (value: DateValue, zone: string, zones: Zones): number =>
  value.kind === 'instant' ? value.epoch : zones.toEpoch(value.wall, zone).epoch;
