// A copy of a SQLite calendar while others write to it.
import BetterSqlite3 from 'better-sqlite3';
import { sql } from 'kysely';
import type { Reader } from '../store.ts';

/** 4 MB at a time; the event loop runs in between. */
const pagesAtOnce = 1000;

/** Copies a snapshot of the database. */
export async function copySqliteFile(db: Reader, to: string, signal: AbortSignal): Promise<void> {
  const found = await sql<{ file: string }>`select file from pragma_database_list where name = 'main'`.execute(db);
  const source = new BetterSqlite3(found.rows[0]?.file, { readonly: true, fileMustExist: true });
  try {
    // Without a read transaction the copy would restart after each commit of another connection.
    source.exec('begin; select 1 from sqlite_master limit 1');
    await source.backup(to, {
      progress() {
        signal.throwIfAborted();
        return pagesAtOnce;
      },
    });
  } finally {
    source.close();
  }
}

/** Turns a closed calendar into a single file without a log; returns the problem that the engine finds in it. */
export function sealSqliteFile(path: string): string | undefined {
  const database = new BetterSqlite3(path);
  try {
    database.pragma('journal_mode = delete');
    const found = database.pragma('quick_check(1)', { simple: true });
    return found === 'ok' ? undefined : String(found);
  } finally {
    database.close();
  }
}
