// The rows of events.
import { sql } from 'kysely';
import type { RelatedKind } from '../../core/kinds.ts';
import type { EventsTable } from '../../store/schema.ts';
import { statement } from '../../store/statement.ts';
import type { Reader, Writer } from '../../store/store.ts';
import { rowInserter } from '../records/rows/rows.ts';
import { readIn, textColumns, withTexts } from '../records/texts/localised-texts.ts';
import type { EventRecord } from './types.ts';

const eventRows = statement((db, { ids, language }: { ids: readonly number[]; language: string }) =>
  db
    .selectFrom('events as e')
    .innerJoin('record_texts as t', 't.record_id', 'e.id')
    .selectAll('e')
    .select(textColumns)
    .where('e.id', 'in', ids)
    .where(readIn(language)),
);

/** In the order of the ids; missing events are left out. */
export async function findEvents(db: Reader, ids: readonly number[], language: string): Promise<EventRecord[]> {
  if (ids.length === 0) return [];
  const events = withTexts(await eventRows(db, { ids, language }), language);
  return ids.flatMap((id) => events.get(id) ?? []);
}

export const findEvent = async (db: Reader, id: number, language: string): Promise<EventRecord | undefined> =>
  (await findEvents(db, [id], language))[0];

const eventRow = statement((db, { id }: { id: number }) => db.selectFrom('events').selectAll().where('id', '=', id));

/** The event's own row, for writing: without texts. */
export const findEventRow = async (db: Reader, id: number): Promise<EventsTable | undefined> =>
  (await eventRow(db, { id }))[0];

export const insertEventRows = rowInserter('events');

const updateRow = statement((db, { id, changes }: { id: number; changes: Partial<EventsTable> }) =>
  db.updateTable('events').set(changes).where('id', '=', id),
);

/** Pass changed columns only: every column that is set has its indexes written. */
export const updateEventRow = async (db: Writer, id: number, changes: Partial<EventsTable>): Promise<void> => {
  if (Object.keys(changes).length > 0) await updateRow(db, { id, changes });
};

/** Deletes an event permanently, with its links. Its sub-events stay, without a parent. */
export async function deleteEvent(db: Writer, id: number): Promise<void> {
  await db.deleteFrom('event_links').where('event_id', '=', id).execute();
  await db.deleteFrom('event_terms').where('event_id', '=', id).execute();
  await db
    .updateTable('events')
    .set({ post_parent: 0 })
    .where('post_parent', '=', id)
    // The condition of the partial index.
    .where('post_parent', '>', sql.lit(0))
    .execute();
  await db.deleteFrom('events').where('id', '=', id).execute();
}

const protectedEvents = statement((db) =>
  db.selectFrom('events').select('id').where('password_hash', 'is not', null).limit(1),
);

export const hasProtectedEvents = async (db: Reader): Promise<boolean> => (await protectedEvents(db, {})).length > 0;

const ownershipOfRelated = statement((db, { kind, ids }: { kind: RelatedKind; ids: readonly number[] }) =>
  db
    .selectFrom('linked_records')
    .select(['id', 'status', 'trashed_from', 'published_at', 'author_id'])
    .where('kind', '=', kind)
    .where('id', 'in', ids),
);

/** The columns of venues or organizers that decide who may read them. */
export const ownershipOf = async (db: Reader, kind: RelatedKind, ids: readonly number[]) =>
  ids.length === 0 ? [] : ownershipOfRelated(db, { kind, ids });

const ownershipOfIds = statement((db, { ids }: { ids: readonly number[] }) =>
  db.selectFrom('events').select(['id', 'status', 'trashed_from', 'published_at', 'author_id']).where('id', 'in', ids),
);

/** The same for events. */
export const ownershipOfEvents = async (db: Reader, ids: readonly number[]) =>
  ids.length === 0 ? [] : ownershipOfIds(db, { ids });
