import { OperationFailed } from '../shell.ts';

/**
 * Runs `work` with a signal that Ctrl+C and SIGTERM abort; the second one kills the process. Whatever `work` then throws is
 * reported as `outcome`, if given.
 */
export async function untilStopped<T>(work: (signal: AbortSignal) => Promise<T>, outcome?: string): Promise<T> {
  const controller = new AbortController();
  const stop = () => controller.abort();
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  try {
    return await work(controller.signal);
  } catch (error) {
    if (outcome === undefined || !controller.signal.aborted) throw error;
    throw new OperationFailed(`Stopped before the end; ${outcome}`);
  } finally {
    process.off('SIGINT', stop);
    process.off('SIGTERM', stop);
  }
}
