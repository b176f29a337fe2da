// `kalends import` and `kalends export` as a user runs them.
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, test, vi } from 'vitest';
import { withoutTime } from '../support/calendars/export-text.ts';
import { runCli, runInProcess, startCli, temporaryFolder } from '../support/run-cli.ts';
import { listenLocally } from '../support/servers/listen-locally.ts';
import { watchWriters } from '../support/test-store.ts';
import { fileOf, pageEvent } from './support.ts';

const harbourTown = fileURLToPath(new URL('fixtures/harbour-town.json', import.meta.url));
const environment = { KALENDS_TIMEZONE: 'America/New_York' };

const cliIn =
  (folder: string) =>
  (...args: string[]) =>
    runInProcess(args, { folder, environment });

describe('kalends import', () => {
  test('An import reports what it did, and nothing the second time', async () => {
    const cli = cliIn(temporaryFolder());
    const first = await cli('import', harbourTown);
    expect(first.code).toBe(0);
    expect(first.out).toMatch(/^Imported:\n\n +CREATED +UPDATED +UNCHANGED +SKIPPED\nevents +3 +0 +0 +3\n/);
    expect(first.out).toContain('  1 × has no title\n      event 506  (');
    expect(first.out).toContain('  1 × has a utc_end_date before its start; recomputed\n');
    const second = await cli('import', harbourTown);
    expect(second.out).toMatch(/events +0 +0 +3 +3\nvenues +0 +0 +2 +0\n/);
    expect(second.out).not.toContain('Imported with differences');
  });

  test('An import says that it creates a calendar, as it does in the wrong folder', async () => {
    const cli = cliIn(temporaryFolder());
    expect((await cli('import', harbourTown)).err).toMatch(/^Created a calendar in .+\.$/m);
    expect((await cli('import', harbourTown)).err).not.toContain('Created');
  });

  test('A dry run does not create a calendar', async () => {
    const folder = temporaryFolder();
    const { code, out } = await cliIn(folder)('import', '--dry-run', '--json', harbourTown);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      ok: true,
      dry_run: true,
      format: 'pages',
      counts: { events: { created: 3, skipped: 3 } },
      skipped: [{ what: 'has no title', count: 1, records: [{ source: harbourTown, record: 'event 506' }] }, {}, {}],
    });
    expect(readdirSync(folder)).toEqual([]);
  });

  test('A failed import exits with code 1 and a message, as text and as JSON', async () => {
    const folder = temporaryFolder();
    const page = fileOf(folder, 'page.html', '<html>');
    await cliIn(folder)('import', harbourTown);
    const { code, out, err } = await cliIn(folder)('import', harbourTown, page, 'missing.json', '--json');
    expect(code).toBe(1);
    const error = `Nothing was imported.\n${page} is not JSON.\nmissing.json does not exist.`;
    expect(JSON.parse(out)).toEqual({ ok: false, dry_run: false, error });
    expect(err).toBe(`kalends: ${error}\n`);
    expect(await cliIn(folder)('import')).toMatchObject({ code: 2 });
  });

  test('A site without https:// is read as a file, with a hint', async () => {
    const cli = cliIn(temporaryFolder());
    await cli('import', harbourTown);
    const hint = 'does not exist; the URL of a site begins with https://.';
    for (const name of ['old-site.example', '127.0.0.1:3000', 'www.town.example/calendar'])
      expect((await cli('import', name)).err).toBe(`kalends: Nothing was imported.\n${name} ${hint}\n`);
  });

  test('A next page that is also given is not reported as missing', async () => {
    const folder = temporaryFolder();
    const apiUrl = 'https://town.example/wp-json/tribe/events/v1/events/?';
    const pageOf = (page: number) =>
      fileOf(folder, `page${page}.json`, {
        events: [pageEvent(page)],
        rest_url: `${apiUrl}page=${page}&per_page=1`,
        next_rest_url: `${apiUrl}per_page=1&page=${page + 1}`,
      });
    const second = pageOf(2);
    const { out } = await cliIn(folder)('import', pageOf(1), second, '--json');
    expect(JSON.parse(out).notes).toMatchObject([
      { what: 'has further pages, which are not in the file', count: 1, records: [{ source: second }] },
    ]);
  });

  test('A report file that cannot be written stops the import before it begins', async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'reports'));
    for (const [report, why] of [
      ['missing/report.json', 'its folder does not exist'],
      ['reports', 'it is a folder'],
    ] as const) {
      const { code, out, err } = await cliIn(folder)('import', harbourTown, '--report', report, '--json');
      expect(code).toBe(1);
      expect(JSON.parse(out)).toMatchObject({ ok: false });
      expect(err).toBe(`kalends: Nothing was imported: the report cannot be written: ${why}.\n`);
    }
    expect(readdirSync(folder)).toEqual(['reports']);
  });

  test('A folder of images that is missing or a file stops the import before it begins', async () => {
    const folder = temporaryFolder();
    fileOf(folder, 'file', '');
    for (const media of ['missing', 'file']) {
      const { code, err } = await cliIn(folder)('import', harbourTown, '--media', media);
      expect([code, err]).toEqual([1, expect.stringContaining(`--media is "${media}", which is not a folder`)]);
    }
    expect(readdirSync(folder)).toEqual(['file']);
  });

  test('A live site is imported with all its pages', async () => {
    const server = createServer((request, reply) => {
      const url = new URL(request.url as string, 'http://localhost');
      const list = url.pathname.split('/').at(-1) as string;
      const page = Number(url.searchParams.get('page') ?? 1);
      const next =
        list === 'events' && page < 3
          ? { next_rest_url: `http://${request.headers.host}${url.pathname}?page=${page + 1}` }
          : {};
      reply.setHeader('content-type', 'application/json');
      reply.end(JSON.stringify({ [list]: list === 'events' ? [pageEvent(page)] : [], ...next }));
    });
    const apiUrl = `${await listenLocally(server)}/wp-json/tribe/events/v1`;
    const cli = cliIn(temporaryFolder());
    expect(JSON.parse((await cli('import', apiUrl, '--json')).out)).toMatchObject({
      counts: { events: { created: 3 } },
      notes: [],
    });
    expect(JSON.parse((await cli('import', apiUrl, '--json')).out)).toMatchObject({
      counts: { events: { created: 0, unchanged: 3 } },
    });
  });

  test.each(['SIGINT', 'SIGKILL'] as const)('%s in the middle leaves nothing behind', async (signal) => {
    const folder = temporaryFolder();
    const cli = cliIn(folder);
    await cli('import', harbourTown);
    const before = withoutTime((await cli('export')).out);
    const words = Array.from({ length: 200 }, (_, index) => `word${index}`).join(' ');
    const many = fileOf(folder, 'many.json', {
      events: Array.from({ length: 6000 }, (_, index) => pageEvent(index + 1, { description: words })),
    });
    const child = await startCli(['import', many], { folder, environment });
    const exited = once(child, 'exit');
    await untilWriting(folder);
    child.kill(signal);
    const [code] = await exited;
    expect(code).toBe(signal === 'SIGINT' ? 1 : null);
    expect(withoutTime((await cli('export')).out)).toBe(before);
  });

  test('SIGTERM after the import does not suppress its report', async () => {
    const folder = temporaryFolder();
    const scratch = join(folder, 'tmp');
    mkdirSync(scratch);
    // Nobody reads it yet, so the command waits with its report.
    spawnSync('mkfifo', [join(folder, 'pipe')]);
    const child = await startCli(['import', harbourTown, '--report', 'pipe'], {
      folder,
      environment: { ...environment, TMPDIR: scratch },
    });
    const ended = Promise.all([text(child.stdout), once(child, 'exit')]);
    await vi.waitUntil(() => readdirSync(scratch).length > 0, { timeout: 20_000 });
    await vi.waitUntil(() => readdirSync(scratch).length === 0, { timeout: 20_000 });
    child.kill('SIGTERM');
    await setTimeout(100);
    spawnSync('cat', ['pipe'], { cwd: folder, timeout: 5000 });
    expect(await ended).toEqual([expect.stringContaining('Imported:'), [0, null]]);
  });
});

/** Another program holds the write lock. */
async function untilWriting(folder: string): Promise<void> {
  const isHeld = await watchWriters(folder);
  while (!(await isHeld())) await setTimeout(5);
}

describe('kalends export', () => {
  test('An export is written to standard output, or to a file that only its owner may read', async () => {
    const folder = temporaryFolder();
    const cli = cliIn(folder);
    await cli('import', harbourTown);
    const { code, out, err } = await cli('export');
    expect({ code, err }).toEqual({
      code: 0,
      err: 'Exported 0 users, 2 categories, 1 tags, 2 venues, 1 organizers, 3 events.\n',
    });
    expect(await cli('export', '--output', 'backup.json')).toMatchObject({ code: 0, out: '' });
    const path = join(folder, 'backup.json');
    expect(withoutTime(readFileSync(path, 'utf8'))).toBe(withoutTime(out));
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder).filter((name) => name !== 'data')).toEqual(['backup.json']);
  });

  test('An export follows a link, and writes into pipes and devices', async () => {
    const folder = temporaryFolder();
    const cli = cliIn(folder);
    await cli('import', harbourTown);
    mkdirSync(join(folder, 'disk'));
    writeFileSync(join(folder, 'disk/backup.json'), 'an older one');
    symlinkSync('disk/backup.json', join(folder, 'backup.json'));
    expect(await cli('export', '--output', 'backup.json')).toMatchObject({ code: 0 });
    expect(lstatSync(join(folder, 'backup.json')).isSymbolicLink()).toBe(true);
    const written = readFileSync(join(folder, 'disk/backup.json'), 'utf8');
    spawnSync('mkfifo', [join(folder, 'pipe')]);
    const reader = readFile(join(folder, 'pipe'), 'utf8');
    expect(await cli('export', '--output', 'pipe')).toMatchObject({ code: 0 });
    expect(withoutTime(await reader)).toBe(withoutTime(written));
    expect(lstatSync(join(folder, 'pipe')).isFIFO()).toBe(true);
    expect(await cli('export', '--output', 'disk')).toMatchObject({
      code: 1,
      err: 'kalends: disk cannot be written: it is a folder.\n',
    });
  });

  test.skipIf(!existsSync('/dev/full'))('into a full disk fails, as other commands do', async () => {
    const folder = temporaryFolder();
    await cliIn(folder)('import', harbourTown);
    const lost = { code: 1, err: 'kalends: Standard output cannot be written: the disk is full.\n' };
    for (const command of [['export'], ['user', 'list'], ['--help']])
      expect(await runCli(command, { folder, environment, into: '/dev/full' })).toMatchObject(lost);
  });

  test('An export is restored in another folder', async () => {
    const folder = temporaryFolder();
    const cli = cliIn(folder);
    await cli('user', 'add', 'admin', '--role', 'administrator');
    await cli('import', harbourTown);
    const { out } = await cli('export', '--output', 'backup.json');
    expect(out).toBe('');
    const backup = join(folder, 'backup.json');
    const elsewhere = cliIn(temporaryFolder());
    const restored = await elsewhere('import', '--data', 'other', backup);
    expect(restored.out).toMatch(
      /^Restored\. Users come without application passwords[\s\S]*users +1 +0 +0 +0\nevents +3 +0/,
    );
    expect(withoutTime((await elsewhere('export', '--data', 'other')).out)).toBe(
      withoutTime(readFileSync(backup, 'utf8')),
    );
    const again = await elsewhere('import', '--data', 'other', backup);
    expect(again).toMatchObject({ code: 1, err: expect.stringContaining('this calendar is not empty') });
  });

  test('A failed export exits with a message', async () => {
    const folder = temporaryFolder();
    const cli = cliIn(folder);
    expect(await cli('export')).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringMatching(/^kalends: There is no calendar in/),
    });
    await cli('import', harbourTown);
    const failed = await cli('export', '--output', 'missing/backup.json');
    expect(failed).toMatchObject({
      code: 1,
      err: 'kalends: missing/backup.json cannot be written: its folder does not exist.\n',
    });
    expect(existsSync(join(folder, 'missing'))).toBe(false);
  });
});
