import { secondsPerDay } from '../core/dates/civil.ts';
import type { DemoEvent } from './event-row.ts';
import type { Clock } from './plan.ts';

/** Every status and switch occurs, on events far enough from today not to empty the first page. */
export function withVariety(events: readonly DemoEvent[], { now }: Pick<Clock, 'now'>): DemoEvent[] {
  const soon = events.findIndex(({ row }) => row.start_utc > now);
  const later = events.findIndex(({ row }) => row.start_utc > now + 30 * secondsPerDay);
  const changes = new Map<number, Partial<DemoEvent['row']>>([
    [soon + 1, { sticky: 1 }],
    [soon + 20, { sticky: 1, featured: 1 }],
    [soon + 24, { hide_from_listings: 1 }],
    [later, { status: 'draft' }],
    [later + 2, { status: 'pending' }],
    [later + 4, { status: 'private' }],
    [later + 6, { published_at: now + 2 * secondsPerDay }],
    [later + 8, { published_at: now + 9 * secondsPerDay }],
    [later + 10, { status: 'draft' }],
    [0, { status: 'trash', trashed_from: 'publish' }],
  ]);
  return events.map((event, index) => {
    const featured = index % 15 === 7 ? { featured: 1 as const } : {};
    return { ...event, row: { ...event.row, ...featured, ...changes.get(index) } };
  });
}
