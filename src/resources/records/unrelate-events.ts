// Takes a term, a venue or an organizer off all events that have it.
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Writer } from '../../store/store.ts';

/** At once: SQLite takes some 10 ms for so many, and answers nobody meanwhile. */
const pieceSize = 1000;

interface Place {
  start_utc: number;
  event_id: number;
}

/**
 * Piece by piece in the order of the index, as everything may have it. Each piece begins after the last: what a
 * transaction has deleted is still passed by PostgreSQL.
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
    // Others are answered in between.
    await setImmediate();
  }
}
