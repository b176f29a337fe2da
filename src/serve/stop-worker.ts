import type { WorkerProcess } from './worker-process.ts';

/** An exchange is in no hurry: connections without a request stay open this long. */
export const lingerMs = { exchange: 2000, stop: 100 };
const stopsWithinMs = 15_000;

/** Lets its requests under way end. Resolves when it has ended, by itself or not. */
export async function stopWorker(child: WorkerProcess, ended: Promise<void>, linger: number): Promise<void> {
  child.send({ stop: { lingerMs: linger } });
  const late = setTimeout(() => child.kill('SIGKILL'), stopsWithinMs);
  await ended;
  clearTimeout(late);
}
