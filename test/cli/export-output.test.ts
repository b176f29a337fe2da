import { execFileSync } from 'node:child_process';
import { lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
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

test('A backup that cannot be written or read names the file and says why', async () => {
  const folder = temporaryFolder();
  await runInProcess(['user', 'add', 'ann', '--role', 'administrator'], { folder });
  writeFileSync(join(folder, 'file'), '');
  mkdirSync(join(folder, 'folder'));
  const said = async (...args: string[]) => {
    const { code, err } = await runInProcess(args, { folder });
    expect(code).toBe(1);
    return err;
  };
  const noFolder = 'cannot be written: its folder does not exist.\n';
  expect(await said('backup', 'missing/calendar.tar')).toBe(`kalends: missing/calendar.tar ${noFolder}`);
  expect(await said('export', '--output', 'missing/x')).toBe(`kalends: missing/x ${noFolder}`);
  const noPath = 'cannot be written: part of the path is a file.\n';
  expect(await said('backup', 'file/calendar.tar')).toBe(`kalends: file/calendar.tar ${noPath}`);
  expect(await said('backup', 'folder')).toBe('kalends: folder cannot be written: it is a folder.\n');
  for (const more of [['--force'], ['--verify'], []])
    expect(await said('restore', 'missing.tar', ...more)).toBe('kalends: missing.tar does not exist.\n');
  for (const more of [['--force'], ['--verify']])
    expect(await said('restore', 'folder', ...more)).toBe('kalends: folder is a folder.\n');
});

test('A backup to - is refused rather than written to a file of that name', async () => {
  const folder = temporaryFolder();
  await runInProcess(['user', 'add', 'ann', '--role', 'administrator'], { folder });
  for (const command of [['backup'], ['export', '--output'], ['restore']])
    expect(await runInProcess([...command, '-'], { folder })).toMatchObject({ code: 2, out: '' });
  const advice = '"-" does not stand for standard input or output here; a file of that name is ./-';
  expect((await runInProcess(['backup', '-'], { folder })).err).toContain(advice);
  expect(readdirSync(folder)).toEqual(['data']);
  expect(await runInProcess(['backup', './-'], { folder })).toMatchObject({ code: 0 });
});

test('A backup replaces neither a device nor the target of a link with something else', async () => {
  const folder = temporaryFolder();
  await runInProcess(['user', 'add', 'ann', '--role', 'administrator'], { folder });
  const pipe = join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  expect(await runInProcess(['backup', 'pipe'], { folder })).toMatchObject({
    code: 1,
    err: 'kalends: pipe cannot be written: it is not a file.\n',
  });
  expect(lstatSync(pipe).isFIFO()).toBe(true);
  symlinkSync('of-today.tar', join(folder, 'latest.tar'));
  writeFileSync(join(folder, 'of-today.tar'), '');
  expect(await runInProcess(['backup', 'latest.tar'], { folder })).toMatchObject({ code: 0 });
  expect(lstatSync(join(folder, 'latest.tar')).isSymbolicLink()).toBe(true);
  expect(lstatSync(join(folder, 'of-today.tar')).size).toBeGreaterThan(0);
});

test.runIf(inject('engine') === 'sqlite')('Neither a backup nor an export replaces the calendar itself', async () => {
  const folder = temporaryFolder();
  await runInProcess(['user', 'add', 'ann', '--role', 'administrator'], { folder });
  symlinkSync('data/calendar.sqlite', join(folder, 'link'));
  for (const file of ['data/calendar.sqlite', 'link']) {
    const refused = { code: 2, err: `kalends: ${file} is the calendar itself; name a new file.\n` };
    expect(await runInProcess(['backup', file], { folder })).toMatchObject(refused);
    expect(await runInProcess(['export', '--output', file], { folder })).toMatchObject(refused);
  }
  expect((await runInProcess(['user', 'list'], { folder })).out).toContain('ann');
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
  expect([code, err]).toEqual([1, `kalends: ${path}: It is not a backup, or it is damaged or incomplete.\n`]);
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
