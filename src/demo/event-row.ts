// What all events of the demonstration start from.
import { secondsPerDay } from '../core/dates/civil.ts';
import type { Span } from '../core/dates/event-span.ts';
import type { TextRow } from '../resources/records/bulk-rows.ts';
import { spanColumns } from '../resources/records/event-times.ts';
import type { EventsTable } from '../store/schema.ts';
import type { Clock } from './plan.ts';
import type { Random } from './random.ts';

/** An event whose venue, organizers and terms are named by their keys. */
export interface DemoEvent {
  /** Of an event with sub-events. */
  key?: string | undefined;
  /** Key of the event that it is a sub-event of. */
  parent?: string | undefined;
  row: Omit<EventsTable, 'id'>;
  /** Their slugs are still to be made. */
  texts: readonly Omit<TextRow, 'slug'>[];
  venue: string | undefined;
  organizers: readonly string[];
  categories: readonly string[];
  tags: readonly string[];
}

/** Of the demonstration's templates. */
export const language = 'en';

export interface EventOptions extends Clock {
  random: Random;
  authorId: number;
}

export function emptyRow(
  span: Span,
  timezone: string,
  { now, random, authorId }: EventOptions,
): Omit<EventsTable, 'id'> {
  const written = Math.min(now, span.startUtc) - random.between(3600, 40 * secondsPerDay);
  return {
    status: 'publish',
    trashed_from: null,
    author_id: authorId,
    published_at: written,
    modified_at: written + Math.floor(random.next() * (now - written)),
    language,
    external_id: null,
    ...spanColumns(span),
    timezone,
    all_day: 0,
    cost: '',
    show_map: 1,
    show_map_link: 1,
    hide_from_listings: 0,
    sticky: 0,
    featured: 0,
    password_hash: null,
    post_parent: 0,
    image_id: null,
    tickets: '[]',
  };
}
