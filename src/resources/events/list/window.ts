// From the date filters of a list to limits in UTC seconds (D36, D37).
import { type SqlBool, sql } from 'kysely';
import { addDays, addMonths, dayOf } from '../../../core/dates/civil.ts';
import type { Zones } from '../../../core/dates/zones.ts';
import { type DateInput, describe, type Values } from '../../../http/params/field.ts';
import { date } from '../../../http/params/scalars.ts';
import { toInstant } from '../../records/write/publication-date.ts';
import type { Condition, DateLimits } from './filter.ts';

const day = (description: string) =>
  describe(date(), `${description} Whole days of the site's time zone, unless strict_dates is set.`);

export const windowFields = {
  start_date: day('Events that start on that day or later; today where nothing is sent.'),
  end_date: day('Events that end on that day or earlier; two years ahead where nothing is sent.'),
  starts_before: day('Events that start on that day or earlier.'),
  starts_after: day('Events that start after that day.'),
  ends_before: day('Events that end on that day or earlier.'),
  ends_after: day('Events that end after that day.'),
};

export interface DateFilters extends Values<typeof windowFields> {
  strict_dates?: boolean;
}

interface Clock {
  now: number;
  siteZone: string;
  zones: Zones;
}

const defaultMonths = 24;
const lastDay = '9999-12-31';

/** The limits, and the default window where it applies, for the links to further pages. */
export function readWindow(sent: DateFilters, clock: Clock): { limits: DateLimits; defaults: Record<string, string> } {
  const others = sent.starts_before ?? sent.starts_after ?? sent.ends_before ?? sent.ends_after;
  const today = dayOf(clock.zones.toWall(clock.now, clock.siteZone));
  const useDefaults = others === undefined;
  const firstDay = useDefaults && !sent.start_date ? today : undefined;
  const finalDay = useDefaults && !sent.end_date ? addMonths(today, defaultMonths) : undefined;
  const strict = sent.strict_dates ?? false;
  const edges = edgesIn(clock, strict);
  // `starts_after` and `ends_before` are the same bounds as the window's and replace them.
  const startFrom = sent.start_date
    ? edges.from(sent.start_date)
    : firstDay === undefined
      ? undefined
      : dayStart(firstDay, clock);
  const endBefore = sent.end_date
    ? edges.through(sent.end_date)
    : finalDay === undefined
      ? undefined
      : dayEnd(finalDay, clock);
  return {
    limits: {
      startFrom: sent.starts_after ? edges.after(sent.starts_after) : startFrom,
      startBefore: sent.starts_before && edges.before(sent.starts_before),
      endFrom: sent.ends_after && edges.after(sent.ends_after),
      endBefore: sent.ends_before ? edges.before(sent.ends_before) : endBefore,
    },
    defaults: {
      ...(firstDay ? { start_date: `${firstDay} 00:00:00` } : {}),
      ...(finalDay ? { end_date: `${finalDay} 23:59:59` } : {}),
    },
  };
}

/** Each turns a date into a limit: `from` and `before` of a half-open range. */
function edgesIn(clock: Clock, strict: boolean) {
  const exact = (date: DateInput) => toInstant(date.value, clock.siteZone, clock.zones);
  const day = (date: DateInput) =>
    dayOf(date.value.kind === 'wall' ? date.value.wall : clock.zones.toWall(date.value.epoch, clock.siteZone));
  return {
    from: (date: DateInput) => (strict ? exact(date) : dayStart(day(date), clock)),
    through: (date: DateInput) => (strict ? exact(date) + 1 : dayEnd(day(date), clock)),
    after: (date: DateInput) => (strict ? exact(date) + 1 : dayEnd(day(date), clock)),
    before: (date: DateInput) => (strict ? exact(date) : dayEnd(day(date), clock)),
  };
}

const dayStart = (day: string, { zones, siteZone }: Clock): number => zones.toEpoch(`${day} 00:00:00`, siteZone).epoch;

/** The next midnight, exclusive: an event that ends 23:59:59 is inside its day. */
const dayEnd = (day: string, clock: Clock): number =>
  day >= lastDay ? Number.MAX_SAFE_INTEGER : dayStart(addDays(day, 1), clock);

/** What ends before a moment starts before it: said to the index of starts, it need not be read on to the end of time. */
export function startsWithin({ startFrom, startBefore, endBefore }: DateLimits, start = sql`e.start_utc`): Condition[] {
  const before = Math.min(startBefore ?? Number.MAX_SAFE_INTEGER, endBefore ?? Number.MAX_SAFE_INTEGER);
  return [
    ...(startFrom === undefined ? [] : [sql<SqlBool>`${start} >= ${startFrom}`]),
    ...(before === Number.MAX_SAFE_INTEGER ? [] : [sql<SqlBool>`${start} < ${before}`]),
  ];
}
