import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { scheduleBackups } from './backups.ts';

afterEach(() => void vi.useRealTimers());

const day = 86_400;
const start = Date.UTC(2027, 2, 1) / 1000;

/** Its time advances only with `pass`. */
function scheduled({ keep = 2, files = [] as string[], fails = false } = {}) {
  const parent = mkdtempSync(join(tmpdir(), 'kalends-backups-'));
  onTestFinished(() => rmSync(parent, { recursive: true }));
  const folder = join(parent, 'backups');
  if (files.length > 0) mkdirSync(folder);
  for (const file of files) writeFileSync(join(folder, file), '');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const lines: { level: number; msg: string }[] = [];
  const counted: string[] = [];
  const reported: number[] = [];
  let now = start;
  let failing = fails;
  const background = scheduleBackups({
    folder,
    keep,
    everySeconds: day,
    now: () => now,
    logger: pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) }),
    meter: { recordEnd: (outcome) => void counted.push(outcome), recordSuccess: (at) => void reported.push(at) },
    async take(path) {
      writeFileSync(`${path}.1.part`, '');
      if (failing) throw new Error('the disk is full');
      rmSync(`${path}.1.part`);
      writeFileSync(path, '');
    },
  });
  const pass = async (seconds: number) => {
    now += seconds;
    vi.advanceTimersByTime(seconds * 1000);
    // The next timer is set when the backup is done.
    await vi.waitUntil(() => vi.getTimerCount() === 1, { interval: 1 });
  };
  return {
    background,
    pass,
    lines,
    counted,
    reported,
    names: () => readdirSync(folder).sort(),
    set(clock: number) {
      now = clock;
    },
    succeed() {
      failing = false;
    },
  };
}

test('A backup is taken after the start and then each time it is due, and only the newest are kept', async () => {
  const { pass, names, background } = scheduled();
  await pass(5);
  expect(names()).toEqual(['kalends-20270301T000005Z.tar.gz']);
  for (let hour = 0; hour < 23; hour++) await pass(3600);
  expect(names()).toHaveLength(1);
  for (let hour = 0; hour < 50; hour++) await pass(3600);
  expect(names()).toHaveLength(2);
  expect(names()[1]).toBe('kalends-20270304T000005Z.tar.gz');
  await background.stop();
});

test('A restart takes no backup before it is due, and files of other names are left alone', async () => {
  const others = ['kalends-20270228T220000Z.tar.gz', 'mine.tar.gz', 'kalends-20200101T000000Z.tar.gz.bak'];
  const { pass, names, background } = scheduled({ keep: 1, files: others });
  for (let hour = 0; hour < 21; hour++) await pass(3600);
  expect(names()).toEqual([...others].sort());
  for (let hour = 0; hour < 3; hour++) await pass(3600);
  expect(names()).toHaveLength(3);
  expect(names()).toEqual(expect.arrayContaining(others.slice(1)));
  expect(names()).not.toContain(others[0]);
  await background.stop();
});

test('A failed backup is logged, counted and retried; it deletes no others, and its remains do not count', async () => {
  const files = ['kalends-20270101T000000Z.tar.gz', 'kalends-20270102T000000Z.tar.gz'];
  const { pass, names, lines, counted, succeed, background } = scheduled({ keep: 1, files, fails: true });
  await pass(5);
  expect(lines).toMatchObject([{ level: 50, reason: 'the disk is full', msg: 'backup: failed' }]);
  expect(counted).toEqual(['failed']);
  expect(names()).toEqual([...files, 'kalends-20270301T000005Z.tar.gz.1.part']);
  succeed();
  await pass(3600);
  expect(names()).toEqual(['kalends-20270301T010005Z.tar.gz']);
  expect(counted).toEqual(['failed', 'written']);
  await background.stop();
});

test('The time of the newest backup is reported at the start, not only when the next could be due', async () => {
  const { reported, background } = scheduled({ files: ['kalends-20270228T220000Z.tar.gz'] });
  await vi.waitUntil(() => reported.length > 0, { interval: 1 });
  expect(reported).toEqual([start - 7200]);
  await background.stop();
});

test('Setting the clock back does not stop backups', async () => {
  const { pass, names, set, background } = scheduled({ keep: 5 });
  await pass(5);
  set(start - 10 * day);
  await pass(3600);
  expect(names()).toEqual(['kalends-20270219T010000Z.tar.gz', 'kalends-20270301T000005Z.tar.gz']);
  await background.stop();
});

test('Backups that were taken before the clock was set back are deleted first', async () => {
  const ahead = ['kalends-20370301T000000Z.tar.gz', 'kalends-20370302T000000Z.tar.gz'];
  const { pass, names, background } = scheduled({ files: ahead });
  await pass(5);
  for (let hour = 0; hour < 25; hour++) await pass(3600);
  expect(names()).toEqual(['kalends-20270301T000005Z.tar.gz', 'kalends-20270302T000005Z.tar.gz']);
  await background.stop();
});
