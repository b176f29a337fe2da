import { expect, test } from 'vitest';
import { untilStopped } from './stop-signal.ts';

test.each(['SIGINT', 'SIGTERM'] as const)('%s aborts a command, and a second one is not caught', async (name) => {
  const before = process.listenerCount(name);
  const isAborted = await untilStopped(async (signal) => {
    expect(process.listenerCount(name)).toBe(before + 1);
    process.emit(name);
    expect(process.listenerCount(name)).toBe(before);
    return signal.aborted;
  });
  expect(isAborted).toBe(true);
  expect(process.listenerCount(name)).toBe(before);
});
