// Related records of events, as far as the caller may see them (D15).
import { mayRead } from '../../core/roles.ts';
import type { Reader } from '../../store/store.ts';
import { imagesOf } from '../media/repository.ts';
import { ownershipOf } from '../records/rows/record-table.ts';
import type { RecordScope } from '../records/scope.ts';
import { ownedOf } from '../records/status.ts';
import { findRelatedOfBothKinds, linkIdsByEvents } from '../related/repository-events.ts';
import type { RelatedRecord } from '../related/types.ts';
import { termsByEvents } from '../terms/repository-events.ts';
import { categoryPaths } from '../terms/repository-tree.ts';
import type { EventRecord, HiddenRelation, Relations } from './types.ts';

/**
 * All relations of a page of events, with a query for each kind, never one per event. Records that the caller may not read are
 * left out. `addSize` may refuse texts that are too large together.
 */
export async function loadRelations(
  db: Reader,
  events: readonly Pick<EventRecord, 'id' | 'post_parent' | 'image_id'>[],
  scope: RecordScope,
  addSize?: (bytes: number) => void,
): Promise<Relations> {
  const eventIds = events.map((event) => event.id);
  const { terms, dangling } = await termsByEvents(db, eventIds, scope.language, scope.now);
  const related = new Map<number, RelatedRecord[]>();
  const hiddenRelations = new Map<number, HiddenRelation[]>();
  const linkIds = await linkIdsByEvents(db, eventIds);
  const records = await findRelatedOfBothKinds(
    db,
    [...new Set([...linkIds.values()].flat())],
    scope.language,
    sizeCheck(scope, addSize),
  );
  for (const [eventId, ids] of linkIds) {
    const visible: RelatedRecord[] = [];
    const hidden: HiddenRelation[] = [];
    for (const id of ids) {
      const record = records.get(id);
      const one = hiddenFrom(scope, id, record);
      if (one) hidden.push(one);
      else if (record) visible.push(record);
    }
    related.set(eventId, visible);
    if (hidden.length > 0) hiddenRelations.set(eventId, hidden);
  }
  const parents = new Set(
    [...terms.values()]
      .flat()
      .filter((term) => term.parent_id > 0)
      .map((term) => term.parent_id),
  );
  return {
    terms,
    danglingTerms: dangling,
    related,
    categoryPaths: await categoryPaths(db, [...parents], scope.language),
    images: await imagesOf(db, [...events, ...[...related.values()].flat()]),
    hiddenParents: await hiddenParents(db, events, scope),
    hiddenRelations,
  };
}

/** Adds the size of the longest text of each record that the caller may read. */
export const sizeCheck =
  (scope: RecordScope, addSize: ((bytes: number) => void) | undefined) =>
  (record: RelatedRecord): void => {
    if (addSize && !hiddenFrom(scope, record.id, record)) addSize(Buffer.byteLength(record.description));
  };

/** The relation, if the caller may not read its venue or organizer or that does not exist; otherwise `undefined`. */
export function hiddenFrom(
  { caller, now }: RecordScope,
  id: number,
  record: RelatedRecord | undefined,
): HiddenRelation | undefined {
  const owned = record && ownedOf(record, now);
  return owned && mayRead(caller, owned) ? undefined : { id, isScheduled: owned?.status === 'future' };
}

/** Ids of parents that do not exist or that the caller may not read. */
export async function hiddenParents(
  db: Reader,
  events: readonly { post_parent: number }[],
  scope: RecordScope,
): Promise<Set<number>> {
  const ids = new Set(events.map((event) => event.post_parent).filter((id) => id > 0));
  const rows = await ownershipOf(db, 'event', [...ids]);
  for (const row of rows) if (mayRead(scope.caller, ownedOf(row, scope.now))) ids.delete(row.id);
  return ids;
}
