import { expect, test, vi } from 'vitest';
import { StoreUnavailable } from '../../unavailable.ts';
import type { Connection } from '../connection.ts';
import { createCheckpointer } from './checkpoint.ts';

/** `move` simulates the result of the checkpoint. */
function mover(state: { log: number; move(): void }) {
  const connection = {
    prepare: (sql: string) => ({
      all() {
        if (!sql.includes('noop')) state.move();
        return [{ log: state.log, checkpointed: 0 }];
      },
    }),
  } as unknown as Connection;
  const report = vi.fn();
  const invalidate = vi.fn();
  const flush = { invalidate, untilOnDisk: async () => undefined, assertWritable: () => undefined };
  const moveLog = createCheckpointer({
    writing: connection,
    reading: connection,
    report,
    flush: { ...flush, hasFailed: () => false, close: async () => undefined },
    inTransaction: (work) => work(),
  });
  return { moveLog, report, invalidate };
}

test.each([5000, 17_000])(
  'A log of %i pages that cannot be checkpointed is reported once, until a checkpoint succeeds',
  async (log) => {
    let error: Error | undefined = new Error('no room');
    const state = {
      log,
      move() {
        if (error) throw error;
      },
    };
    const { moveLog, report, invalidate } = mover(state);
    await moveLog();
    await moveLog();
    expect([report.mock.calls, invalidate.mock.calls.length]).toEqual([[['stuck', error]], 2]);
    error = undefined;
    await moveLog();
    error = new Error('again');
    await moveLog();
    expect(report.mock.calls.slice(1)).toEqual([['stuck', error]]);
  },
);

test('A checkpoint that another writer prevents is not logged', async () => {
  const cause = Object.assign(new Error('database is locked'), { code: 'SQLITE_BUSY' });
  const move = vi.fn(() => {
    throw new StoreUnavailable('Busy.', { cause, retryAfterSeconds: 2 });
  });
  const { moveLog, report } = mover({ log: 5000, move });
  await moveLog();
  expect([move.mock.calls.length, report.mock.calls]).toEqual([1, []]);
});

test('A short log is left alone', async () => {
  const move = vi.fn();
  const { moveLog, report } = mover({ log: 3999, move });
  await moveLog();
  expect([move.mock.calls, report.mock.calls]).toEqual([[], []]);
});
