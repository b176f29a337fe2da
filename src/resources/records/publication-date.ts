import type { Problems } from '../../core/api-error.ts';
import type { DateValue } from '../../core/dates/parse-date.ts';
import type { Zones } from '../../core/dates/zones.ts';
import type { DateInput } from '../../http/params/field.ts';

interface Sent {
  date?: DateInput;
  date_utc?: DateInput;
}

/**
 * The publication time in UTC seconds: `date` in the site's zone, `date_utc` in UTC, an offset in either
 * honoured. Both given must name the same moment (D23). Nothing sent: `undefined`.
 */
export function publicationTime(sent: Sent, zones: Zones, siteZone: string, problems: Problems): number | undefined {
  const local = sent.date && toInstant(sent.date.value, siteZone, zones);
  const utc = sent.date_utc && toInstant(sent.date_utc.in('UTC'), 'UTC', zones);
  if (local !== undefined && utc !== undefined && local !== utc) problems.add('date_utc', 'dates_differ');
  return local ?? utc;
}

export const toInstant = (value: DateValue, zone: string, zones: Zones): number =>
  value.kind === 'instant' ? value.epoch : zones.toEpoch(value.wall, zone).epoch;
