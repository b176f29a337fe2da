// Allocates ids for imported records.
import type { RecordKind } from '../../core/kinds.ts';
import type { Writer } from '../../store/store.ts';
import { allocateRecordIds, idAbove, idsInUse, maxImportedId, newRecordId } from '../records/rows/record-table.ts';

export type IdSpace = ReturnType<typeof createIdSpace>;

/** New ids are higher than every id of the sources, so that they take none from a record that comes later. */
export function createIdSpace(db: Writer, highestRequested: number) {
  let isRaised = false;

  async function newId(kind: RecordKind): Promise<number> {
    if (isRaised) return newRecordId(db, kind);
    isRaised = true;
    return newRecordId(db, kind, await idAbove(db, highestRequested));
  }

  return {
    /** Gives records the ids of their source if those are free, else new ones. */
    async take(kind: RecordKind, requested: readonly (number | undefined)[]): Promise<number[]> {
      const wanted = requested.filter((id) => id !== undefined);
      const taken = await idsInUse(db, wanted);
      const granted = requested.map((id) => {
        if (id === undefined || id > maxImportedId || taken.has(id)) return undefined;
        taken.add(id);
        return id;
      });
      const records = granted.flatMap((id) => (id === undefined ? [] : [{ id, kind }]));
      await allocateRecordIds(db, records);
      return Array.fromAsync(granted, (id) => id ?? newId(kind));
    },
  };
}
