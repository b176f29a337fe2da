import { sql } from 'kysely';
import type { Reader, Store } from './store.ts';

/** Runs `work` on one snapshot, without blocking writers. */
export const inSnapshot = <T>(store: Store, work: (db: Reader) => Promise<T>): Promise<T> =>
  store.reader.connection().execute(async (db) => {
    await store.dialect.beginSnapshot.execute(db);
    try {
      return await work(db);
    } finally {
      await sql`commit`.execute(db);
    }
  });
