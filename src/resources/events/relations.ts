import { mayRead } from '../../core/roles.ts';
import type { Reader } from '../../store/store.ts';
import { linkedByEvents } from '../linked/repository-events.ts';
import type { LinkedRecord } from '../linked/types.ts';
import { imagesOf } from '../media/repository.ts';
import type { RecordScope } from '../records/scope.ts';
import { ownedOf } from '../records/status.ts';
import { termsByEvents } from '../terms/repository-events.ts';
import { categoryPaths } from '../terms/repository-tree.ts';
import { ownershipOfEvents } from './repository.ts';
import type { EventRecord, Relations, Withheld } from './types.ts';

/** Everything a page of events is linked to: one query per relation. Linked records that the viewer may not read are left out (D15). */
export async function loadRelations(
  db: Reader,
  events: readonly Pick<EventRecord, 'id' | 'post_parent' | 'image_id'>[],
  scope: RecordScope,
): Promise<Relations> {
  const eventIds = events.map((event) => event.id);
  const { terms, lost } = await termsByEvents(db, eventIds, scope.language, scope.now);
  const linked = new Map<number, LinkedRecord[]>();
  const withheld = new Map<number, Withheld[]>();
  for (const [eventId, links] of await linkedByEvents(db, eventIds, scope.language)) {
    const shown: LinkedRecord[] = [];
    const hidden: Withheld[] = [];
    for (const { id, record } of links) {
      const one = withheldFrom(scope, id, record);
      if (one) hidden.push(one);
      else if (record) shown.push(record);
    }
    linked.set(eventId, shown);
    if (hidden.length > 0) withheld.set(eventId, hidden);
  }
  const parents = new Set(
    [...terms.values()]
      .flat()
      .filter((term) => term.parent_id > 0)
      .map((term) => term.parent_id),
  );
  return {
    terms,
    lostTerms: lost,
    linked,
    categoryPaths: await categoryPaths(db, [...parents], scope.language),
    images: await imagesOf(db, [...events, ...[...linked.values()].flat()]),
    hiddenParents: await hiddenParents(db, events, scope),
    withheld,
  };
}

/** A venue or organizer that the viewer is not shown, as it may not be read or is not there; undefined for any other (D15). */
export function withheldFrom(
  { viewer, now }: RecordScope,
  id: number,
  record: LinkedRecord | undefined,
): Withheld | undefined {
  const owned = record && ownedOf(record, now);
  return owned && mayRead(viewer, owned) ? undefined : { id, isScheduled: owned?.status === 'future' };
}

/** A parent that is gone, in the trash or unreadable is shown to nobody who may not read it. */
export async function hiddenParents(
  db: Reader,
  events: readonly { post_parent: number }[],
  scope: RecordScope,
): Promise<Set<number>> {
  const ids = new Set(events.map((event) => event.post_parent).filter((id) => id > 0));
  const rows = await ownershipOfEvents(db, [...ids]);
  for (const row of rows) if (mayRead(scope.viewer, ownedOf(row, scope.now))) ids.delete(row.id);
  return ids;
}
