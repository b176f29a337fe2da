// SQLite rolls a transaction back by itself after some errors, such as a full disk.
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { openSqlite } from '../../src/store/sqlite/store.ts';
import { temporaryFolder } from '../support/run-cli.ts';

test('A write that finds the database full fails with that reason, not with that of a second rollback', async () => {
  const store = openSqlite({ path: join(temporaryFolder(), 'calendar.sqlite'), synchronous: 'off' });
  onTestFinished(() => store.close());
  const write = (value: string) =>
    store.write((db) =>
      db
        .insertInto('meta')
        .values({ key: value.slice(0, 10), value })
        .execute(),
    );
  // The database cannot grow any more.
  await store.write((db) => sql`pragma max_page_count = 1`.execute(db));
  await expect(write('x'.repeat(2 ** 24))).rejects.toThrow(/the disk is full/);
  await store.write((db) => sql`pragma max_page_count = 1000000`.execute(db));
  await write('y'.repeat(2 ** 24));
});
