// Allocates ids: events, venues, organizers and images share one id space.
import type { RecordKind } from '../../../core/kinds.ts';
import { statement } from '../../../store/statement.ts';
import type { Reader, Writer } from '../../../store/store.ts';
import { rowInserter } from './rows.ts';

/** Largest id that is taken over from a source: other servers store ids as 32-bit integers. */
export const maxImportedId = 2_147_483_647;

const insertId = statement((db, { row }: { row: { kind: RecordKind; id?: number } }) =>
  db.insertInto('record_ids').values(row).returning('id'),
);

/** Allocates a new id, or the requested one, which must be free. */
export async function newRecordId(db: Writer, kind: RecordKind, requested?: number): Promise<number> {
  const [row] = await insertId(db, { row: requested === undefined ? { kind } : { kind, id: requested } });
  return (row as { id: number }).id;
}

const insertIds = rowInserter('record_ids');

/** Allocates the given ids, all of which must be free. */
export const allocateRecordIds = (db: Writer, records: readonly { id: number; kind: RecordKind }[]): Promise<void> =>
  insertIds(
    db,
    records.map(({ id, kind }) => ({ id, kind })),
  );

export const releaseRecordId = async (db: Writer, id: number): Promise<void> => {
  await db.deleteFrom('record_ids').where('id', '=', id).execute();
};

/** The ids among these that are in use. */
export async function idsInUse(db: Reader, ids: readonly number[]): Promise<Set<number>> {
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

/** Whether the calendar has any records or terms. */
export async function hasContent(db: Reader): Promise<boolean> {
  const record = await db.selectFrom('record_ids').select('id').limit(1).executeTakeFirst();
  const term = await db.selectFrom('terms').select('id').limit(1).executeTakeFirst();
  return (record ?? term) !== undefined;
}
