// A private folder for files that are not finished yet. The next process with the same one removes what a killed process
// has left in it, such as databases with password hashes.
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { errorCodeOf } from '../core/errors.ts';
import { TransferProblem } from '../core/transfer-problem.ts';
import { lockFile } from '../store/sqlite/files/lock-file.ts';

const lockName = 'lock';
const suffix = '.unfinished';

/** Runs `work` with an empty folder, which is removed afterwards. Throws TransferProblem if another process uses it. */
export async function inUnfinishedFolder<T>(
  folder: string,
  ifUsed: string,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  await mkdir(folder, { mode: 0o700 }).catch((error: unknown) => {
    if (errorCodeOf(error) !== 'EEXIST') throw error;
  });
  const unlock = lockFile(join(folder, lockName));
  if (unlock === undefined) throw new TransferProblem(ifUsed);
  try {
    for (const name of await readdir(folder))
      if (name !== lockName) await rm(join(folder, name), { recursive: true, force: true });
    await removeAbandoned(folder);
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
    unlock();
  }
}

const abandonedMs = 86_400_000;

/**
 * Removes what killed processes have left beside the folder for files of other names, as with a date in them. Only after a
 * day, as not every file system shows the locks of other machines.
 */
async function removeAbandoned(beside: string): Promise<void> {
  const { mtimeMs } = await stat(beside);
  // A folder may accept files without showing them.
  for (const name of await readdir(dirname(beside)).catch(() => [])) {
    const folder = join(dirname(beside), name);
    if (!name.endsWith(suffix) || folder === beside) continue;
    // What cannot be read or removed belongs to someone else.
    await removeIfOlder(folder, mtimeMs - abandonedMs).catch(() => undefined);
  }
}

async function removeIfOlder(folder: string, beforeMs: number): Promise<void> {
  const names = await readdir(folder);
  const files = await Promise.all(names.map((name) => stat(join(folder, name))));
  if (!names.includes(lockName) || files.some(({ mtimeMs }) => mtimeMs > beforeMs)) return;
  const unlock = lockFile(join(folder, lockName));
  if (unlock === undefined) return;
  await rm(folder, { recursive: true, force: true });
  unlock();
}

/** As above, beside the file that `work` writes. */
export const besideFile = <T>(path: string, work: (folder: string) => Promise<T>): Promise<T> =>
  inUnfinishedFolder(path + suffix, 'another process is writing it.', work);
