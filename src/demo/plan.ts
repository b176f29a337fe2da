// Which sample events there are, where and when: most of them soon, some past, some far ahead.
import { addDays, dayOf, formatUtc, parseWall, weekdayOf } from '../core/dates/civil.ts';
import { type EventTimes, toSpan } from '../core/dates/event-span.ts';
import type { Zones } from '../core/dates/zones.ts';
import { type DemoTemplate, type DemoVenue, demoTemplates, demoVenues } from './data.ts';
import type { Random } from './random.ts';

export interface PlannedEvent {
  template: DemoTemplate;
  theme: string;
  venue: DemoVenue;
  span: EventTimes;
}

export interface Clock {
  /** UTC seconds. */
  now: number;
  zones: Zones;
}

const eventCount = 195;

/** Cumulative share of events, and their distance from today in days. */
const distances: readonly [share: number, days: readonly [number, number]][] = [
  [0.13, [-42, -3]],
  [0.4, [-3, 7]],
  [0.67, [5, 30]],
  [0.87, [30, 90]],
  [1, [91, 236]],
];

/** In order of start. */
export function planEvents(random: Random, clock: Clock): PlannedEvent[] {
  const events = Array.from({ length: eventCount }, (_, index) => planEvent(index, random, clock));
  return events.sort((a, b) => a.span.start_utc - b.span.start_utc);
}

function planEvent(index: number, random: Random, clock: Clock): PlannedEvent {
  const template = demoTemplates[index % demoTemplates.length] as DemoTemplate;
  const theme = template.themes[Math.floor(index / demoTemplates.length) % template.themes.length] as string;
  const venue = random.pick(demoVenues);
  const today = dayOf(clock.zones.toWall(clock.now, venue.zone));
  const day = onWeekday(addDays(today, distance(random)), template.weekday);
  return { template, theme, venue, span: spanOn(day, template, venue.zone, clock.zones) };
}

/** Days from today. */
function distance(random: Random): number {
  const share = random.next();
  const [from, to] = (distances.find(([limit]) => share < limit) as (typeof distances)[number])[1];
  return random.between(from, to);
}

/** The day itself or the next one that is such a weekday; 0 is Sunday. */
const onWeekday = (day: string, weekday: number | undefined): string =>
  weekday === undefined ? day : addDays(day, (weekday - weekdayOf(day) + 7) % 7);

type Timing = Pick<DemoTemplate, 'start' | 'minutes' | 'days'>;

export function spanOn(day: string, { start, minutes = 60, days = 1 }: Timing, zone: string, zones: Zones): EventTimes {
  const from = `${day} ${start ?? '00:00'}:00`;
  const allDay = start === undefined;
  const to = allDay ? `${addDays(day, days - 1)} 00:00:00` : formatUtc((parseWall(from) as number) + minutes * 60);
  const at = (wall: string) => ({ kind: 'wall' as const, wall, dateOnly: allDay });
  const span = toSpan(at(from), at(to), { zone, allDay, zones });
  if (typeof span === 'string') throw new RangeError(`The demo has an impossible time: ${from} to ${to}`);
  return span;
}
