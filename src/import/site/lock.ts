import { readFile, rm, writeFile } from 'node:fs/promises';
import { TransferProblem } from '../../core/transfer-problem.ts';

/** Runs `work` unless another process does so; the lock of a process that ended is replaced. */
export async function withLock<T>(path: string, site: string, work: () => Promise<T>): Promise<T> {
  await takeLock(path, site);
  try {
    return await work();
  } finally {
    await rm(path, { force: true });
  }
}

async function takeLock(path: string, site: string): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await writeFile(path, `${process.pid} ${performance.timeOrigin}`, { flag: 'wx', mode: 0o600 });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const [pid = '', startedAt = ''] = (await readFile(path, 'utf8').catch(() => '')).split(' ');
    if (attempt > 0 || isRunning(Number(pid), startedAt))
      throw new TransferProblem(`${site} is being imported by another process.`);
    await rm(path, { force: true });
  }
}

/** In containers every process may have the same id: this one's own counts only with its own start. */
function isRunning(pid: number, startedAt: string): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false;
  if (pid === process.pid) return startedAt === String(performance.timeOrigin);
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
