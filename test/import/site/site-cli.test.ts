// `kalends import` from a live site, as a user runs it.
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { parseExport } from '../../support/calendars/export-text.ts';
import { png } from '../../support/media/images.ts';
import { runInProcess, startCli, temporaryFolder } from '../../support/run-cli.ts';
import { type FakeSite, siteEvent, startFakeWordPress } from '../../support/servers/fake-wordpress.ts';
import { calendarOf, meeting } from '../ical/support.ts';
import { pageEvent } from '../support.ts';

async function startTown(events: number): Promise<FakeSite> {
  const site = await startFakeWordPress({ maxPerPage: 5 });
  site.files['/a.png'] = await png();
  for (let id = 1; id <= events; id++) {
    const more = { status: id === 1 ? 'draft' : 'publish', author: id % 2 === 0 ? '7' : '8' };
    site.records.events.push(
      siteEvent(site, id, { ...more, ...(id === 2 ? { image: { url: `${site.origin}/a.png`, id: 400 } } : {}) }),
    );
  }
  return site;
}

const environment = {
  KALENDS_TIMEZONE: 'Europe/Paris',
  KALENDS_IMPORT_PASSWORD: 'abcd efgh',
};

test('Images of the site that the command names are imported, those of other private hosts are not', async () => {
  const site = await startTown(2);
  const { port } = new URL(site.origin);
  const elsewhere = `http://127.0.0.2:${port}/a.png`;
  site.records.events.push(siteEvent(site, 3, { image: { url: elsewhere, id: 401 } }));
  const { out } = await runInProcess(['import', '--user', 'editor', '--json', site.origin], {
    folder: temporaryFolder(),
    environment,
  });
  const [{ records, ...note }] = JSON.parse(out).notes;
  expect(note).toEqual({ what: 'has an image that cannot be imported; imported without it', count: 1 });
  const reason = `its host or port is not public (see --fetch-allow) (127.0.0.2, port ${port})`;
  expect(records).toMatchObject([{ detail: `${elsewhere}: ${reason}` }]);
});

test('A site is imported with a report, synced, and exported with its images', async () => {
  const site = await startTown(12);
  const folder = temporaryFolder();
  const cli = (...args: string[]) => runInProcess(args, { folder, environment });
  await cli('user', 'add', 'admin', '--role', 'administrator');
  await cli('user', 'add', 'ann', '--role', 'author');
  const moved = await cli('import', '--user', 'editor', '--authors', '7=ann', '--report', 'report.json', site.origin);
  expect(moved).toMatchObject({ code: 0, out: expect.stringMatching(/^Imported:\n\n +CREATED.*\nevents +12 /) });
  expect(moved.err).toContain('is reached without encryption');
  expect(moved.err).not.toContain('is not a variable');
  expect(JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'))).toMatchObject({
    counts: { events: { created: 12 } },
  });
  expect(site.connections()).toBeLessThanOrEqual(3);
  site.records.events.pop();
  const synced = await cli('import', '--sync', '--user', 'editor', '--json', site.origin);
  expect(JSON.parse(synced.out)).toMatchObject({ ok: true, counts: { events: { updated: 1, unchanged: 11 } } });
  await cli('export', '--output', 'backup.json', '--media', 'images');
  const { events, media } = parseExport(readFileSync(join(folder, 'backup.json'), 'utf8'));
  expect(media).toMatchObject([{ id: 400 }]);
  expect(events).toMatchObject([
    { id: 1, status: 'draft', author: 'admin' },
    { id: 2, author: 'ann', image: 400 },
    ...Array.from({ length: 9 }, (_, at) => ({ id: at + 3, status: 'publish' })),
    { id: 12, status: 'trash' },
  ]);
  expect((await cli('export', '--output', 'another.json', '--media', 'backup.json')).err).toBe(
    'kalends: The image storage failed: the folder of images cannot be written to (ENOTDIR).\n',
  );
  const other = temporaryFolder();
  const sources = [join(folder, 'backup.json'), '--media', join(folder, 'images')];
  const restored = await runInProcess(['import', ...sources], { folder: other });
  expect(restored.out).toMatch(/^Restored\./);
  expect(
    readdirSync(join(other, 'data', 'media'), { recursive: true }).some((name) => String(name).endsWith('.png')),
  ).toBe(true);
  expect(readdirSync(join(folder, 'data', 'imports'))).toEqual([]);
});

test('One command imports files of all kinds and a site', async () => {
  const site = await startTown(3);
  const folder = temporaryFolder();
  const sources = ['page.json', 'town.ics', 'events.csv', site.origin];
  writeFileSync(join(folder, 'page.json'), JSON.stringify({ events: [pageEvent(900)] }));
  writeFileSync(join(folder, 'town.ics'), calendarOf([meeting('a@x'), meeting('b@x')]));
  writeFileSync(join(folder, 'events.csv'), 'title,start_date\nNight walk,2027-06-02 21:00\n');
  const cli = async (...args: string[]) =>
    JSON.parse((await runInProcess(['import', '--json', ...args], { folder, environment })).out);
  const none = { created: 0, updated: 0, unchanged: 0, skipped: 0 };
  const options = { folder, environment };
  const tried = await cli('--user', 'editor', '--dry-run', ...sources);
  expect(tried).toMatchObject({ dry_run: true, counts: { events: { ...none, created: 7 } } });
  const first = await cli('--user', 'editor', ...sources);
  expect(first.counts.events).toEqual({ ...none, created: 7 });
  const again = await cli('--user', 'editor', ...sources);
  expect(again.counts.events).toEqual({ ...none, unchanged: 7 });
  const exported = await runInProcess(['export', '--output', 'backup.json'], options);
  expect(exported.code).toBe(0);
  const mixed = await runInProcess(['import', 'backup.json', site.origin, '--user', 'editor'], options);
  expect(mixed).toMatchObject({ code: 1, err: expect.stringContaining('restore it on its own') });
});

test('Ctrl+C keeps fetched pages, and the same command resumes', async () => {
  const site = await startTown(40);
  const folder = temporaryFolder();
  const options = { folder, environment: { KALENDS_TIMEZONE: 'Europe/Paris' } };
  let stop = () => {};
  site.quirks.before = (path) => {
    if (path.includes('/events') && path.includes('page=4')) stop();
    return path.includes('/events') && path.includes('page=4');
  };
  const child = await startCli(['import', site.apiUrl], options);
  stop = () => void child.kill('SIGINT');
  const [err, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  expect(err).toMatch(
    /^Created a calendar in .+\.\nkalends: Stopped before the end; what was fetched is kept\. Run the same command again to resume\.\n$/,
  );
  expect(code).toBe(1);
  site.quirks.before = () => false;
  const before = site.requests.length;
  const { out } = await runInProcess(['import', '--json', site.apiUrl], options);
  expect(JSON.parse(out)).toMatchObject({ counts: { events: { created: 39 } } });
  expect(site.requests.slice(before).filter(({ path }) => /[?&]page=/.test(path)).length).toBe(5);
});

test.each([
  [['--authors', 'ann'], 2, /--authors is "ann"; expected a list such as 3=ann,7=ed/],
  [['--pause', 'long'], 2, /--pause is "long"/],
  [['--prune'], 2, /--prune is for calendar files; with live sites use --sync/],
  [['--author', 'nobody'], 1, /There is no user "nobody" to give records to/],
] as const)('Import options %j are refused with a message', async (args, code, problem) => {
  const folder = temporaryFolder();
  const failed = await runInProcess(['import', ...args, 'http://127.0.0.1:1/'], { folder });
  expect(failed.code).toBe(code);
  expect(failed.err).toMatch(problem);
  expect(existsSync(join(folder, 'data', 'imports'))).toBe(false);
});

test('A refused password is reported without advice to repeat the command', async () => {
  const site = await startTown(3);
  const environment = { KALENDS_IMPORT_PASSWORD: 'wrong' };
  const failed = await runInProcess(['import', '--user', 'editor', site.origin], {
    folder: temporaryFolder(),
    environment,
  });
  expect(failed).toMatchObject({
    code: 1,
    err: expect.stringContaining('returned 401 (incorrect_password). Check --user'),
  });
  expect(failed.err).not.toContain('The same command');
});

test('A user without a password is reported before the first request', async () => {
  const failed = await runInProcess(['import', '--user', 'ed', 'http://127.0.0.1:1/'], { folder: temporaryFolder() });
  expect(failed).toMatchObject({ code: 1, err: expect.stringContaining('both are needed') });
});

test('A user without a password is reported before files are imported', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'events.csv'), 'title,start_date\nNight walk,2027-06-02 21:00\n');
  const sources = ['events.csv', 'http://127.0.0.1:1/'];
  const failed = await runInProcess(['import', '--user', 'ed', ...sources], { folder });
  expect(failed).toMatchObject({ code: 1, err: expect.stringContaining('both are needed') });
  expect(existsSync(join(folder, 'data', 'calendar.sqlite'))).toBe(false);
});

test('Empty variables for signing in are as good as none', async () => {
  const site = await startFakeWordPress();
  const environment = { KALENDS_IMPORT_USER: '', KALENDS_IMPORT_PASSWORD: '' };
  const imported = await runInProcess(['import', site.apiUrl], { folder: temporaryFolder(), environment });
  expect(imported).toMatchObject({ code: 0, out: expect.stringContaining('CREATED') });
  expect(site.requests.map(({ authorization }) => authorization)).not.toContainEqual(expect.anything());
});

test.each([
  ['ftp://x.example/', 'is not a web URL'],
  ['http://ed:secret@x.example/', 'signing in at the source is not offered within the URL'],
])('The URL %s is refused before anything is imported', async (url, problem) => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'events.csv'), 'title,start_date\nNight walk,2027-06-02 21:00\n');
  const failed = await runInProcess(['import', 'events.csv', url], { folder });
  expect(failed).toMatchObject({ code: 1, err: expect.stringContaining(problem) });
  expect(failed.err).toMatch(/^kalends: Nothing was imported\.\n/);
  expect(failed.err).not.toContain('secret');
  expect(existsSync(join(folder, 'data', 'calendar.sqlite'))).toBe(false);
});

test('--sync with files alone is refused', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'town.ics'), calendarOf([meeting('a@x')]));
  const failed = await runInProcess(['import', '--sync', 'town.ics'], { folder });
  expect(failed).toMatchObject({
    code: 2,
    err: expect.stringContaining('--sync is for live sites; with calendar files'),
  });
  expect(existsSync(join(folder, 'data'))).toBe(false);
});
