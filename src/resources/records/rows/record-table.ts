// The tables of records: their rows, their ids, and the queries that are the same for all kinds.
import { type RawBuilder, type Selectable, sql } from 'kysely';
import { isTaxonomy, type LoggedKind, type RecordKind } from '../../../core/kinds.ts';
import { mapValues } from '../../../core/objects.ts';
import type { Database, PublicationColumns } from '../../../store/schema.ts';
import { statement } from '../../../store/statement.ts';
import type { Reader, Writer } from '../../../store/store.ts';
import { forgetSlugs } from '../former-slugs.ts';
import { deleteTexts } from '../texts/texts.ts';
import { rowInserter } from './rows.ts';

const tables = {
  event: 'events',
  venue: 'linked_records',
  organizer: 'linked_records',
  media: 'media',
  category: 'terms',
  tag: 'terms',
} as const satisfies Record<LoggedKind, keyof Database>;

export const tableOf = <Kind extends LoggedKind>(kind: Kind): (typeof tables)[Kind] => tables[kind];

/** The rows of a table, without their texts. */
export function rowsOf<Table extends 'events' | 'linked_records' | 'media' | 'terms'>(table: Table) {
  type Row = Selectable<Database[Table]>;
  const select = statement(
    (_db, { id }: { id: number }) => sql<Row>`select * from ${sql.table(table)} where id = ${id}`,
  );
  const update = statement((_db, { id, changes }: { id: number; changes: Readonly<Record<string, unknown>> }) => {
    const columns = Object.entries(changes).map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
    return sql<never>`update ${sql.table(table)} set ${sql.join(columns)} where id = ${id}`;
  });
  return {
    find: async (db: Reader, id: number): Promise<Row | undefined> => (await select(db, { id }))[0],
    insert: rowInserter(table),
    /** Pass changed columns only: every column that is set has its indexes updated. */
    async update(db: Writer, id: number, changes: Partial<Row>): Promise<void> {
      if (Object.keys(changes).length > 0) await update(db, { id, changes });
    },
  };
}

/** Records the time of a change that is not one of the row itself. */
export const touchRow = async (db: Writer, kind: LoggedKind, id: number, now: number): Promise<void> => {
  await sql`update ${sql.table(tableOf(kind))} set modified_at = ${now} where id = ${id}`.execute(db);
};

/** Deletes a record permanently, with its texts. What refers to it has been removed. */
export async function eraseRecord(db: Writer, kind: LoggedKind, id: number): Promise<void> {
  await sql`delete from ${sql.table(tableOf(kind))} where id = ${id}`.execute(db);
  await deleteTexts(db, kind, id);
  await forgetSlugs(db, kind, id);
  if (!isTaxonomy(kind)) await releaseRecordId(db, id);
}

/** The columns that decide who may read a record. Terms and images are public. */
export type Ownership = Pick<
  PublicationColumns,
  'id' | 'status' | 'trashed_from' | 'author_id' | 'published_at' | 'external_id'
>;

export function ownershipWhere(kind: LoggedKind, condition: RawBuilder<unknown>): RawBuilder<Ownership> {
  const ownership =
    isTaxonomy(kind) || kind === 'media'
      ? sql`'publish' as status, null as trashed_from, 0 as author_id, 0 as published_at`
      : sql`status, trashed_from, author_id, published_at`;
  const externalId = kind === 'media' ? sql`null as external_id` : sql`external_id`;
  const column = isTaxonomy(kind) ? 'taxonomy' : tableOf(kind) === 'linked_records' ? 'kind' : undefined;
  const ofKind = column ? sql`${sql.ref(column)} = ${sql.lit(kind)} and` : sql``;
  return sql`select id, ${ownership}, ${externalId} from ${sql.table(tableOf(kind))} where ${ofKind} ${condition}`;
}

const ownershipById = (kind: LoggedKind, ids: readonly number[]) => ownershipWhere(kind, sql`id in (${sql.join(ids)})`);

const compiled = mapValues(tables, (_table, kind) =>
  statement((_db, { ids }: { ids: readonly number[] }) => ownershipById(kind, ids)),
);
/** As on a page of a list. With hundreds, a plan of PostgreSQL for all values compares each row of the kind with each id. */
const maxCompiledIds = 50;

export async function ownershipOf(db: Reader, kind: LoggedKind, ids: readonly number[]): Promise<readonly Ownership[]> {
  if (ids.length === 0) return [];
  return ids.length <= maxCompiledIds ? compiled[kind](db, { ids }) : (await ownershipById(kind, ids).execute(db)).rows;
}

/** Column with the id of the parent, 0 for none. */
const parents = { events: 'post_parent', terms: 'parent_id' } as const;

/** Whether `above` is the row itself or one of its descendants, so that making it the parent would create a cycle. */
export async function isInLineage(
  db: Reader,
  table: keyof typeof parents,
  above: number,
  id: number,
): Promise<boolean> {
  const parent = sql.ref(`x.${parents[table]}`);
  const { rows } = await sql<{ id: number }>`
    with recursive up (id) as (
      select cast(${above} as bigint)
      union
      select ${parent} from ${sql.table(table)} x join up on x.id = up.id where ${parent} > 0)
    select id from up where id = ${id} limit 1`.execute(db);
  return rows.length > 0;
}

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

const releaseRecordId = async (db: Writer, id: number): Promise<void> => {
  await db.deleteFrom('record_ids').where('id', '=', id).execute();
};

export async function idsInUse(db: Reader, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const rows = await db.selectFrom('record_ids').select('id').where('id', 'in', ids).execute();
  return new Set(rows.map(({ id }) => id));
}

async function highestRecordId(db: Reader): Promise<number> {
  const { highest } = await db
    .selectFrom('record_ids')
    .select((eb) => eb.fn.max('id').as('highest'))
    .executeTakeFirstOrThrow();
  return highest ?? 0;
}

/** The id for a new record of an import, above all that its source has. Undefined if the next one is. */
export async function idAbove(db: Reader, highestRequested: number): Promise<number | undefined> {
  const requested = Math.min(highestRequested, maxImportedId);
  return requested > (await highestRecordId(db)) ? requested + 1 : undefined;
}

export async function hasContent(db: Reader): Promise<boolean> {
  const record = await db.selectFrom('record_ids').select('id').limit(1).executeTakeFirst();
  const term = await db.selectFrom('terms').select('id').limit(1).executeTakeFirst();
  return (record ?? term) !== undefined;
}
