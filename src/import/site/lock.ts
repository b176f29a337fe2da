import { TransferProblem } from '../../core/transfer-problem.ts';
import { lockFile } from '../../store/sqlite/files/lock-file.ts';

/** Runs `work` unless another process does so. */
export async function withLock<T>(path: string, site: string, work: () => Promise<T>): Promise<T> {
  const unlock = lockFile(path);
  if (unlock === undefined) throw new TransferProblem(`${site} is being imported by another process.`);
  try {
    return await work();
  } finally {
    unlock();
  }
}
