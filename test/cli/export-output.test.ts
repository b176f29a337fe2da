import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openOrCreateCalendar } from '../../src/calendar-folder.ts';
import { runExport } from '../../src/commands/copies/export.ts';
import type { Shell } from '../../src/shell.ts';
import { runInProcess, temporaryFolder } from '../support/run-cli.ts';

async function exportFrom(output: string | undefined, write: Shell['write'] = async () => undefined) {
  const folder = temporaryFolder();
  const data = join(folder, 'data');
  await (await openOrCreateCalendar({ data })).close();
  if (output !== undefined) writeFileSync(join(folder, output), 'the last export');
  const nothing = () => undefined;
  const shell = {
    environment: {},
    workingFolder: folder,
    print: nothing,
    printError: nothing,
    now: () => 1_800_000_000,
  };
  const config = { data } as Parameters<typeof runExport>[1];
  return { folder, exported: runExport({ output }, config, { ...shell, write }) };
}

test('An export whose reader closes the pipe ends without an error', async () => {
  const closed = () => Promise.reject(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }));
  const { exported } = await exportFrom(undefined, closed);
  expect(await exported).toBeUndefined();
});

test('A stopped export leaves the previous one intact, and no other file', async () => {
  const { folder, exported } = await exportFrom('calendar.ndjson');
  process.emit('SIGINT');
  await expect(exported).rejects.toThrow('Stopped before the end; the export is not complete.');
  expect(readFileSync(join(folder, 'calendar.ndjson'), 'utf8')).toBe('the last export');
  expect(readdirSync(folder).sort()).toEqual(['calendar.ndjson', 'data']);
});

test('A backup that cannot be written names the file and the error', async () => {
  const folder = temporaryFolder();
  await runInProcess(['user', 'add', 'ann', '--role', 'administrator'], { folder });
  const { code, err } = await runInProcess(['backup', 'missing/calendar.tar'], { folder });
  expect([code, err]).toEqual([1, 'kalends: missing/calendar.tar cannot be used (ENOENT).\n']);
});

test('A damaged backup creates no calendar where there was none', async () => {
  const folder = temporaryFolder();
  await runInProcess(['user', 'add', 'ann', '--role', 'administrator'], { folder });
  await runInProcess(['backup', 'calendar.tar'], { folder });
  const path = join(folder, 'calendar.tar');
  const whole = readFileSync(path);
  writeFileSync(path, whole.subarray(0, whole.length >> 1));
  const there = { folder: temporaryFolder() };
  const restore = ['restore', path, '--data', 'new/data'];
  const { code, err } = await runInProcess(restore, there);
  expect([code, err]).toEqual([1, `kalends: ${path}: It is damaged or incomplete.\n`]);
  expect(readdirSync(there.folder)).toEqual([]);
  expect(await runInProcess(['export', '--data', 'new/data'], there)).toMatchObject({
    code: 1,
    err: expect.stringContaining('There is no calendar in'),
  });
  writeFileSync(path, whole);
  expect(await runInProcess(restore, there)).toMatchObject({ code: 0 });
  expect(await runInProcess(restore, there)).toMatchObject({
    code: 1,
    err: expect.stringContaining('is not empty; --force replaces its contents'),
  });
});
