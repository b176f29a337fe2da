// SQLite lets one process write at a time. Waiting for that inside the engine would block the event loop, so a busy
// database is tried again after a pause.
import { setTimeout as pause } from 'node:timers/promises';
import { isBusy } from './errors.ts';

/** Pauses are random, so that waiting processes do not stay in step. */
const maxPauseMs = 5;

/**
 * Runs `work` when no other process writes. It is called again while the database is busy, until `endMs`, but not once it has
 * called `begun`.
 */
export async function withWriteLock<T>(work: (begun: () => void) => Promise<T>, endMs: number): Promise<T> {
  for (;;) {
    let hasBegun = false;
    try {
      return await work(() => {
        hasBegun = true;
      });
    } catch (error) {
      if (hasBegun || !isBusy(error) || performance.now() >= endMs) throw error;
    }
    await pause(1 + Math.random() * (maxPauseMs - 1));
  }
}
