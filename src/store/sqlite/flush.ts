import { closeSync, fdatasync, openSync } from 'node:fs';
import { promisify } from 'node:util';
import { StoreUnavailable } from '../unavailable.ts';

export type SyncFile = (descriptor: number) => Promise<void>;

export interface FlushOptions {
  path: string;
  /** Another number after every commit, by whichever process. */
  version(): number;
  /** Brings all that the log holds into the database, on the disk, and starts it anew; answers whether that was possible. */
  emptyLog(): boolean;
  /** Brings what was written to a file to the disk. */
  syncFile?: SyncFile | undefined;
}

export interface Flush {
  /** Resolves when all commits made so far are on the disk. Throws StoreUnavailable. */
  flushed(): Promise<void>;
  /** Before a write. Throws StoreUnavailable while what was committed before may not be on the disk and cannot be brought there. */
  assertSound(): void;
  close(): Promise<void>;
}

/**
 * Flushes the log of commits beside everything else that the process does, where the engine itself would stop it for as
 * long as the disk takes; all commits that are made meanwhile share the next flush.
 */
export function createFlush({ path, version, emptyLog, syncFile = promisify(fdatasync) }: FlushOptions): Flush {
  // The system tells of an error only those who had the file open then. To read: so a folder that is read-only will do.
  const descriptor = openSync(`${path}-wal`, 'r');
  /** Whoever wrote before may have died before its flush. */
  let flushedVersion: number | undefined;
  let running: { version: number; done: Promise<void> } | undefined;
  let next: Promise<void> | undefined;
  let failure: StoreUnavailable | undefined;

  function start(): Promise<void> {
    const covered = version();
    const done = sync()
      .then(() => {
        flushedVersion = covered;
      })
      .finally(() => {
        running = undefined;
      });
    running = { version: covered, done };
    return done;
  }

  async function sync(): Promise<void> {
    if (failure) throw failure;
    try {
      await syncFile(descriptor);
    } catch (cause) {
      failure = asFailure(path, cause);
      throw failure;
    }
  }

  function startNext(): Promise<void> {
    next = undefined;
    return start();
  }

  return {
    async flushed() {
      const wanted = version();
      if (wanted === flushedVersion) return;
      if (!running) return start();
      if (running.version === wanted) return running.done;
      next ??= running.done.then(startNext, startNext);
      return next;
    },
    assertSound() {
      if (!failure) return;
      // The next flush would not tell: what the system could not write, it takes for written from then on.
      if (!emptyLog()) throw failure;
      failure = undefined;
    },
    async close() {
      await (next ?? running?.done)?.catch(() => undefined);
      closeSync(descriptor);
    },
  };
}

const asFailure = (path: string, cause: unknown): StoreUnavailable =>
  new StoreUnavailable(`The database ${path}: the disk reports an error.`, {
    cause,
    retryAfterSeconds: 30,
    isOutcomeUnknown: true,
  });
