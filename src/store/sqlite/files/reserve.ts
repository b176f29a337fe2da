// Reserves disk space, so that the service can start on a full disk: SQLite needs 32 KB for the -shm file even to read.
import { randomBytes } from 'node:crypto';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import type { Store } from '../../store.ts';
import { primaryCodeOf } from '../errors.ts';

/** Size of the -shm file for an empty log, which a stopped service leaves. */
const reservedBytes = 32 * 1024;

/** Opens the database, giving up the reserve if the disk is full. */
export function openWithReserve(path: string, open: () => Store): Store {
  const reserve = `${path}-reserve`;
  const store = openGivingUp(reserve, open);
  const { close } = store;
  ensure(reserve);
  return Object.assign(store, {
    async close() {
      await close();
      // The -shm file was deleted with the last connection, so there is space again.
      ensure(reserve);
    },
  });
}

function openGivingUp(reserve: string, open: () => Store): Store {
  try {
    return open();
  } catch (error) {
    if (primaryCodeOf(error) !== 'SQLITE_FULL' || !existsSync(reserve)) throw error;
    rmSync(reserve);
    return open();
  }
}

/** Failures do not matter: the calendar works without a reserve. */
function ensure(reserve: string): void {
  try {
    // Random, so that no file system can compress it.
    if (!existsSync(reserve)) writeFileSync(reserve, randomBytes(reservedBytes), { mode: 0o600 });
  } catch {
    rmSync(reserve, { force: true });
  }
}
