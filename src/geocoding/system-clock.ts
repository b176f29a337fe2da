import { setTimeout } from 'node:timers/promises';
import type { Clock } from './worker.ts';

export const systemClock: Clock = {
  nowMs: Date.now,
  sleep: (ms, signal) => setTimeout(ms, undefined, { signal, ref: false }).catch(() => undefined),
};
