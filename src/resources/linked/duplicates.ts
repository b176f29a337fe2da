import type { LinkedKind } from '../../store/schema.ts';
import type { Reader } from '../../store/store.ts';
import { shownStatus } from '../records/status.ts';
import type { CheckedValues } from './patch.ts';
import { linkedNamed } from './repository.ts';
import type { LinkedRecord } from './types.ts';

/**
 * The oldest record that is equal in every field sent and that `isUsable` accepts: a create answers it
 * unchanged instead of doubling it (D31, D24). Fields that were not sent do not count.
 */
export async function findTwin(
  db: Reader,
  kind: LinkedKind,
  values: CheckedValues,
  isUsable: (record: LinkedRecord) => boolean,
): Promise<LinkedRecord | undefined> {
  if (!values.name) return undefined;
  const named = await linkedNamed(db, kind, values.name);
  return named.find((record) => isUsable(record) && isEqual(record, values));
}

const compared: Record<string, (record: LinkedRecord) => unknown> = {
  author: (record) => record.author_id,
  status: (record) => shownStatus(record, record.published_at),
  show_map: (record) => record.show_map === 1,
  show_map_link: (record) => record.show_map_link === 1,
  publishedAt: (record) => record.published_at,
};

function isEqual(record: LinkedRecord, values: CheckedValues): boolean {
  return Object.entries(values).every(([name, value]) => {
    if (value === null || value === undefined) return true;
    const read = compared[name];
    return value === (read ? read(record) : (record as unknown as Record<string, unknown>)[name]);
  });
}
