// Room on the disk for a start that finds no other: before the engine reads anything of a calendar, it makes an index
// of its log, and without that nobody could be served until somebody has made room.
import { randomBytes } from 'node:crypto';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import type { Store } from '../../store.ts';
import { primaryCodeOf } from '../errors.ts';

/** As much as the index takes of a log that is empty, as a service leaves it when it ends. */
const reservedBytes = 32 * 1024;

/** Opens the database, in the place of the reserve where the disk is full. */
export function openWithReserve(path: string, open: () => Store): Store {
  const reserve = `${path}-reserve`;
  const store = openInPlaceOf(reserve, open);
  const { close } = store;
  keep(reserve);
  return Object.assign(store, {
    async close() {
      await close();
      // The index has gone with the last connection, and has left its room.
      keep(reserve);
    },
  });
}

function openInPlaceOf(reserve: string, open: () => Store): Store {
  try {
    return open();
  } catch (error) {
    if (primaryCodeOf(error) !== 'SQLITE_FULL' || !existsSync(reserve)) throw error;
    rmSync(reserve);
    return open();
  }
}

/** Without one the calendar is served as well. */
function keep(reserve: string): void {
  try {
    // Nothing that a file system could make smaller.
    if (!existsSync(reserve)) writeFileSync(reserve, randomBytes(reservedBytes), { mode: 0o600 });
  } catch {
    rmSync(reserve, { force: true });
  }
}
