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

interface Turns {
  /** Waits for work, and does it. */
  turn(signal: AbortSignal): Promise<void>;
  clock: Clock;
  /** After an error the next turn waits. */
  failed(error: unknown): void;
  afterErrorMs: number;
  finish?(): Promise<void>;
}

/** Takes turns until it is stopped. */
export function startTurns({ turn, clock, failed, afterErrorMs, finish }: Turns): Background {
  const stopping = new AbortController();
  const { signal } = stopping;
  const run = async () => {
    while (!signal.aborted) {
      try {
        await turn(signal);
      } catch (error) {
        failed(error);
        await clock.sleep(afterErrorMs, signal);
      }
    }
    await finish?.();
  };
  const ended = run();
  return {
    stop() {
      stopping.abort();
      return ended;
    },
  };
}
