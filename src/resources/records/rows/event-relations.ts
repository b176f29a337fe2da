// Rows that relate events to terms, venues and organizers.
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
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
