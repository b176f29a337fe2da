// Rows that relate events to terms, venues and organizers.
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { EventsTable, Flag } from '../../../store/schema.ts';
import type { Writer } from '../../../store/store.ts';

/** Rows deleted by one statement: SQLite takes some 10 ms for so many, and blocks other requests meanwhile. */
const pieceSize = 1000;

interface Place {
  start_utc: number;
  event_id: number;
}

/**
 * Takes a term, a venue or an organizer off all its events, in pieces along the index. Each piece begins after the last:
 * PostgreSQL still scans rows that the transaction has deleted.
 */
export async function unrelateEvents(db: Writer, table: 'event_terms' | 'event_links', id: number): Promise<void> {
  const member = sql.ref(table === 'event_terms' ? 'term_id' : 'record_id');
  for (let last: Place | undefined; ; ) {
    const further = last ? sql`and (start_utc, event_id) > (${last.start_utc}, ${last.event_id})` : sql``;
    const left = sql`from ${sql.table(table)} where ${member} = ${id} ${further}`;
    const { rows } = await sql<Place>`select start_utc, event_id ${left}
      order by start_utc, event_id limit 1 offset ${pieceSize - 1}`.execute(db);
    last = rows[0];
    const piece = last ? sql`and (start_utc, event_id) <= (${last.start_utc}, ${last.event_id})` : sql``;
    await sql`delete ${left} ${piece}`.execute(db);
    if (!last) return;
    // Other requests are answered in between.
    await setImmediate();
  }
}

type Known = Pick<EventsTable, 'start_utc' | 'end_utc' | 'published_at' | 'status' | 'hide_from_listings'>;

/** The event, as far as its links and terms repeat it. */
export type RelatedEvent = Pick<EventsTable, 'id'> & Known;

/**
 * Columns of the event that its links and terms repeat. Triggers would fill them in, too, but would then move each new
 * row to another place of every index.
 */
export const knownOf = ({ start_utc, end_utc, published_at, status, hide_from_listings }: Known) => ({
  start_utc,
  end_utc,
  published_at,
  listed: (status === 'publish' && hide_from_listings === 0 ? 1 : 0) as Flag,
});
