// SQLite lets one process write at a time. Waiting for that inside the engine would block the event loop, so a busy
// database is tried again after a pause.
import { setTimeout as pause } from 'node:timers/promises';

/** Pauses are random, so that waiting processes do not stay in step. */
const maxPauseMs = 5;

export interface WriteLockOptions {
  isBusy(error: unknown): boolean;
  /** Limits the wait since the write was requested, in the queue of this process and for other processes. */
  limitMs: number;
}

/** Runs `work` when no other process writes. It is called again while the database is busy, but not once it has called `begun`. */
export type WriteLock = <T>(work: (begun: () => void) => Promise<T>, requestedMs: number) => Promise<T>;

export const createWriteLock =
  ({ isBusy, limitMs }: WriteLockOptions): WriteLock =>
  async (work, requestedMs) => {
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
    }
  };
