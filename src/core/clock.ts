// The clock of background work, and its loop.
import { setTimeout } from 'node:timers/promises';

export interface Clock {
  nowMs(): number;
  /** Ends early, without an error, when the signal aborts; never keeps the process alive. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  nowMs: Date.now,
  sleep: (ms, signal) => setTimeout(ms, undefined, { signal, ref: false }).catch(() => undefined),
};

/** Exponential backoff: the pause doubles with each consecutive failure, from `firstMs` up to `maxMs`. */
export const backoffMs = (failures: number, firstMs: number, maxMs = Number.POSITIVE_INFINITY): number =>
  Math.min(maxMs, firstMs * 2 ** (failures - 1));

export interface Background {
  /** Aborts running requests. Resolves when the database is no longer needed. */
  stop(): Promise<void>;
}

interface LoopOptions {
  /** Waits for work and does it. */
  runOnce(signal: AbortSignal): Promise<void>;
  clock: Clock;
  /** The next run waits for `errorPauseMs`. */
  onError(error: unknown): void;
  errorPauseMs: number;
  finish?(): Promise<void>;
}

/** Calls `runOnce` again and again until it is stopped. */
export function startLoop({ runOnce, clock, onError, errorPauseMs, finish }: LoopOptions): Background {
  const stopping = new AbortController();
  const { signal } = stopping;
  const run = async () => {
    while (!signal.aborted) {
      try {
        await runOnce(signal);
      } catch (error) {
        onError(error);
        await clock.sleep(errorPauseMs, signal);
      }
    }
    await finish?.();
  };
  const end = run();
  return {
    stop() {
      stopping.abort();
      return end;
    },
  };
}
