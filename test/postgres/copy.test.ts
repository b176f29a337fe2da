// `kalends copy` to the other engine and back leaves the calendar unchanged.
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Progress } from '../../src/core/progress.ts';
import { copyCalendar } from '../../src/export/copy.ts';
import { openPostgres } from '../../src/store/postgres/store.ts';
import { openSqlite } from '../../src/store/sqlite/store.ts';
import { demoOnSqlite } from '../support/calendars/demo-on-sqlite.ts';
import { runInProcess, temporaryFolder } from '../support/run-cli.ts';
import { startService } from '../support/running-service.ts';
import { startBlackholeProxy } from '../support/servers/blackhole-proxy.ts';
import { createEmptyDatabase } from '../support/test-store.ts';

interface Copied {
  tables: { table: string; rows: number; checksum: string }[];
}

/** A SQLite calendar in its own folder. */
const onFolder = (folder: string, environment: Record<string, string> = {}) => ({
  folder,
  environment: { DATABASE_URL: '', KALENDS_TIMEZONE: 'Europe/Paris', ...environment },
});

async function demoIn(folder: string): Promise<string> {
  const demo = await demoOnSqlite();
  cpSync(join(demo, 'data'), join(folder, 'data'), { recursive: true });
  const password = readFileSync(join(demo, 'password'), 'utf8');
  const service = await startService(['--synchronous', 'off'], onFolder(folder));
  await fetch(`${service.origin}/calendar/events/v1/tags`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${password}`,
      'content-type': 'application/json',
      'idempotency-key': 'one',
    },
    body: JSON.stringify({ name: '100 % "sûr" \\ 🎉', description: 'a\nb\tc' }),
  });
  await service.stop();
  return password;
}

test('A calendar copied from SQLite to PostgreSQL and back is the same row by row', { timeout: 60_000 }, async () => {
  const folder = temporaryFolder();
  const password = await demoIn(folder);
  const url = await createEmptyDatabase();
  const there = onFolder(folder, { THERE: url });
  const copy = async (...args: string[]) => {
    const { code, out, err } = await runInProcess(['copy', ...args, '--json'], there);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    return (JSON.parse(out) as Copied).tables;
  };
  const sent = await copy('--from', 'sqlite:data', '--to', 'env:THERE');
  expect(sent.find(({ table }) => table === 'events')?.rows).toBeGreaterThan(50);
  expect(sent.find(({ table }) => table === 'idempotency_keys')?.rows).toBe(1);
  // Images of a calendar on PostgreSQL may be in the folder already.
  mkdirSync(join(folder, 'back/media'), { recursive: true });
  writeFileSync(join(folder, 'back/media/image.jpg'), 'x');
  expect(await copy('--from', 'env:THERE', '--to', `sqlite:${join(folder, 'back')}`)).toEqual(sent);

  const service = await startService([], onFolder(temporaryFolder(), { DATABASE_URL: url }));
  const list = async (origin: string) => (await fetch(`${origin}/calendar/events/v1/events?per_page=50`)).json();
  const made = await fetch(`${service.origin}/calendar/events/v1/venues`, {
    method: 'POST',
    headers: { authorization: `Bearer ${password}`, 'content-type': 'application/json' },
    body: JSON.stringify({ venue: 'New Hall' }),
  });
  expect(made.status).toBe(201);
  expect(await list(service.origin)).toMatchObject({ total: expect.any(Number) });
  const refused = await runInProcess(['copy', '--from', 'sqlite:data', '--to', 'env:THERE'], there);
  expect(refused).toMatchObject({ code: 1, out: '', err: expect.stringContaining('is not empty; --force') });
  expect(await service.stop()).toBe(0);
  expect(await copy('--from', 'sqlite:data', '--to', 'env:THERE', '--force')).toEqual(sent);
});

test('The source connection is released before the copy is compared, however long that takes', {
  timeout: 60_000,
}, async () => {
  const url = new URL(await createEmptyDatabase());
  const service = await startService(['--demo'], onFolder(temporaryFolder(), { DATABASE_URL: url.href }));
  await service.stop();
  // The server ends transactions that are idle for that long.
  url.searchParams.set('idle_in_transaction_session_timeout', '500');
  const from = await openPostgres({ url: url.href });
  const to = await openSqlite({ path: join(temporaryFolder(), 'calendar.sqlite'), synchronous: 'off' });
  onTestFinished(async () => {
    await from.close();
    await to.close();
  });
  let steps = 0;
  let hasPaused = false;
  const progress: Progress = {
    start: (_, all) => {
      steps = all;
    },
    advance(done) {
      if (hasPaused || done <= steps / 2) return;
      hasPaused = true;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1500);
    },
    stop: () => undefined,
  };
  const { tables } = await copyCalendar({ from, to, force: false, progress, signal: new AbortController().signal });
  expect(hasPaused).toBe(true);
  expect(tables.find(({ table }) => table === 'events')?.rows).toBeGreaterThan(50);
});

test('A calendar is copied through a pooler that accepts no connection settings', async () => {
  const folder = temporaryFolder();
  await runInProcess(['migrate'], onFolder(folder));
  const pooler = await startBlackholeProxy(await createEmptyDatabase());
  pooler.blockFrom('extra_float_digits');
  const there = onFolder(folder, { THERE: pooler.url, KALENDS_DATABASE_POOLER: 'transaction' });
  expect(await runInProcess(['copy', '--from', 'sqlite:data', '--to', 'env:THERE'], there)).toMatchObject({ code: 0 });
});

test.each<[name: string, args: string[], code: number, sentence: RegExp]>([
  [
    'no place',
    ['--from', 'mysql://u:hunter2@h/x', '--to', 'sqlite:b'],
    2,
    /--from is not the location of a calendar; expected sqlite:FOLDER, env:/,
  ],
  ['a variable that is not there', ['--from', 'env:NOWHERE', '--to', 'sqlite:b'], 2, /The variable NOWHERE is not set/],
  ['no calendar', ['--from', 'sqlite:a', '--to', 'sqlite:b'], 1, /There is no calendar in \S+\/a\.$/m],
  ['the same place', ['--from', 'sqlite:a', '--to', 'sqlite:./a'], 2, /Both places are the same/],
])('A copy reports %s in one sentence', async (_, args, code, sentence) => {
  const ended = await runInProcess(['copy', ...args], onFolder(temporaryFolder()));
  expect(ended).toMatchObject({ code, out: '', err: expect.stringMatching(sentence) });
  expect(ended.err).not.toContain('hunter2');
});
