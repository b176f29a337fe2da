import { accessSync, constants, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { StoreUnavailable } from '../../unavailable.ts';

const suffixes = ['', '-wal', '-shm'] as const;

export interface FileIdentity {
  areThere(): boolean;
  /** Throws StoreUnavailable. */
  assertThere(): void;
}

/**
 * To be called when the database is open; what it answers tells whether its files are others by now, or not there. The
 * engine holds them open and would not notice: what it writes to a file without a name is lost with it.
 */
export function watchFileIdentity(path: string): FileIdentity {
  const opened = suffixes.map((suffix) => ({ name: `${path}${suffix}`, number: numberOf(`${path}${suffix}`) }));
  const watched = opened.filter(({ number }) => number !== undefined);
  const areThere = () => watched.every(({ name, number }) => numberOf(name) === number);
  return {
    areThere,
    assertThere() {
      if (areThere()) return;
      const advice = 'a file of it was moved, removed or replaced; put it back, or restart the service';
      throw new StoreUnavailable(`The database ${path}: ${advice}.`, { retryAfterSeconds: 60 });
    },
  };
}

/** Whether the system would let this process write to the database, whatever the engine has found when it was opened. */
export function mayBeWritten(path: string): boolean {
  try {
    for (const name of [dirname(path), ...suffixes.map((suffix) => `${path}${suffix}`)])
      accessSync(name, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** What tells a file from others on its disk, whatever its name; nothing where it may not even be looked for. */
function numberOf(name: string): bigint | undefined {
  try {
    return statSync(name, { bigint: true, throwIfNoEntry: false })?.ino;
  } catch {
    return undefined;
  }
}
