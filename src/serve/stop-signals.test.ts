import pino from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createStopper } from './stop-signals.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function stopper(stop: () => Promise<void>) {
  const codes: number[] = [];
  const logger = pino({ level: 'silent' });
  const elapsedMs = () => Date.now();
  return { codes, onSignal: createStopper({ stop, logger, exit: (code) => void codes.push(code), elapsedMs }) };
}

const never = () => new Promise<void>(() => undefined);

test('the first signal stops and ends with 0', async () => {
  const { codes, onSignal } = stopper(async () => undefined);
  onSignal('SIGTERM');
  await vi.advanceTimersByTimeAsync(20_000);
  expect(codes).toEqual([0]);
});

test('what is not stopped after 10 s ends with 1', async () => {
  const { codes, onSignal } = stopper(never);
  onSignal('SIGTERM');
  await vi.advanceTimersByTimeAsync(9_999);
  expect(codes).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(codes).toEqual([1]);
});

test('a second signal ends at once, the same one twice does not', async () => {
  const { codes, onSignal } = stopper(never);
  onSignal('SIGINT');
  onSignal('SIGINT');
  expect(codes).toEqual([]);
  await vi.advanceTimersByTimeAsync(300);
  onSignal('SIGINT');
  expect(codes).toEqual([1]);
});

test('a failure to stop ends with 1', async () => {
  const { codes, onSignal } = stopper(() => Promise.reject(new Error('no')));
  onSignal('SIGTERM');
  await vi.advanceTimersByTimeAsync(0);
  expect(codes).toEqual([1]);
});
