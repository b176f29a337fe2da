import type { RecordKind } from '../../core/kinds.ts';
import type { Writer } from '../../store/store.ts';
import { highestRecordId, newRecordId, takenIds, takeRecordIds } from '../records/rows/record-ids.ts';

/** Gives records the ids of their source if those are free, else new ones. */
export interface IdSpace {
  take(kind: RecordKind, wanted: readonly (number | undefined)[]): Promise<number[]>;
}

/** Largest id taken over from a source: within what other servers of the interface can store. */
export const maxKeptId = 2_147_483_647;

/** New ids are higher than every id of the sources, so that they take none from a record that comes later. */
export function createIdSpace(db: Writer, highestWanted: number): IdSpace {
  let isRaised = false;

  async function newId(kind: RecordKind): Promise<number> {
    if (isRaised) return newRecordId(db, kind);
    isRaised = true;
    const highest = await highestRecordId(db);
    const wanted = Math.min(highestWanted, maxKeptId);
    return wanted > highest ? newRecordId(db, kind, wanted + 1) : newRecordId(db, kind);
  }

  return {
    async take(kind, wanted) {
      const taken = await takenIds(
        db,
        wanted.filter((id) => id !== undefined),
      );
      const kept = wanted.map((id) => {
        if (id === undefined || id > maxKeptId || taken.has(id)) return undefined;
        taken.add(id);
        return id;
      });
      await takeRecordIds(
        db,
        kept.flatMap((id) => (id === undefined ? [] : [{ id, kind }])),
      );
      const ids: number[] = [];
      for (const id of kept) ids.push(id ?? (await newId(kind)));
      return ids;
    },
  };
}
