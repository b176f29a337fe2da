// What killed backups, exports and restores leave behind, and two at once.
import { once } from 'node:events';
import { mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { runInProcess, startCli, temporaryFolder } from '../../support/run-cli.ts';

const timeout = 120_000;

async function folderWithCalendar(): Promise<string> {
  const folder = temporaryFolder();
  await runInProcess(['user', 'add', 'admin', '--role', 'administrator'], { folder });
  await runInProcess(['backup', 'older.tar'], { folder });
  return folder;
}

/** On SQLite there is also a data folder. */
const filesIn = (folder: string) => readdirSync(folder).filter((name) => name !== 'data');

const hasUnfinished = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).some((path) => /unfinished.(?!lock)/.test(path));

function age(folder: string, days: number): void {
  const time = Date.now() / 1000 - days * 86_400 - 60;
  for (const name of readdirSync(folder)) utimesSync(join(folder, name), time, time);
}

/** Stops a process in the middle of its work, while it has unfinished files. One that was too fast is started again. */
async function suspended(args: readonly string[], folder: string) {
  const before = filesIn(folder);
  for (;;) {
    const process = await startCli(args, { folder });
    const ended = once(process, 'exit');
    while (process.exitCode === null && !hasUnfinished(folder)) await setTimeout(1);
    process.kill('SIGSTOP');
    if (hasUnfinished(folder)) return { process, ended };
    process.kill('SIGCONT');
    expect(await ended).toEqual([0, null]);
    for (const name of filesIn(folder)) if (!before.includes(name)) rmSync(join(folder, name));
  }
}

const cases = [
  { args: ['backup', 'calendar.tar.gz'], left: ['calendar.tar.gz', 'older.tar'] },
  { args: ['export', '--output', 'calendar.ndjson'], left: ['calendar.ndjson', 'older.tar'] },
];

test.each(cases)(
  'What a killed $args.0 leaves is removed by the next one with the same name',
  { timeout },
  async ({ args, left }) => {
    const folder = await folderWithCalendar();
    const { process, ended } = await suspended(args, folder);
    process.kill('SIGKILL');
    await ended;
    expect(filesIn(folder)).toHaveLength(2);
    expect(await runInProcess(args, { folder })).toMatchObject({ code: 0 });
    expect(filesIn(folder)).toEqual(left);
  },
);

test.each(cases)(
  'While a $args.0 is running, another with the same name is refused',
  { timeout },
  async ({ args, left }) => {
    const folder = await folderWithCalendar();
    const { process, ended } = await suspended(args, folder);
    expect(await runInProcess(args, { folder })).toMatchObject({
      code: 1,
      err: expect.stringContaining('another process is writing it'),
    });
    process.kill('SIGCONT');
    expect(await ended).toEqual([0, null]);
    expect(filesIn(folder)).toEqual(left);
  },
);

test('What a killed backup left under another name is removed a day later by the next one in the same folder', async () => {
  const folder = await folderWithCalendar();
  const remains = { 'monday.tar.unfinished': 2, 'sunday.tar.unfinished': 0, 'mine.unfinished': 2 };
  for (const [name, days] of Object.entries(remains)) {
    mkdirSync(join(folder, name));
    const files = name.startsWith('mine') ? ['notes'] : ['archive', 'lock'];
    for (const file of files) writeFileSync(join(folder, name, file), '');
    age(join(folder, name), days);
  }
  writeFileSync(join(folder, 'a.unfinished'), '');
  expect(await runInProcess(['backup', 'tuesday.tar'], { folder })).toMatchObject({ code: 0 });
  expect(filesIn(folder)).toEqual([
    'a.unfinished',
    'mine.unfinished',
    'older.tar',
    'sunday.tar.unfinished',
    'tuesday.tar',
  ]);
});

test('A backup that has run for a day is not disturbed by another one', { timeout }, async () => {
  const folder = await folderWithCalendar();
  const { process, ended } = await suspended(['backup', 'calendar.tar.gz'], folder);
  age(join(folder, 'calendar.tar.gz.unfinished'), 2);
  expect(await runInProcess(['backup', 'other.tar'], { folder })).toMatchObject({ code: 0 });
  process.kill('SIGCONT');
  expect(await ended).toEqual([0, null]);
  expect(filesIn(folder)).toEqual(['calendar.tar.gz', 'older.tar', 'other.tar']);
});

test('A restore that is refused because of a calendar still removes what a killed one has left', {
  timeout,
}, async () => {
  const folder = await folderWithCalendar();
  const { process, ended } = await suspended(['restore', 'older.tar', '--force'], folder);
  process.kill('SIGKILL');
  await ended;
  expect(readdirSync(join(folder, 'data'))).toContain('restore-unfinished');
  expect(await runInProcess(['restore', 'older.tar'], { folder })).toMatchObject({
    code: 1,
    err: expect.stringContaining('is not empty; --force replaces its contents'),
  });
  expect(readdirSync(join(folder, 'data'))).not.toContain('restore-unfinished');
});

test('While a restore is running, another into the same data folder is refused', { timeout }, async () => {
  const folder = await folderWithCalendar();
  const args = ['restore', 'older.tar', '--force'];
  const { process, ended } = await suspended(args, folder);
  expect(await runInProcess(args, { folder })).toMatchObject({
    code: 1,
    err: expect.stringContaining('another restore is running'),
  });
  process.kill('SIGCONT');
  expect(await ended).toEqual([0, null]);
  expect(await runInProcess(args, { folder })).toMatchObject({ code: 0 });
});
