// Queries of imports; those of the upsert are in resources/upsert.
import { chunksOf } from '../../resources/records/rows/rows.ts';
import { findMeta, putMeta } from '../../store/meta.ts';
import type { Reader, Writer } from '../../store/store.ts';

/** Ids of the events with these external ids. */
export async function idsByKey(db: Reader, keys: readonly string[]): Promise<Map<string, number>> {
  if (keys.length === 0) return new Map();
  const rows = await db.selectFrom('events').select(['id', 'external_id']).where('external_id', 'in', keys).execute();
  return new Map(rows.map(({ id, external_id }) => [external_id as string, id]));
}

/** Slugs in the original language of each record. */
export async function slugsOf(db: Reader, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('record_texts')
    .select(['record_id', 'slug'])
    .where('record_id', 'in', ids)
    .where('is_original', '=', 1)
    .execute();
  return new Map(rows.map(({ record_id, slug }) => [record_id, slug ?? '']));
}

export async function parentsOf(db: Reader, ids: readonly number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('events').select(['id', 'post_parent']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, post_parent }) => [id, post_parent]));
}

/** Times of the last change, by id. */
export async function modifiedTimes(db: Reader, ids: readonly number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map();
  const times = (table: 'events' | 'linked_records') =>
    db.selectFrom(table).select(['id', 'modified_at']).where('id', 'in', ids).execute();
  const rows = [...(await times('events')), ...(await times('linked_records'))];
  return new Map(rows.map(({ id, modified_at }) => [id, modified_at]));
}

/** Those of the records that are not public. Spreadsheets cannot contain them, so they stay linked. */
export async function notShownToAll(
  { db, now }: { db: Reader; now: number },
  ids: readonly number[],
): Promise<number[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('linked_records')
    .select('id')
    .where('id', 'in', ids)
    .where((eb) => eb.or([eb('status', '<>', 'publish'), eb('published_at', '>', now)]))
    .execute();
  return rows.map(({ id }) => id);
}

/** Imported sub-events of these events. */
export const importedSubEvents = (db: Reader, parentIds: readonly number[]) =>
  importedEvents(db, 'post_parent', parentIds);

export const eventsWithKeys = (db: Reader, keys: readonly string[]) => importedEvents(db, 'external_id', keys);

export type ImportedEvent = Awaited<ReturnType<typeof importedEvents>>[number];

/** Imported events that are not in the trash, with their titles. */
async function importedEvents(db: Reader, column: 'post_parent' | 'external_id', values: readonly (string | number)[]) {
  const found = await Array.fromAsync(chunksOf(values), (some) =>
    db
      .selectFrom('events as e')
      .innerJoin('record_texts as o', (join) => join.onRef('o.record_id', '=', 'e.id').on('o.is_original', '=', 1))
      .select(['e.id', 'e.post_parent', 'e.external_id', 'e.event_status', 'e.start_utc', 'e.end_utc', 'e.modified_at'])
      .select('o.title')
      .where(`e.${column}`, 'in', some)
      .where('e.external_id', 'is not', null)
      .where('e.status', '<>', 'trash')
      .orderBy('e.id')
      .execute(),
  );
  return found.flat();
}

const metaKey = (source: string) => `imported:${source}` as const;

/** Keys of the events that the last import of a source contained. */
export async function previousKeys(db: Reader, source: string): Promise<string[]> {
  const stored = await findMeta(db, metaKey(source));
  return stored === undefined ? [] : JSON.parse(stored);
}

/** A write would invalidate all cached responses, so an import that changes nothing makes none. */
export async function saveKeys(db: Writer, source: string, keys: readonly string[]): Promise<void> {
  const value = JSON.stringify(keys);
  const key = metaKey(source);
  if ((await findMeta(db, key)) !== value) await putMeta(db, key, value);
}
