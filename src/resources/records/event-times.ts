// Columns for the start and end of an event.
import type { Span } from '../../core/dates/event-span.ts';
import type { EventsTable } from '../../store/schema.ts';

export type EventTimes = Pick<
  EventsTable,
  'start_wall' | 'end_wall' | 'timezone' | 'start_utc' | 'end_utc' | 'all_day'
>;

export const spanColumns = ({ startWall, endWall, startUtc, endUtc }: Span) => ({
  start_wall: startWall,
  end_wall: endWall,
  start_utc: startUtc,
  end_utc: endUtc,
});
