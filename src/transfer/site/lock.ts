import { readFile, rm, writeFile } from 'node:fs/promises';
import { TransferProblem } from '../problem.ts';

/** Runs `work` unless another process does so; what a killed process left behind is in nobody's way. */
export async function alone<T>(path: string, site: string, work: () => Promise<T>): Promise<T> {
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
      return await writeFile(path, String(process.pid), { flag: 'wx', mode: 0o600 });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const holder = Number(await readFile(path, 'utf8').catch(() => ''));
    if (attempt > 0 || isRunning(holder)) throw new TransferProblem(`${site} is being imported by another process.`);
    await rm(path, { force: true });
  }
}

function isRunning(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
