import { closeSync, fdatasync, openSync, readSync, writeSync } from 'node:fs';
import { promisify } from 'node:util';
import type { StoreMeter } from '../store-meter.ts';
import { StoreUnavailable } from '../unavailable.ts';

export type SyncFile = (descriptor: number) => Promise<void>;

export interface FlushOptions {
  path: string;
  /** What is committed: another number after every commit, by whichever process. */
  version(): number;
  /** Whether the log was there when it was opened: what the disk has of it only those know who wrote it. */
  isFound: boolean;
  /** Brings what was written to a file to the disk. */
  syncFile?: SyncFile | undefined;
  meter?: StoreMeter | undefined;
}

export interface Flush {
  /** Resolves when all commits made so far are on the disk. Throws StoreUnavailable. */
  untilOnDisk(): Promise<void>;
  /** Something else met an error: whether it was of the log, the next flush tells. */
  doubt(): void;
  /** Whether all of the log can be brought to the disk by a flush. */
  isSound(): boolean;
  /**
   * Before each write, by whoever has the right to write. Throws StoreUnavailable while what was committed before may
   * not be on the disk and cannot be brought there.
   */
  makeSound(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Flushes the log of commits beside everything else that the process does, where the engine itself would stop it for as
 * long as the disk takes; all commits that are made meanwhile share the next flush.
 */
export function createFlush({ path, version, isFound, syncFile = promisify(fdatasync), meter }: FlushOptions): Flush {
  const log = `${path}-wal`;
  // The system tells of an error only those who had the file open then. To read: so a folder that is read-only will do.
  const descriptor = openSync(log, 'r');
  /** Undefined at first: whoever wrote before may have died before its flush. */
  let versionOnDisk: number | undefined;
  let running: { version: number; done: Promise<void> } | undefined;
  let next: Promise<void> | undefined;
  let failure: StoreUnavailable | undefined;
  let isSound = !isFound;

  function start(covered: number): Promise<void> {
    const done = sync()
      .then(() => {
        versionOnDisk = covered;
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
      await (meter ? meter.flush(() => syncFile(descriptor)) : syncFile(descriptor));
    } catch (cause) {
      isSound = false;
      failure = asFailure(path, cause);
      throw failure;
    }
  }

  function startNext(): Promise<void> {
    next = undefined;
    return start(version());
  }

  return {
    async untilOnDisk() {
      const committed = version();
      if (committed === versionOnDisk) return;
      if (!running) return start(committed);
      if (running.version === committed) return running.done;
      // It may have begun before the newest commit.
      next ??= running.done.then(startNext, startNext);
      return next;
    },
    doubt() {
      versionOnDisk = undefined;
    },
    isSound: () => isSound,
    async makeSound() {
      if (isSound) return;
      try {
        writeAgain(log);
        await syncFile(descriptor);
      } catch (cause) {
        throw asFailure(path, cause);
      }
      failure = undefined;
      isSound = true;
    },
    async close() {
      await (next ?? running?.done)?.catch(() => undefined);
      closeSync(descriptor);
    },
  };
}

/**
 * What the system could not write, it takes for written from then on: the next flush alone would do nothing, and tell
 * of nothing. Nor may the engine move the log first: what the disk has of it then lies over a newer database.
 */
function writeAgain(log: string): void {
  const descriptor = openSync(log, 'r+');
  try {
    const bytes = Buffer.allocUnsafe(2 ** 20);
    for (let at = 0; ; ) {
      const length = readSync(descriptor, bytes, 0, bytes.length, at);
      if (length === 0) return;
      at += writeSync(descriptor, bytes, 0, length, at);
    }
  } finally {
    closeSync(descriptor);
  }
}

const asFailure = (path: string, cause: unknown): StoreUnavailable =>
  new StoreUnavailable(`The database ${path}: the disk reports an error.`, {
    cause,
    retryAfterSeconds: 30,
    isOutcomeUnknown: true,
  });
