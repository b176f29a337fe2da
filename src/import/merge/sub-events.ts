// Which events are parts of others, once all events are there: a source names parents by id, in any order.

import { isInLineage } from '../../resources/records/rows/lineage.ts';
import { chunksOf } from '../../resources/records/rows/rows.ts';
import type { MergeContext } from './context.ts';
import type { ReadyEvent } from './events.ts';
import { idsByKey, parentsOf } from './repository.ts';

export async function settleSubEvents({ db, upsert, reporter, memory }: MergeContext): Promise<void> {
  for (const some of chunksOf([...memory.subEvents])) {
    const before = await parentsOf(
      db,
      some.map(([id]) => id),
    );
    const known = await idsByKey(
      db,
      'events',
      some.flatMap(([, { parentKey }]) => parentKey || []),
    );
    for (const [id, { parentKey, subject }] of some) {
      const parent = parentKey === '' ? 0 : known.get(parentKey);
      if (parent === undefined)
        reporter.note(subject, 'is a part of an event that is not among the records', parentKey);
      if (parent === undefined || parent === id || parent === before.get(id)) continue;
      if (parent > 0 && (await isInLineage(db, 'events', parent, id))) {
        reporter.note(subject, 'is a part of an event that is a part of this one; left where it is', parentKey);
        continue;
      }
      await upsert.placeEvent(id, { post_parent: parent });
    }
  }
}

/** Its parent may come in later: what it is then is told at the end. */
export function noteParent({ memory }: MergeContext, { event: { parentKey }, subject }: ReadyEvent, id: number): void {
  if (parentKey !== undefined) memory.subEvents.set(id, { parentKey, subject });
}
