// The reserve file, which lets the service start on a full disk.
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openOrCreateCalendar } from '../../src/calendar-folder.ts';
import { openWithReserve } from '../../src/store/sqlite/files/reserve.ts';
import { openSqlite } from '../../src/store/sqlite/store.ts';

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'kalends-reserve-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const full = () => Object.assign(new Error('disk I/O error'), { code: 'SQLITE_IOERR_SHMSIZE' });

test('A start on a full disk uses the reserved space for the -shm file', async () => {
  const data = temporaryFolder();
  await (await openOrCreateCalendar({ data })).close();
  const path = join(data, 'calendar.sqlite');
  expect(statSync(`${path}-reserve`).size).toBe(32 * 1024);

  let refusals = 0;
  const store = openWithReserve(path, () => {
    // Like a disk with no space except the reserve.
    if (existsSync(`${path}-reserve`)) {
      refusals++;
      throw full();
    }
    return openSqlite({ path, synchronous: 'off' });
  });
  expect(refusals).toBe(1);
  expect(await store.reader.selectFrom('meta').select('key').limit(1).execute()).toBeDefined();
  await store.close();
  expect(existsSync(`${path}-reserve`)).toBe(true);
});

test('Other errors, and a disk that stays full, are reported', () => {
  const path = join(temporaryFolder(), 'calendar.sqlite');
  const failing = (error: Error) => () =>
    openWithReserve(path, () => {
      throw error;
    });
  const damaged = Object.assign(new Error('no database'), { code: 'SQLITE_NOTADB' });
  expect(failing(full())).toThrow('disk I/O error');
  expect(failing(damaged)).toThrow('no database');
});
