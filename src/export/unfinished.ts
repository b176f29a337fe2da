// A private folder for files that are not finished yet. The next process with the same one removes what a killed process
// has left in it, such as databases with password hashes.
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCodeOf } from '../core/errors.ts';
import { TransferProblem } from '../core/transfer-problem.ts';
import { lockFile } from '../store/sqlite/files/lock-file.ts';

const lockName = 'lock';

/** Runs `work` with an empty folder, which is removed afterwards. Throws TransferProblem if another process uses it. */
export async function inUnfinishedFolder<T>(folder: string, ifUsed: string, work: () => Promise<T>): Promise<T> {
  await mkdir(folder, { mode: 0o700 }).catch((error: unknown) => {
    if (errorCodeOf(error) !== 'EEXIST') throw error;
  });
  const unlock = lockFile(join(folder, lockName));
  if (unlock === undefined) throw new TransferProblem(ifUsed);
  try {
    for (const name of await readdir(folder))
      if (name !== lockName) await rm(join(folder, name), { recursive: true, force: true });
    return await work();
  } finally {
    await rm(folder, { recursive: true, force: true });
    unlock();
  }
}

/** The folder for a file that is written. */
export const unfinishedFolderOf = (path: string): string => `${path}.unfinished`;

export const isBeingWritten = 'another process is writing it.';
