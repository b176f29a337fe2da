import pino from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createShutdown } from './shutdown.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function shutdown(stop: () => Promise<void>) {
  const codes: number[] = [];
  const logger = pino({ level: 'silent' });
  const elapsedMs = () => Date.now();
  return { codes, onSignal: createShutdown({ stop, logger, exit: (code) => void codes.push(code), elapsedMs }) };
}

const never = () => new Promise<void>(() => undefined);

test('The first signal stops the service with exit code 0', async () => {
  const { codes, onSignal } = shutdown(async () => undefined);
  onSignal('SIGTERM');
  await vi.advanceTimersByTimeAsync(20_000);
  expect(codes).toEqual([0]);
});

test('A shutdown that takes longer than 10 s is aborted with exit code 1', async () => {
  const { codes, onSignal } = shutdown(never);
  onSignal('SIGTERM');
  await vi.advanceTimersByTimeAsync(9_999);
  expect(codes).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(codes).toEqual([1]);
});

test('A second signal ends the service at once, but the same one twice within a moment does not', async () => {
  const { codes, onSignal } = shutdown(never);
  onSignal('SIGINT');
  onSignal('SIGINT');
  expect(codes).toEqual([]);
  await vi.advanceTimersByTimeAsync(300);
  onSignal('SIGINT');
  expect(codes).toEqual([1]);
});

test('A failed shutdown exits with code 1', async () => {
  const { codes, onSignal } = shutdown(() => Promise.reject(new Error('no')));
  onSignal('SIGTERM');
  await vi.advanceTimersByTimeAsync(0);
  expect(codes).toEqual([1]);
});
