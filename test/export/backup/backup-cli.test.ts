// `kalends backup` and `kalends restore` with a running service, on a full disk, and killed.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { markedWhileEmpty } from '../../../src/export/copy.ts';
import { filesBelow } from '../../support/calendars/stored-files.ts';
import { program, runCli, runInProcess, startCli, temporaryFolder } from '../../support/run-cli.ts';
import { type RunningService, startService } from '../../support/running-service.ts';
import { copyCalendarOf, databaseSettingsOf, openCalendarOf } from '../../support/test-store.ts';

const events = '/calendar/events/v1/events';

const shared = mkdtempSync(join(tmpdir(), 'kalends-demo-'));
afterAll(() => rmSync(shared, { recursive: true }));

async function createDemo() {
  const service = await startService(['--demo', '--synchronous', 'off'], { folder: shared });
  const password = (await service.event('first-administrator'))['application_password'] as string;
  const total = await totalOf(service);
  await service.stop();
  return { password, total };
}

let demo: ReturnType<typeof createDemo> | undefined;

/** The demonstration in a folder of its own: copying it takes a tenth of the time of creating it. */
async function demoFolder() {
  demo ??= createDemo();
  const { password, total } = await demo;
  const folder = temporaryFolder();
  await copyCalendarOf(shared, folder);
  return { folder, password, total };
}

async function demoService() {
  const { folder, password } = await demoFolder();
  const service = await startService(['--synchronous', 'off'], { folder });
  return { folder, service, password };
}

const totalOf = async ({ origin }: RunningService): Promise<number> =>
  ((await (await fetch(`${origin}${events}?per_page=1&start_date=1900-01-01`)).json()) as { total: number }).total;

async function addEvent({ origin }: RunningService, password: string, title: string): Promise<void> {
  const reply = await fetch(`${origin}${events}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${password}`, 'content-type': 'application/json' },
    body: JSON.stringify({ title, start_date: '2027-05-01 10:00', end_date: '2027-05-01 12:00' }),
  });
  expect(reply.status).toBe(201);
}

test('A backup can be restored into a running service, which serves it without a restart', {
  timeout: 120_000,
}, async () => {
  const { folder, service, password } = await demoService();
  const total = await totalOf(service);
  const taken = await runInProcess(['backup', 'calendar.tar.gz', '--json'], { folder });
  expect(taken).toMatchObject({ code: 0, err: '' });
  expect(JSON.parse(taken.out)).toMatchObject({ ok: true, rows: { events: expect.any(Number) } });
  await addEvent(service, password, 'Later');
  expect(await totalOf(service)).toBe(total + 1);
  const refused = await runInProcess(['restore', 'calendar.tar.gz'], { folder });
  expect(refused).toMatchObject({
    code: 1,
    err: expect.stringContaining('is not empty; --force replaces its contents'),
  });
  expect(await totalOf(service)).toBe(total + 1);
  const restored = await runInProcess(['restore', 'calendar.tar.gz', '--force'], { folder });
  expect(restored).toMatchObject({ code: 0, err: expect.stringContaining('Restored') });
  // The notification of another process arrives a moment after its commit.
  await expect.poll(() => totalOf(service), { timeout: 10_000 }).toBe(total);
  await addEvent(service, password, 'Next');
  expect(await totalOf(service)).toBe(total + 1);
  expect(await runInProcess(['check'], { folder })).toMatchObject({ code: 0 });
  expect(readdirSync(join(folder, 'data')).filter((name) => name.startsWith('restore-'))).toEqual([]);
  expect(await service.stop()).toBe(0);
});

test('A service with several workers takes one scheduled backup, of the calendar that it serves', {
  timeout: 120_000,
}, async () => {
  const { folder } = await demoFolder();
  renameSync(join(folder, 'data'), join(folder, 'elsewhere'));
  const options = ['--workers', '2', '--data', 'elsewhere', '--backup-folder', 'backups', '--metrics', '127.0.0.1:0'];
  const service = await startService(options, { folder });
  const { metrics } = await service.event('listening');
  const written = await service.event('backup: written');
  const backups = readdirSync(join(folder, 'backups'));
  expect(backups).toEqual([written['file']]);
  expect(await (await fetch(String(metrics))).text()).toMatch(/^kalends_backups_total{outcome="written"} 1$/m);
  const verified = await runInProcess(['restore', `backups/${backups[0]}`, '--verify', '--json'], { folder });
  expect(JSON.parse(verified.out)).toMatchObject({ ok: true, missing_files: [], rows: { users: 1 } });
  expect(await service.stop()).toBe(0);
});

test('Commands say whether the file of an image is missing or has the wrong size', { timeout: 120_000 }, async () => {
  const { folder } = await demoFolder();
  const media = join(folder, 'data/media');
  const [lost = '', short = ''] = filesBelow(media);
  rmSync(join(media, lost));
  const { size } = statSync(join(media, short));
  truncateSync(join(media, short), 100);
  const damaged = `damaged file  ${short.slice(1)}  (100 bytes instead of ${size})`;
  const lines = `missing file  ${lost.slice(1)}\n${damaged}\n`;
  expect(await runInProcess(['check'], { folder })).toMatchObject({
    code: 1,
    out: lines,
    err: 'kalends: Image files are missing or damaged; restore them from a backup.\n',
  });
  const backup = await runInProcess(['backup', 'calendar.tar'], { folder });
  expect(backup).toMatchObject({ code: 0, err: expect.stringContaining(lines) });
});

test('A backup can be restored where only the images of the calendar are left', { timeout: 120_000 }, async () => {
  const { folder, total } = await demoFolder();
  await runInProcess(['backup', 'calendar.tar'], { folder });
  const [elsewhere, database] = [temporaryFolder(), await databaseSettingsOf(temporaryFolder())];
  const there = { folder: elsewhere, environment: database };
  const image = join(elsewhere, 'data/media/left.jpg');
  mkdirSync(join(elsewhere, 'data/media'), { recursive: true });
  writeFileSync(image, 'x');
  expect(await runInProcess(['restore', join(folder, 'calendar.tar')], there)).toMatchObject({ code: 0 });
  const restored = await startService([], there);
  expect(await totalOf(restored)).toBe(total);
  expect(await runInProcess(['check'], there)).toMatchObject({ code: 0 });
  await restored.stop();
});

test('After a restore into a new place was killed, the empty calendar is refused until the restore is repeated', {
  timeout: 120_000,
}, async () => {
  const { folder, total } = await demoFolder();
  await runInProcess(['backup', 'calendar.tar'], { folder });
  const there = { folder: temporaryFolder(), environment: await databaseSettingsOf(temporaryFolder()) };
  const restore = ['restore', join(folder, 'calendar.tar')];
  const killed = await startCli(restore, there);
  const ended = once(killed, 'exit');
  // Images are the first to be restored.
  await expect.poll(() => existsSync(join(there.folder, 'data/media')), { interval: 1, timeout: 60_000 }).toBe(true);
  killed.kill('SIGKILL');
  expect(await ended).toEqual([null, 'SIGKILL']);
  const refused = await runCli(['serve', '--port', '0'], there);
  expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('was interrupted, so the calendar is empty') });
  expect(await runInProcess(restore, there)).toMatchObject({ code: 0 });
  const restored = await startService([], there);
  expect(await totalOf(restored)).toBe(total);
  expect(await restored.stop()).toBe(0);
});

test('A restore that fails leaves a calendar that can be used', async () => {
  const folder = temporaryFolder();
  await runInProcess(['user', 'add', 'admin', '--role', 'administrator'], { folder });
  await runInProcess(['backup', 'calendar.tar'], { folder });
  const store = await openCalendarOf(folder);
  await store.write((db) => db.deleteFrom('users').execute());
  await expect(markedWhileEmpty(store, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  await store.close();
  expect(await runInProcess(['user', 'list'], { folder })).toMatchObject({ code: 0 });
  expect(await runInProcess(['restore', 'calendar.tar'], { folder })).toMatchObject({ code: 0 });
  expect(await runInProcess(['user', 'list'], { folder })).toMatchObject({ out: expect.stringContaining('admin') });
});

test('If the disk fills up during a backup, the previous backup remains, and nothing else', {
  timeout: 120_000,
}, async () => {
  const { folder } = await demoFolder();
  writeFileSync(join(folder, 'calendar.tar'), 'before');
  // In blocks of 512 bytes: either the archive with its images does not fit, or not even the database.
  for (const blocks of [400, 4000]) {
    const limited = ['-c', `trap '' XFSZ; ulimit -f ${blocks}; exec "$@"`, 'sh', process.execPath, program];
    const child = spawn('sh', [...limited, 'backup', 'calendar.tar'], {
      cwd: folder,
      env: { PATH: process.env['PATH'], ...(await databaseSettingsOf(folder)) },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const err: Buffer[] = [];
    child.stderr.on('data', (bytes: Buffer) => err.push(bytes));
    const [code] = await once(child, 'exit');
    expect({ code, err: String(Buffer.concat(err)) }).toMatchObject({ code: 1 });
    expect(String(Buffer.concat(err))).not.toContain('unexpected');
    expect(readdirSync(folder).sort()).toEqual(['calendar.tar', 'data']);
    expect(readFileSync(join(folder, 'calendar.tar'), 'utf8')).toBe('before');
  }
});

test('A restore that is stopped while it verifies the backup removes what it has unpacked', {
  timeout: 120_000,
}, async () => {
  const { folder } = await demoFolder();
  await runInProcess(['backup', 'calendar.tar'], { folder });
  const there = { folder: temporaryFolder(), environment: await databaseSettingsOf(temporaryFolder()) };
  const unpacked = () => readdirSync(there.folder, { recursive: true }).filter((name) => /restore-/.test(String(name)));
  const stopped = await startCli(['restore', join(folder, 'calendar.tar')], there);
  const ended = once(stopped, 'exit');
  await expect.poll(unpacked, { interval: 1, timeout: 60_000 }).not.toEqual([]);
  stopped.kill('SIGINT');
  expect(await ended).toEqual([1, null]);
  expect(unpacked()).toEqual([]);
});

test('Ctrl+C that arrives twice, as under an older Node, stops a backup as one that arrives once does', {
  timeout: 120_000,
}, async () => {
  const { folder } = await demoFolder();
  for (let attempt = 1; attempt <= 5; attempt++) {
    const stopped = await startCli(['backup', 'calendar.tar.gz'], { folder });
    const ended = once(stopped, 'exit');
    await expect.poll(() => readdirSync(folder).length, { interval: 1, timeout: 60_000 }).toBeGreaterThan(1);
    stopped.kill('SIGINT');
    await pause(attempt);
    stopped.kill('SIGINT');
    expect(await ended).toEqual([1, null]);
    expect(readdirSync(folder)).toEqual(['data']);
  }
});

test('A restore that is killed leaves the old calendar or the new one', { timeout: 120_000 }, async () => {
  const { folder, service, password } = await demoService();
  const old = await totalOf(service);
  await runInProcess(['backup', 'calendar.tar'], { folder });
  const restore = () => startCli(['restore', 'calendar.tar', '--force'], { folder });
  const started = performance.now();
  await once(await restore(), 'exit');
  const durationMs = performance.now() - started;
  expect(await totalOf(service)).toBe(old);
  await addEvent(service, password, 'Later');
  const totals = new Set<number>();
  // The first is killed before it can have finished, although a busy machine may have slowed down the measured one.
  for (const part of [0.1, 0.4, 0.6, 0.7, 0.8, 0.9]) {
    const process = await restore();
    const ended = once(process, 'exit');
    await Promise.race([ended, pause(part * durationMs)]);
    process.kill('SIGKILL');
    await ended;
    const total = await totalOf(service);
    totals.add(total);
    expect(await runInProcess(['check'], { folder })).toMatchObject({ code: 0 });
    if (total === old) break;
  }
  expect(totals).toContain(old + 1);
  expect([old, old + 1]).toEqual(expect.arrayContaining([...totals]));
  await runInProcess(['restore', 'calendar.tar', '--force'], { folder });
  expect(readdirSync(join(folder, 'data')).filter((name) => name.startsWith('restore-'))).toEqual([]);
  expect(await service.stop()).toBe(0);
});
