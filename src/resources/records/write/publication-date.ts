// Reads the publication date of a write from `date` and `date_utc`.
import type { Problems } from '../../../core/api-error.ts';
import { isInRange, parseWall } from '../../../core/dates/civil.ts';
import type { DateValue } from '../../../core/dates/parse/date-value.ts';
import type { Zones } from '../../../core/dates/zones.ts';
import type { DateInput } from '../../../http/params/field.ts';

/** Publication date of a record, past or future; either parameter may be sent. */
export interface PublicationDates {
  date?: DateInput | undefined;
  date_utc?: DateInput | undefined;
}

interface DateContext {
  /** The stored publication time of an existing record. */
  before: number | undefined;
  siteZone: string;
  zones: Zones;
}

/**
 * The publication time in UTC seconds, `undefined` if none was sent: `date` is in the site's zone, `date_utc` in UTC unless
 * they carry an offset. If both are sent they must denote the same instant (D23).
 */
export function publicationTime(sent: PublicationDates, problems: Problems, context: DateContext): number | undefined {
  const time = readTime(sent, problems, context);
  if (time === undefined) return undefined;
  if (!isInRange(time) || parseWall(context.zones.toWall(time, context.siteZone)) === undefined)
    problems.add(sent.date === undefined ? 'date_utc' : 'date', 'date_out_of_range');
  return time;
}

function readTime(
  { date, date_utc }: PublicationDates,
  problems: Problems,
  { before, siteZone, zones }: DateContext,
): number | undefined {
  const utc = date_utc && toInstant(date_utc.in('UTC'), 'UTC', zones);
  if (date === undefined) return utc;
  // An ambiguous time (end of DST) is resolved by `date_utc`, or else by the stored time.
  const reference = utc ?? before;
  const isReference = reference !== undefined && isWallTime(date.value, zones.toWall(reference, siteZone));
  const local = isReference ? reference : toInstant(date.value, siteZone, zones);
  if (utc !== undefined && local !== utc) problems.add('date_utc', 'dates_differ');
  return local;
}

const isWallTime = (value: DateValue, wall: string): boolean => value.kind === 'wall' && value.wall === wall;

export const toInstant = (value: DateValue, zone: string, zones: Zones): number =>
  value.kind === 'instant' ? value.epoch : zones.toEpoch(value.wall, zone).epoch;
