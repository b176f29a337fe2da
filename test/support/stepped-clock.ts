import { setTimeout } from 'node:timers/promises';
import type { Clock } from '../../src/core/clock.ts';

/** A clock that only advances to the time at which the next sleeper wakes. */
export interface SteppedClock extends Clock {
  /** Advances until the condition is met. */
  until(condition: () => boolean | Promise<boolean>): Promise<void>;
  pass(ms: number): Promise<void>;
}

interface Sleeper {
  dueMs: number;
  wake(): void;
}

const maxWaitMs = 18_000;

export function createSteppedClock(startMs: number): SteppedClock {
  let now = startMs;
  const sleepers = new Set<Sleeper>();
  const step = async () => {
    const first = [...sleepers].sort((a, b) => a.dueMs - b.dueMs)[0];
    if (first) now = Math.max(now, first.dueMs);
    first?.wake();
    await setTimeout(1);
  };
  const until: SteppedClock['until'] = async (condition) => {
    const begin = performance.now();
    while (!(await condition())) {
      if (performance.now() - begin > maxWaitMs) throw new Error('the condition was not met in time');
      await step();
    }
  };
  return {
    nowMs: () => now,
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        const sleeper = { dueMs: now + ms, wake };
        function wake() {
          sleepers.delete(sleeper);
          resolve();
        }
        sleepers.add(sleeper);
        if (signal.aborted) wake();
        signal.addEventListener('abort', wake, { once: true });
      }),
    until,
    pass(ms) {
      const end = now + ms;
      return until(() => now >= end);
    },
  };
}
