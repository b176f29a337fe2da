import { expect, onTestFinished, test, vi } from 'vitest';
import { untilStopped } from './stop-signal.ts';

test.each(['SIGINT', 'SIGTERM'] as const)('%s aborts a command, and a second one is not caught', async (name) => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const before = process.listenerCount(name);
  const isAborted = await untilStopped(async (signal) => {
    expect(process.listenerCount(name)).toBe(before + 1);
    process.emit(name);
    // From the terminal and from the launcher.
    process.emit(name);
    expect(process.listenerCount(name)).toBe(before + 1);
    vi.advanceTimersByTime(250);
    expect(process.listenerCount(name)).toBe(before);
    return signal.aborted;
  });
  expect(isAborted).toBe(true);
  expect(process.listenerCount(name)).toBe(before);
});

test('A command that was not stopped leaves no handler of signals', async () => {
  const before = process.listenerCount('SIGINT');
  await untilStopped(async () => expect(process.listenerCount('SIGINT')).toBe(before + 1));
  expect(process.listenerCount('SIGINT')).toBe(before);
});
