import { closeSync, fdatasync, fdatasyncSync, openSync, readSync, writeSync } from 'node:fs';
import { promisify } from 'node:util';
import type { OnDatabaseChange, StoreMeter } from '../../store.ts';
import { StoreUnavailable } from '../../unavailable.ts';

export type SyncFile = (descriptor: number) => Promise<void>;

export interface GroupCommitOptions {
  path: string;
  /** Changes with every commit of any process. */
  version(): number;
  /** fsync of the write-ahead log. */
  syncFile?: SyncFile | undefined;
  report: OnDatabaseChange;
  meter?: StoreMeter | undefined;
}

export type Flush = ReturnType<typeof createGroupCommit>;

/**
 * Group commit: fsyncs the write-ahead log off the event loop, where the engine itself would block it; all commits made
 * during an fsync share the next one. After a failed fsync the kernel marks the pages clean and a second one would
 * succeed without writing them: the store stops writing for good, and the next start rewrites the log.
 */
export function createGroupCommit(options: GroupCommitOptions) {
  const { version } = options;
  const { sync, close, ...log } = openLog(options);
  /** Undefined at first: another process may have exited before its fsync. */
  let versionOnDisk: number | undefined;
  let running: { version: number; done: Promise<void> } | undefined;
  let next: Promise<void> | undefined;

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

  function startNext(): Promise<void> {
    next = undefined;
    return start(version());
  }

  return {
    ...log,
    /** Resolves when all commits made so far are fsynced. Throws StoreUnavailable. */
    async untilOnDisk(): Promise<void> {
      const committed = version();
      if (committed === versionOnDisk) return;
      if (!running) return start(committed);
      if (running.version === committed) return running.done;
      // The running fsync may have begun before the newest commit.
      next ??= running.done.then(startNext, startNext);
      return next;
    },
    /** After another I/O error: the next call of `untilOnDisk` runs fsync, whether there is a new commit or not. */
    invalidate(): void {
      versionOnDisk = undefined;
    },
    async close(): Promise<void> {
      await (next ?? running?.done)?.catch(() => undefined);
      close();
    },
  };
}

/** The write-ahead log. Once an fsync has failed, there is no other. */
function openLog({ path, syncFile = promisify(fdatasync), report, meter }: GroupCommitOptions) {
  // Opened early, as Linux reports a write error only to descriptors that were open then; for reading, as the folder may be
  // read-only.
  const descriptor = openSync(`${path}-wal`, 'r');
  let failure: StoreUnavailable | undefined;

  const assertWritable = (): void => {
    if (failure) throw failure;
  };

  return {
    /** Whether an fsync has failed: nothing may be written or checkpointed any more, and the process should end. */
    hasFailed: (): boolean => failure !== undefined,
    /** Throws StoreUnavailable once an fsync has failed. */
    assertWritable,
    async sync(): Promise<void> {
      assertWritable();
      try {
        await (meter ? meter.fsync(() => syncFile(descriptor)) : syncFile(descriptor));
      } catch (cause) {
        failure = asFailure(path, cause);
        report('failed', failure);
        throw failure;
      }
    },
    close: (): void => closeSync(descriptor),
  };
}

/**
 * Rewrites and fsyncs the log of an earlier process: after a failed fsync it may have gaps on disk, which only a
 * rewrite fills. Call it in a write transaction, before any checkpoint. Throws StoreUnavailable.
 */
export function rewriteLog(path: string): void {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(`${path}-wal`, 'r+');
    const bytes = Buffer.allocUnsafe(2 ** 20);
    for (let at = 0; ; ) {
      const length = readSync(descriptor, bytes, 0, bytes.length, at);
      if (length === 0) break;
      at += writeSync(descriptor, bytes, 0, length, at);
    }
    fdatasyncSync(descriptor);
  } catch (cause) {
    throw asFailure(path, cause);
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

const asFailure = (path: string, cause: unknown): StoreUnavailable =>
  new StoreUnavailable(`The database ${path}: the disk reports an error.`, {
    cause,
    retryAfterSeconds: 30,
    isOutcomeUnknown: true,
  });
