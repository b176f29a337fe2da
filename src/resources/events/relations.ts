import { mayRead } from '../../core/roles.ts';
import type { Reader } from '../../store/store.ts';
import { linkedByEvents } from '../linked/repository.ts';
import type { LinkedScope } from '../linked/service.ts';
import type { LinkedRecord } from '../linked/types.ts';
import { imagesOf } from '../media/repository.ts';
import { ownedOf } from '../records/status.ts';
import { categoryPaths } from '../terms/repository.ts';
import { termsByEvents } from '../terms/repository-events.ts';
import { ownershipOfEvents } from './repository.ts';
import type { EventRecord, Relations } from './types.ts';

/** Everything a page of events is linked to: one query per relation. Linked records that the viewer may not read are left out (D15). */
export async function loadRelations(
  db: Reader,
  events: readonly Pick<EventRecord, 'id' | 'post_parent' | 'image_id'>[],
  scope: LinkedScope,
): Promise<Relations> {
  const eventIds = events.map((event) => event.id);
  const terms = await termsByEvents(db, eventIds, scope.language, scope.now);
  const linked = new Map<number, LinkedRecord[]>();
  const withheld = new Set<number>();
  for (const [id, rows] of await linkedByEvents(db, eventIds, scope.language)) {
    const readable = rows.filter((row) => row !== undefined && mayRead(scope.viewer, ownedOf(row, scope.now)));
    linked.set(id, readable as LinkedRecord[]);
    if (readable.length < rows.length) withheld.add(id);
  }
  const parents = new Set(
    [...terms.values()]
      .flat()
      .filter((term) => term.parent_id > 0)
      .map((term) => term.parent_id),
  );
  return {
    terms,
    linked,
    categoryPaths: await categoryPaths(db, [...parents]),
    images: await imagesOf(db, [...events, ...[...linked.values()].flat()]),
    hiddenParents: await hiddenParents(db, events, scope),
    withheld,
  };
}

/** A parent that is gone, in the trash or unreadable is shown to nobody who may not read it. */
async function hiddenParents(
  db: Reader,
  events: readonly { post_parent: number }[],
  scope: LinkedScope,
): Promise<Set<number>> {
  const ids = new Set(events.map((event) => event.post_parent).filter((id) => id > 0));
  const rows = await ownershipOfEvents(db, [...ids]);
  for (const row of rows) if (mayRead(scope.viewer, ownedOf(row, scope.now))) ids.delete(row.id);
  return ids;
}
