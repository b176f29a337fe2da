// Rows that relate events to terms, venues and organizers, with the event columns they copy for their indexes.
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { EventsTable, Flag } from '../../../store/schema.ts';
import type { Writer } from '../../../store/store.ts';

/** Rows deleted per statement; SQLite takes some 10 ms for them, during which the event loop is blocked. */
const batchSize = 1000;

interface Place {
  start_utc: number;
  event_id: number;
}

/**
 * Removes a term, venue or organizer from all its events, in batches along the index. Each batch starts after the previous
 * one, because PostgreSQL would scan the dead rows again.
 */
export async function unrelateEvents(db: Writer, table: 'event_terms' | 'event_links', id: number): Promise<void> {
  const member = sql.ref(table === 'event_terms' ? 'term_id' : 'record_id');
  for (let last: Place | undefined; ; ) {
    const afterLast = last ? sql`and (start_utc, event_id) > (${last.start_utc}, ${last.event_id})` : sql``;
    const rest = sql`from ${sql.table(table)} where ${member} = ${id} ${afterLast}`;
    const { rows } = await sql<Place>`select start_utc, event_id ${rest}
      order by start_utc, event_id limit 1 offset ${batchSize - 1}`.execute(db);
    last = rows[0];
    const batch = last ? sql`and (start_utc, event_id) <= (${last.start_utc}, ${last.event_id})` : sql``;
    await sql`delete ${rest} ${batch}`.execute(db);
    if (!last) return;
    // Yields to other requests between batches.
    await setImmediate();
  }
}

type CopiedColumns = Pick<EventsTable, 'start_utc' | 'end_utc' | 'published_at' | 'status' | 'hide_from_listings'>;

/** The part of an event that its links and terms copy. */
export type RelatedEvent = Pick<EventsTable, 'id'> & CopiedColumns;

/**
 * Columns of the event that its links and terms copy. Triggers would fill them in as well, but then each new row would move
 * within every index.
 */
export const copiedColumns = ({ start_utc, end_utc, published_at, status, hide_from_listings }: CopiedColumns) => ({
  start_utc,
  end_utc,
  published_at,
  listed: (status === 'publish' && hide_from_listings === 0 ? 1 : 0) as Flag,
});
