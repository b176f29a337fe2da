// Which events take place on which day.
import { addDays } from '../../../core/dates/civil.ts';
import type { Occurrence } from './repository.ts';

export interface DayOfEvents {
  date: string;
  /** What starts on the day comes before what goes on. */
  ids: number[];
  total: number;
}

interface Day extends DayOfEvents {
  goingOn: number[];
}

interface Days {
  dates: readonly string[];
  /** When each of them starts, in UTC seconds. */
  starts: readonly number[];
}

/** The first few of each day, and how many there are. */
export function groupByDay(found: readonly Occurrence[], { dates, starts }: Days, perDay: number): DayOfEvents[] {
  const days = dates.map((date): Day => ({ date, ids: [], goingOn: [], total: 0 }));
  const count = (day: Day, list: 'ids' | 'goingOn', id: number): void => {
    day.total += 1;
    if (day[list].length < perDay) day[list].push(id);
  };
  let current = 0;
  for (const { id, start_utc, walls } of found) {
    while (current + 1 < days.length && start_utc >= (starts[current + 1] as number)) current += 1;
    if (walls === null) {
      count(days[current] as Day, 'ids', id);
      continue;
    }
    const [first, last] = daysOf(walls);
    for (const day of days)
      if (day.date >= first && day.date <= last) count(day, day.date === first ? 'ids' : 'goingOn', id);
  }
  return days.map(({ date, ids, goingOn, total }) => ({ date, total, ids: [...ids, ...goingOn].slice(0, perDay) }));
}

/** An end at midnight is that of the day before. */
function daysOf(walls: string): [string, string] {
  const [start, end] = [walls.slice(0, 10), walls.slice(20, 30)];
  return [start, end > start && walls.endsWith(' 00:00:00') ? addDays(end, -1) : end];
}
