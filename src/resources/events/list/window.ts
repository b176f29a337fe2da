// The date parameters of a list, and the limits in UTC seconds that they mean (D36, D37).
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { addDays, addMonths, dayOf, lastDay, parseWall } from '../../../core/dates/civil.ts';
import { type DateInput, describe, type ReadContext, type Values } from '../../../http/params/field.ts';
import { date } from '../../../http/params/scalars.ts';
import { toInstant } from '../../records/write/publication.ts';
import type { Condition, UtcWindow } from './filter.ts';

const day = (description: string) =>
  describe(date(), `${description} Whole days in the site's time zone, unless strict_dates is sent.`);

export const windowFields = {
  start_date: day('Events that start on or after this date. Default: today.'),
  end_date: day('Events that end on or before this date. Default: two years from today.'),
  starts_before: day('Events that start on or before this date.'),
  starts_after: day('Events that start after this date.'),
  ends_before: day('Events that end on or before this date.'),
  ends_after: day('Events that end after this date.'),
};

export interface DateFilters extends Values<typeof windowFields> {
  strict_dates?: boolean;
}

/** UTC seconds before and after any date, for limits that are not set. */
export const earliest = -(2 ** 42);
export const latest = 2 ** 42;
export const anyTime: UtcWindow = { from: earliest, before: latest, endFrom: earliest, endBefore: latest };

const defaultMonths = 24;

/** The window, and what links to further pages carry: the default window where it applies, and the dates that were sent. */
export function readWindow(
  filters: DateFilters,
  clock: ReadContext,
): { window: UtcWindow; defaults: Record<string, string>; resolved: Record<string, string> } {
  const { start_date, end_date, starts_before, starts_after, ends_before, ends_after, strict_dates = false } = filters;
  const hasDefaults = (starts_before ?? starts_after ?? ends_before ?? ends_after) === undefined;
  const today = dayOf(clock.zones.toWall(clock.now, clock.siteZone));
  const firstDay = hasDefaults && !start_date ? today : undefined;
  const finalDay = hasDefaults && !end_date ? addMonths(today, defaultMonths) : undefined;
  const edges = edgesIn(clock, strict_dates);
  // `starts_after` and `ends_before` limit the same as `start_date` and `end_date`, and replace them.
  const from = firstDay ? dayStart(firstDay, clock) : start_date && edges.from(start_date);
  const afterEnd = finalDay ? dayEnd(finalDay, clock) : end_date && edges.after(end_date);
  const endBefore = ends_before ? edges.before(ends_before) : (afterEnd ?? latest);
  return {
    window: {
      from: starts_after ? edges.after(starts_after) : (from ?? earliest),
      // What ends before a moment also starts before it.
      before: Math.min(starts_before ? edges.before(starts_before) : latest, endBefore),
      endFrom: ends_after ? edges.after(ends_after) : earliest,
      endBefore,
    },
    defaults: {
      ...(firstDay ? { start_date: `${firstDay} 00:00:00` } : {}),
      ...(finalDay ? { end_date: `${finalDay} 23:59:59` } : {}),
    },
    resolved: resolveDates(filters, clock),
  };
}

/** The dates sent, in full, so that words such as `tomorrow` mean the same day on every page. */
function resolveDates({ strict_dates, ...dates }: DateFilters, clock: ReadContext): Record<string, string> {
  const { zones, siteZone } = clock;
  const names = Object.keys(windowFields) as (keyof typeof windowFields)[];
  const resolve = (name: (typeof names)[number], sent: DateInput): string | undefined => {
    if (!strict_dates) return `${dayIn(sent, clock)} ${name === 'start_date' ? '00:00:00' : '23:59:59'}`;
    const epoch = toInstant(sent.value, siteZone, zones);
    const wall = zones.toWall(epoch, siteZone);
    // The second of two equal clock times has no other name than the one sent.
    return zones.toEpoch(wall, siteZone).epoch === epoch ? wall : undefined;
  };
  return Object.fromEntries(
    names.flatMap((name) => {
      const sent = dates[name];
      const resolved = sent && resolve(name, sent);
      // In the site's zone, an instant near either end of the range may be in the year 0 or 10000, which no parameter accepts.
      return resolved !== undefined && parseWall(resolved) !== undefined ? [[name, resolved]] : [];
    }),
  );
}

/** Functions from a date to a limit of a half-open range. */
function edgesIn(clock: ReadContext, strict: boolean) {
  const exact = (date: DateInput) => toInstant(date.value, clock.siteZone, clock.zones);
  return {
    from: (date: DateInput) => (strict ? exact(date) : dayStart(dayIn(date, clock), clock)),
    after: (date: DateInput) => (strict ? exact(date) + 1 : dayEnd(dayIn(date, clock), clock)),
    before: (date: DateInput) => (strict ? exact(date) : dayEnd(dayIn(date, clock), clock)),
  };
}

export const dayIn = ({ value }: Pick<DateInput, 'value'>, { zones, siteZone }: ReadContext): string =>
  dayOf(value.kind === 'wall' ? value.wall : zones.toWall(value.epoch, siteZone));

export const dayStart = (day: string, { zones, siteZone }: ReadContext): number =>
  zones.toEpoch(`${day} 00:00:00`, siteZone).epoch;

/** The next midnight, exclusive: an event that ends at 23:59:59 is within its day. */
const dayEnd = (day: string, clock: ReadContext): number =>
  day >= lastDay ? latest : dayStart(addDays(day, 1), clock);

type Column = RawBuilder<unknown>;

/** The condition that the event `e` is listed and within the window; `hint` is put around each column. */
export function isInWindow(
  { from, before, endFrom, endBefore }: UtcWindow,
  hint: (column: Column) => Column = (column) => column,
): RawBuilder<SqlBool> {
  const [hidden, start, end] = [sql`e.hide_from_listings`, sql`e.start_utc`, sql`e.end_utc`].map(hint);
  return sql<SqlBool>`${hidden} = 0 and ${start} >= ${from} and ${start} < ${before}
    and ${end} >= ${endFrom} and ${end} < ${endBefore}`;
}

/**
 * That the event `e` is published later than `now`. Such events are few, which planners cannot know: with two ends, they take
 * the range for selective and use the index of publications.
 */
export const isPublishedAfter = (now: number): RawBuilder<SqlBool> =>
  sql<SqlBool>`e.published_at > ${now} and e.published_at < ${sql.lit(latest)}`;

/** Conditions for a half-open range, as far as it is limited. */
export const withinLimits = (column: Column, from: number, before: number): Condition[] => [
  ...(from === earliest ? [] : [sql<SqlBool>`${column} >= ${from}`]),
  ...(before === latest ? [] : [sql<SqlBool>`${column} < ${before}`]),
];
