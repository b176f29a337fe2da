// SQLite lets one process write at a time. Waiting for that inside the engine would block the event loop, so a busy
// database is tried again after a pause.
import { setTimeout as pause } from 'node:timers/promises';

/** Pauses are random, so that waiting processes do not stay in step. */
const maxPauseMs = 5;
/** A process that writes without a break pauses this often, so that others get their turn. */
const maxRunMs = 100;

export interface WriteLockOptions {
  isBusy(error: unknown): boolean;
  /** Limits the wait since the write was requested, in the queue of this process and for other processes. */
  limitMs: number;
}

/**
 * Runs `work` when no other process writes. It is called again while the database is busy, but not once it has called
 * `begun`. The writes of this process must not overlap.
 */
export type WriteLock = <T>(work: (begun: () => void) => Promise<T>, requestedMs: number) => Promise<T>;

export function createWriteLock({ isBusy, limitMs }: WriteLockOptions): WriteLock {
  let runningSinceMs = 0;
  let endedMs = 0;

  async function letOthersIn(requestedMs: number): Promise<void> {
    const isFirstOfRun = requestedMs > endedMs;
    if (!isFirstOfRun && performance.now() - runningSinceMs < maxRunMs) return;
    if (!isFirstOfRun) await pause(maxPauseMs);
    runningSinceMs = performance.now();
  }

  return async (work, requestedMs) => {
    await letOthersIn(requestedMs);
    try {
      for (;;) {
        let hasBegun = false;
        try {
          return await work(() => {
            hasBegun = true;
          });
        } catch (error) {
          if (hasBegun || !isBusy(error) || performance.now() >= requestedMs + limitMs) throw error;
        }
        await pause(1 + Math.random() * (maxPauseMs - 1));
        runningSinceMs = performance.now();
      }
    } finally {
      endedMs = performance.now();
    }
  };
}
