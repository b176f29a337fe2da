// The one right to write that all processes on a database share. Waiting for it inside SQLite would stop everything
// else that the process does, so it is asked for again and again with pauses in between.
import { setTimeout as pause } from 'node:timers/promises';

/** Each pause is of another length, so that waiting processes do not stay in step. */
const longestPauseMs = 5;
/** Who writes without a break lets the others in after this time, for as long as the longest of their pauses. */
const longestRunMs = 100;

export interface WriteLockOptions {
  isBusy(error: unknown): boolean;
  /** How long one may wait, for the turn in this process and for other processes together. */
  limitMs: number;
}

export interface WriteLock {
  /**
   * Runs `work` when those who came before have ended. It may be called again as long as it is busy before it has
   * begun; of a failure after `begun()` it is not.
   */
  inTurn<T>(work: (begun: () => void) => Promise<T>): Promise<T>;
}

export function createWriteLock({ isBusy, limitMs }: WriteLockOptions): WriteLock {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  let runningSince = performance.now();
  const untilFree = async <T>(work: (begun: () => void) => Promise<T>, deadline: number): Promise<T> => {
    for (;;) {
      let hasBegun = false;
      try {
        return await work(() => {
          hasBegun = true;
        });
      } catch (error) {
        if (hasBegun || !isBusy(error) || performance.now() >= deadline) throw error;
      }
      await pause(1 + Math.random() * (longestPauseMs - 1));
      runningSince = performance.now();
    }
  };
  const letOthersIn = async () => {
    if (performance.now() - runningSince < longestRunMs) return;
    await pause(longestPauseMs);
    runningSince = performance.now();
  };
  return {
    inTurn(work) {
      const deadline = performance.now() + limitMs;
      if (waiting === 0) runningSince = performance.now();
      waiting++;
      const turn = last.then(async () => {
        try {
          await letOthersIn();
          return await untilFree(work, deadline);
        } finally {
          waiting--;
        }
      });
      last = turn.catch(() => undefined);
      return turn;
    },
  };
}
