// Groups events by the days on which they take place.
import { addDays } from '../../../core/dates/civil.ts';
import type { Occurrence } from './repository.ts';

interface Day {
  date: string;
  ids: number[];
  continuing: number[];
  total: number;
}

/**
 * The first `perDay` events of each day, and the number of all. `starts` are the starts of the days in UTC seconds. Events
 * that start on a day come before those that continue from earlier days.
 */
export function groupByDay(
  occurrences: readonly Occurrence[],
  dates: readonly string[],
  starts: readonly number[],
  perDay: number,
) {
  const days = dates.map((date): Day => ({ date, ids: [], continuing: [], total: 0 }));
  const count = (day: Day, list: 'ids' | 'continuing', id: number): void => {
    day.total += 1;
    if (day[list].length < perDay) day[list].push(id);
  };
  let current = 0;
  for (const { id, start_utc, walls } of occurrences) {
    while (current + 1 < days.length && start_utc >= (starts[current + 1] as number)) current += 1;
    if (walls === null) {
      count(days[current] as Day, 'ids', id);
      continue;
    }
    const [first, last] = daysOf(walls);
    for (const day of days)
      if (day.date >= first && day.date <= last) count(day, day.date === first ? 'ids' : 'continuing', id);
  }
  return days.map(({ date, ids, continuing, total }) => ({
    date,
    total,
    ids: [...ids, ...continuing].slice(0, perDay),
  }));
}

/** First and last day; an event that ends at midnight does not extend to that day. */
function daysOf(walls: string): [string, string] {
  const [start, end] = [walls.slice(0, 10), walls.slice(20, 30)];
  return [start, end > start && walls.endsWith(' 00:00:00') ? addDays(end, -1) : end];
}
