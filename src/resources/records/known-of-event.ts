import type { EventsTable, Flag } from '../../store/schema.ts';

type Known = Pick<EventsTable, 'start_utc' | 'end_utc' | 'published_at' | 'status' | 'hide_from_listings'>;

/** What links and terms of an event are written with. */
export type RelatedEvent = Pick<EventsTable, 'id'> & Known;

/**
 * What links and terms know of their event. The engine would fill it in, too: rows that come with it need not be moved
 * to another place of each index.
 */
export const knownOf = ({ start_utc, end_utc, published_at, status, hide_from_listings }: Known) => ({
  start_utc,
  end_utc,
  published_at,
  listed: (status === 'publish' && hide_from_listings === 0 ? 1 : 0) as Flag,
});
