// The clock of background work.
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
