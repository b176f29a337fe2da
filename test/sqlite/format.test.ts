import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { expect, test } from 'vitest';
import { readFormat } from '../../src/store/sqlite/format.ts';
import { openSqlite } from '../../src/store/sqlite/store.ts';
import { make } from '../support/field-table.ts';
import { startTestApp } from '../support/test-app.ts';

test('a calendar of the last version before 0.1.0 opens, and is at the baseline then', async () => {
  const before = await startTestApp({ open: openSqlite });
  const { id } = await make(before, 'venues', { venue: 'Hall' });
  await before.store.close();
  const database = new BetterSqlite3(join(before.folder, 'calendar.sqlite'));
  const { id: number, checksum } = readFormat().predecessor;
  database.exec(`delete from migrations; insert into migrations (id, name, checksum) values
    (1, 'calendar', 'of one'), (${number}, 'search for one and two letters', '${checksum}')`);

  const after = await startTestApp({ folder: before.folder });
  expect((await after.request({ path: `/venues/${id}` })).status).toBe(200);
  expect(database.prepare('select id, name from migrations').all()).toEqual([{ id: 1, name: 'baseline' }]);
  database.close();
});
