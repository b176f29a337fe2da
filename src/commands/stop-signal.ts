import { sameSignalMs } from '../serve/shutdown.ts';
import { OperationFailed } from '../shell.ts';

/**
 * Runs `work` with a signal that Ctrl+C and SIGTERM abort; the second one kills the process. Whatever `work` then throws is
 * reported as `outcome`, if given.
 */
export async function untilStopped<T>(work: (signal: AbortSignal) => Promise<T>, outcome?: string): Promise<T> {
  const controller = new AbortController();
  const uncatch = () => {
    process.off('SIGINT', stop);
    process.off('SIGTERM', stop);
  };
  const stop = () => {
    controller.abort();
    // Also covers what the caller cleans up after `work`.
    setTimeout(uncatch, sameSignalMs).unref();
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  try {
    return await work(controller.signal);
  } catch (error) {
    if (outcome === undefined || !controller.signal.aborted) throw error;
    throw new OperationFailed(`Stopped before the end; ${outcome}`);
  } finally {
    if (!controller.signal.aborted) uncatch();
  }
}
