// Events, venues, organizers and images share one space of ids.
import type { RecordKind } from '../../../core/kinds.ts';
import { statement } from '../../../store/statement.ts';
import type { Reader, Writer } from '../../../store/store.ts';
import { rowInserter } from './rows.ts';

const insertId = statement((db, { row }: { row: { kind: RecordKind; id?: number } }) =>
  db.insertInto('record_ids').values(row).returning('id'),
);

/** A new id, or the given one, which has to be free. */
export async function newRecordId(db: Writer, kind: RecordKind, wanted?: number): Promise<number> {
  const [row] = await insertId(db, { row: wanted === undefined ? { kind } : { kind, id: wanted } });
  return (row as { id: number }).id;
}

const insertIds = rowInserter('record_ids');

/** Takes these ids, all of which have to be free. */
export const takeRecordIds = (db: Writer, records: readonly { id: number; kind: RecordKind }[]): Promise<void> =>
  insertIds(
    db,
    records.map(({ id, kind }) => ({ id, kind })),
  );

export const releaseRecordId = async (db: Writer, id: number): Promise<void> => {
  await db.deleteFrom('record_ids').where('id', '=', id).execute();
};

/** Which of the ids are taken. */
export async function takenIds(db: Reader, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const rows = await db.selectFrom('record_ids').select('id').where('id', 'in', ids).execute();
  return new Set(rows.map(({ id }) => id));
}

export async function highestRecordId(db: Reader): Promise<number> {
  const { highest } = await db
    .selectFrom('record_ids')
    .select((eb) => eb.fn.max('id').as('highest'))
    .executeTakeFirstOrThrow();
  return highest ?? 0;
}

/** Users alone do not make a calendar. */
export async function hasContent(db: Reader): Promise<boolean> {
  const record = await db.selectFrom('record_ids').select('id').limit(1).executeTakeFirst();
  const term = await db.selectFrom('terms').select('id').limit(1).executeTakeFirst();
  return (record ?? term) !== undefined;
}
