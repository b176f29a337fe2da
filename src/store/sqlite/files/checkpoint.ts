import type { OnDatabaseChange, StoreMeter } from '../../store.ts';
import type { Connection } from '../connection.ts';
import { isBusy } from '../errors.ts';
import type { Flush } from './group-commit.ts';

/**
 * 16 MB at a time: pages that were written repeatedly are copied once, and one write in a hundred waits for it. A longer
 * log would make its index slower to read.
 */
const pagesAtOnce = 4000;

/** 64 MB. With constant writes and reads, the engine itself would never restart the log. */
const maxLogPages = 16_000;

export interface CheckpointerOptions {
  writing: Connection;
  reading: Connection;
  flush: Flush | undefined;
  /** Runs `work` in a transaction of the writing connection. */
  inTransaction(work: () => Promise<void>): Promise<void>;
  report: OnDatabaseChange;
  meter?: StoreMeter | undefined;
}

/**
 * Returns a function to call after each commit, which checkpoints the write-ahead log once it is long. The engine's own
 * checkpoints would hide errors, and could copy pages whose log is not on disk yet: a power failure would then leave parts
 * of a newer database with an older log.
 */
export function createCheckpointer(options: CheckpointerOptions): () => Promise<void> {
  const { writing, reading, flush, inTransaction, report, meter } = options;
  let isStuck = false;
  const counted = (work: () => Promise<void>) => (meter ? meter.checkpoint(work) : work());

  /** Without concurrent commits, so that the engine can restart the log afterwards. */
  const copyPages = () =>
    inTransaction(async () => {
      await flush?.untilOnDisk();
      checkpoint(reading, 'passive');
    });

  async function truncate(): Promise<void> {
    await flush?.untilOnDisk();
    checkpoint(writing, 'truncate');
  }

  return async () => {
    if (flush?.hasFailed()) return;
    try {
      const { log, checkpointed } = checkpoint(writing, 'noop');
      if (log >= maxLogPages) await counted(truncate);
      else if (log - checkpointed >= pagesAtOnce) await counted(copyPages);
      isStuck = false;
    } catch (error) {
      // Commits are unaffected; the next fsync reports an error of the log to those who wait for it.
      flush?.invalidate();
      if (isBusy(error)) return;
      if (!isStuck) report('stuck', error);
      isStuck = true;
    }
  };
}

const checkpoint = (connection: Connection, mode: 'noop' | 'passive' | 'truncate') =>
  connection.prepare(`pragma wal_checkpoint(${mode})`).all([])[0] as { log: number; checkpointed: number };
