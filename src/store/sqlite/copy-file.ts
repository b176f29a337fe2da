// A copy of a SQLite calendar while others write to it.
import BetterSqlite3 from 'better-sqlite3';
import { sql } from 'kysely';
import type { Reader } from '../store.ts';

/** 4 MB, and then others have a turn. */
const pagesAtOnce = 1000;

/** Copies the database as it is at one moment: all that was committed before the call, and nothing later than its start. */
export async function copySqliteFile(db: Reader, to: string, signal: AbortSignal): Promise<void> {
  const found = await sql<{ file: string }>`select file from pragma_database_list where name = 'main'`.execute(db);
  const source = new BetterSqlite3(found.rows[0]?.file, { readonly: true, fileMustExist: true });
  try {
    // Without a transaction of its own the copy would begin again after each commit of another connection.
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

/** Makes a closed calendar one file that needs no log beside it, and answers what the engine finds wrong with it. */
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
