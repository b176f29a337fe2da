// The rows of events.
import { sql } from 'kysely';
import { statement } from '../../store/statement.ts';
import type { Reader, Writer } from '../../store/store.ts';
import { rowsOf } from '../records/rows/record-table.ts';
import { recordReader } from '../records/texts/localised-texts.ts';
import type { EventRecord } from './types.ts';

export const findEvents = recordReader('events');

export const findEvent = async (db: Reader, id: number, language: string): Promise<EventRecord | undefined> =>
  (await findEvents(db, [id], language))[0];

export const eventRows = rowsOf('events');

/** Removes the relations of an event. Its sub-events stay, without a parent, which is a change of them; returns their ids. */
export async function unrelateEvent(db: Writer, id: number, now: number): Promise<number[]> {
  await db.deleteFrom('event_links').where('event_id', '=', id).execute();
  await db.deleteFrom('event_terms').where('event_id', '=', id).execute();
  const children = await db
    .updateTable('events')
    .set({ post_parent: 0, modified_at: now })
    .where('post_parent', '=', id)
    // The condition of the partial index.
    .where('post_parent', '>', sql.lit(0))
    .returning('id')
    .execute();
  return children.map((child) => child.id);
}

const protectedEvents = statement((db) =>
  db.selectFrom('events').select('id').where('password_hash', 'is not', null).limit(1),
);

export const hasProtectedEvents = async (db: Reader): Promise<boolean> => (await protectedEvents(db, {})).length > 0;
