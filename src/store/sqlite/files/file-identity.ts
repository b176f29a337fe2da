import { accessSync, constants, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { attempt } from '../../../core/errors.ts';
import { StoreUnavailable } from '../../unavailable.ts';

const suffixes = ['', '-wal', '-shm'] as const;

export type FileIdentity = ReturnType<typeof watchFileIdentity>;

/**
 * Call this when the database is open. Detects that its files were removed or replaced, which the engine does not
 * notice: writes to a deleted file would be lost.
 */
export function watchFileIdentity(path: string) {
  const opened = suffixes.map((suffix) => ({ name: `${path}${suffix}`, inode: inodeOf(`${path}${suffix}`) }));
  const watched = opened.filter(({ inode }) => inode !== undefined);
  const areSame = () => watched.every(({ name, inode }) => inodeOf(name) === inode);
  return {
    areSame,
    /** Throws StoreUnavailable. */
    assertSame(): void {
      if (areSame()) return;
      const advice = 'one of its files was moved, removed or replaced; put it back, or restart the service';
      throw new StoreUnavailable(`The database ${path}: ${advice}.`, { retryAfterSeconds: 60 });
    },
  };
}

/** Whether this process may write to the database and its folder. */
export function isWritable(path: string): boolean {
  try {
    for (const name of [dirname(path), ...suffixes.map((suffix) => `${path}${suffix}`)])
      accessSync(name, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** The inode; `undefined` if the file cannot be stat'ed. */
const inodeOf = (name: string): bigint | undefined =>
  attempt(() => statSync(name, { bigint: true, throwIfNoEntry: false })?.ino);
