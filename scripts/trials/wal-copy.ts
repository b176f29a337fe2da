// Copies the write-ahead log of a running calendar in the way that Litestream documents: a long read transaction keeps
// others from restarting the log, which is copied before the copier checkpoints it.
import { copyFileSync } from 'node:fs';
import Database from 'better-sqlite3';

export function openWalCopier(path: string) {
  const copyPath = `${path}.copy`;
  const database = new Database(path);
  database.pragma('wal_autocheckpoint = 0');
  database.exec('create table if not exists _litestream_seq (id integer primary key, seq integer)');
  const reader = new Database(path);
  const lock = () => reader.exec('begin; select count(*) from _litestream_seq');
  const figures = { pages: 0, restarts: 0, snapshots: 0 };
  const write = () =>
    database.exec('insert into _litestream_seq values (1, 1) on conflict (id) do update set seq = seq + 1');
  /** The service may be checkpointing meanwhile: all pages that it changes are still in the log. */
  const snapshot = (): void => {
    figures.snapshots += 1;
    copyFileSync(path, copyPath);
  };
  const copyLog = () => copyFileSync(`${path}-wal`, `${copyPath}-wal`);
  /** Returns the number of committed pages. */
  const applyLog = (): number => {
    const { log } = checkpoint(copyPath);
    figures.pages += log;
    return log;
  };
  write();
  lock();
  snapshot();
  return {
    /** Pages in the log that the service writes. */
    logPages: () => (database.pragma('wal_checkpoint(noop)') as [Checkpoint])[0].log,
    /** Copies the log, checkpoints it and lets it restart, as Litestream does at its limits. */
    checkpoint() {
      copyLog();
      reader.exec('commit');
      const [{ log, busy }] = database.pragma('wal_checkpoint(restart)') as [Checkpoint];
      write();
      lock();
      const copied = applyLog();
      if (busy === 1) return;
      figures.restarts += 1;
      // What was committed between the copy and the checkpoint may be in the database only.
      if (log > copied) snapshot();
    },
    figures: () => figures,
    /** Copies the rest of the log, and returns the path of the copied database. */
    finish() {
      copyLog();
      applyLog();
      reader.close();
      database.close();
      return copyPath;
    },
  };
}

interface Checkpoint {
  log: number;
  busy: number;
}

/** Moves the committed pages of the log into the database. */
function checkpoint(path: string): Checkpoint {
  const database = new Database(path);
  try {
    return (database.pragma('wal_checkpoint(passive)') as [Checkpoint])[0];
  } finally {
    database.close();
  }
}
