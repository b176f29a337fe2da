import { existsSync, rmSync } from 'node:fs';
import BetterSqlite3 from 'better-sqlite3';
import { errorCodeOf } from '../../../core/errors.ts';

/**
 * Locks a file until the returned function is called or the process ends, when the operating system releases the lock.
 * Returns `undefined` if the file is locked.
 */
export function lockFile(path: string): (() => void) | undefined {
  for (;;) {
    const lock = new BetterSqlite3(path, { timeout: 0 });
    try {
      lock.exec('begin exclusive');
    } catch (error) {
      lock.close();
      if (errorCodeOf(error) === 'SQLITE_BUSY') return undefined;
      if (errorCodeOf(error) !== 'SQLITE_NOTADB') throw error;
      rmSync(path, { force: true });
      continue;
    }
    // The previous holder may have removed the file after it was opened here.
    if (existsSync(path)) return () => unlock(lock, path);
    lock.close();
  }
}

function unlock(lock: BetterSqlite3.Database, path: string): void {
  rmSync(path, { force: true });
  lock.close();
}
