import type { OnDatabaseChange, StoreMeter } from '../../store.ts';
import type { Connection } from '../connection.ts';
import { isBusy } from '../errors.ts';
import type { Flush } from './group-commit.ts';

/**
 * 16 MB, written to the database in one go after a commit: many pages were written again meanwhile and go there once,
 * and one write in a hundred waits for it. More would make the log's own index slower to read.
 */
const pagesAtOnce = 4000;

/** 64 MB. Where processes never pause in writing, and somebody always reads, the engine itself never starts the log anew. */
const longestLogPages = 16_000;

export interface CheckpointerOptions {
  /** Of the connection that writes. */
  writing: Connection;
  reading: Connection;
  flush: Flush | undefined;
  /** Does `work` in a transaction of the connection that writes. */
  alone(work: () => Promise<void>): Promise<void>;
  tell: OnDatabaseChange;
  meter?: StoreMeter | undefined;
}

/**
 * What it answers moves the log of commits into the database when it has become long; to be called after each commit.
 * The engine would do so by itself, but tell nobody of errors, and move what the disk has no log of: a power failure
 * then leaves parts of a newer database below an older log.
 */
export function createCheckpointer(options: CheckpointerOptions): () => Promise<void> {
  const { writing, reading, flush, alone, tell, meter } = options;
  let isStuck = false;
  const counted = (work: () => Promise<void>) => (meter ? meter.checkpoint(work) : work());

  /** Nobody commits meanwhile: of a log that has become longer the engine would neither start anew nor flush the rest. */
  const move = () =>
    alone(async () => {
      await flush?.untilOnDisk();
      checkpoint(reading, 'passive');
    });

  async function cut(): Promise<void> {
    await flush?.untilOnDisk();
    checkpoint(writing, 'truncate');
  }

  return async () => {
    if (flush?.hasFailed()) return;
    try {
      const { log, checkpointed } = checkpoint(writing, 'noop');
      if (log >= longestLogPages) await counted(cut);
      else if (log - checkpointed >= pagesAtOnce) await counted(move);
      isStuck = false;
    } catch (error) {
      // What was committed is. Those who wait for the log to be flushed are told.
      flush?.invalidate();
      if (isBusy(error)) return;
      if (!isStuck) tell('stuck', error);
      isStuck = true;
    }
  };
}

const checkpoint = (connection: Connection, mode: 'noop' | 'passive' | 'truncate') =>
  connection.prepare(`pragma wal_checkpoint(${mode})`).all([])[0] as { log: number; checkpointed: number };
