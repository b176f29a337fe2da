// Events that an earlier import brought and that their source has no longer.
import { chunksOf } from '../../resources/records/rows/rows.ts';
import { findMeta, putMeta } from '../../store/meta.ts';

import type { Reader, Writer } from '../../store/store.ts';

/** Sub-events of these events that an import made, with what they are called at their source. */
export async function importedSubEvents(db: Reader, parentIds: readonly number[]) {
  const found = [];
  for (const some of chunksOf(parentIds)) {
    found.push(
      ...(await db
        .selectFrom('events as e')
        .innerJoin('record_texts as o', (join) => join.onRef('o.record_id', '=', 'e.id').on('o.is_original', '=', 1))
        .select(['e.id', 'e.post_parent', 'e.external_id', 'e.start_utc', 'e.modified_at', 'o.title'])
        .where('e.post_parent', 'in', some)
        .where('e.external_id', 'is not', null)
        .where('e.status', '<>', 'trash')
        .execute()),
    );
  }
  return found;
}

export async function eventsWithKeys(db: Reader, keys: readonly string[]) {
  const found = [];
  for (const some of chunksOf(keys)) {
    found.push(
      ...(await db
        .selectFrom('events as e')
        .innerJoin('record_texts as o', (join) => join.onRef('o.record_id', '=', 'e.id').on('o.is_original', '=', 1))
        .select(['e.id', 'o.title'])
        .where('e.external_id', 'in', some)
        .where('e.status', '<>', 'trash')
        .execute()),
    );
  }
  return found;
}

const metaKey = (source: string) => `imported:${source}` as const;

/** Keys of the events that the last import of a source brought. */
export async function lastKeys(db: Reader, source: string): Promise<string[]> {
  const kept = await findMeta(db, metaKey(source));
  return kept === undefined ? [] : JSON.parse(kept);
}

export async function keepKeys(db: Writer, source: string, keys: readonly string[]): Promise<void> {
  const value = JSON.stringify(keys);
  const key = metaKey(source);
  if ((await findMeta(db, key)) !== value) await putMeta(db, key, value);
}
