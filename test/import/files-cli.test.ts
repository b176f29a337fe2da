// Calendar files and spreadsheets, imported as a user does.
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { describe, expect, test, vi } from 'vitest';
import { createResolver } from '../../src/fetch/resolve-host.ts';
import { downloadFile, isDownloadUrl } from '../../src/import/fetch/download-file.ts';
import { fetchLimits } from '../../src/import/fetch/polite-get.ts';
import { parseExport } from '../support/calendars/export-text.ts';
import { png } from '../support/media/images.ts';
import { program, runInProcess, temporaryFolder } from '../support/run-cli.ts';
import { listenLocally } from '../support/servers/listen-locally.ts';
import { calendarOf, meeting } from './ical/support.ts';

const environment = { KALENDS_TIMEZONE: 'America/New_York' };

const cliIn =
  (folder: string, more: Record<string, string> = {}) =>
  (...args: string[]) =>
    runInProcess(args, { folder, environment: { ...environment, ...more } });

type Answer = (path: string, reply: ServerResponse) => void;

async function serve(answer: Answer): Promise<string> {
  const server = createServer((request, reply) => answer(request.url as string, reply));
  return listenLocally(server);
}

const counts = (out: string) => JSON.parse(out).counts;

test('A calendar file is imported, then again, then with fewer events', async () => {
  const folder = temporaryFolder();
  const cli = cliIn(folder);
  const write = (...uids: string[]) =>
    writeFileSync(join(folder, 'town.ics'), calendarOf(uids.map((uid) => meeting(uid))));
  write('a@x', 'b@x');
  expect((await cli('import', 'town.ics')).out).toMatch(/^Imported:\n\n +CREATED .*\nevents +2 +0 +0 +0\n/);
  write('a@x');
  const tried = await cli('import', '--prune', '--dry-run', 'town.ics', '--json');
  expect(JSON.parse(tried.out)).toMatchObject({
    format: 'icalendar',
    counts: { events: { updated: 1, unchanged: 1 } },
  });
  expect((await cli('import', '--prune', 'town.ics')).out).toContain('is no longer in the source');
});

test('An import that skipped rows of a spreadsheet ends with code 3', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'town.csv'), 'title,start_date\nFair,2027-01-01\nWalk,soon\n');
  const { code, err } = await cliIn(folder)('import', '--skip-invalid', 'town.csv');
  expect([code, err]).toEqual([3, expect.stringContaining('Some events were skipped')]);
});

test.each([
  [7, '… and 2 more (--json lists them)', 7],
  [1002, '… and 997 more (--json lists the first 1000)', 1000],
])(
  'The report of an import with %d rows skipped for one reason says how many of them --json lists',
  async (rows, more, listed) => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'town.csv'), `title,start_date\n${'Walk,soon\n'.repeat(rows)}`);
    const cli = cliIn(folder);
    expect((await cli('import', '--skip-invalid', 'town.csv')).out).toContain(more);
    const { skipped } = JSON.parse((await cli('import', '--skip-invalid', 'town.csv', '--json')).out);
    expect(skipped[0].records).toHaveLength(listed);
  },
);

test.each<[string, string[][], number]>([
  [
    'the same event twice, downloaded at two times',
    [
      meeting('a@x', 'LAST-MODIFIED:20260102T000000Z'),
      meeting('a@x', 'LAST-MODIFIED:20260102T000000Z').map((line) => line.replace('DTSTAMP:2026', 'DTSTAMP:2027')),
    ],
    0,
  ],
  [
    'an earlier version of an event',
    [meeting('a@x', 'SEQUENCE:2'), meeting('a@x', 'SEQUENCE:1', 'LOCATION:Old Mill')],
    0,
  ],
  ['a cancelled event that was never imported', [meeting('a@x'), meeting('b@x', 'STATUS:CANCELLED')], 0],
  ['two events under one UID', [meeting('a@x'), meeting('a@x', 'DTSTART:20270301T100000Z')], 3],
])('Importing a calendar file with %s ends with the right code', async (_, events, code) => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'town.ics'), calendarOf(events));
  const done = await cliIn(folder)('import', 'town.ics', '--json');
  expect([done.code, counts(done.out).events]).toEqual([code, expect.objectContaining({ created: 1, skipped: 1 })]);
});

test('An import that skipped events of a calendar file ends with code 3', async () => {
  const folder = temporaryFolder();
  const cli = cliIn(folder);
  writeFileSync(join(folder, 'town.ics'), calendarOf([meeting('a@x'), meeting('b@x', 'DTSTART:soon')]));
  const { code, err } = await cli('import', 'town.ics');
  expect([code, err]).toEqual([3, expect.stringContaining('Some events were skipped')]);
  writeFileSync(join(folder, 'town.ics'), calendarOf([meeting('a@x')]));
  expect((await cli('import', 'town.ics')).code).toBe(0);
});

test('Beside other files, only skipped events of calendar files and spreadsheets end an import with code 3', async () => {
  const folder = temporaryFolder();
  const cli = cliIn(folder);
  writeFileSync(join(folder, 'page.json'), JSON.stringify({ events: [{ id: 5 }] }));
  const skipping = calendarOf([meeting('a@x'), meeting('b@x', 'DTSTART:soon')]);
  for (const [text, code] of [
    [calendarOf([meeting('a@x')]), 0],
    [skipping, 3],
  ] as const) {
    writeFileSync(join(folder, 'town.ics'), text);
    for (const sources of [
      ['page.json', 'town.ics'],
      ['town.ics', 'page.json'],
    ])
      expect(await cli('import', ...sources), sources.join()).toMatchObject({ code });
  }
});

test('A calendar file is read from standard input', async () => {
  const folder = temporaryFolder();
  const child = spawn(process.execPath, [program, 'import', '-', '--json'], {
    cwd: folder,
    env: { ...process.env, ...environment },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  child.stdin.end('title,start_date\nFair,2027-01-01\n');
  expect(counts(await text(child.stdout))).toMatchObject({ events: { created: 1 } });
});

test('--prune is refused if no source is a calendar file', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'town.csv'), 'title,start_date\nFair,2027-01-01\n');
  const { code, err } = await cliIn(folder)('import', '--prune', 'town.csv');
  expect([code, err]).toEqual([1, expect.stringContaining('--prune is for calendar files, and none of these is one.')]);
});

test.each([
  [['--horizon', '0'], '--horizon must be a number of months from 1 to 120, not "0"'],
  [['--horizon', 'soon'], '--horizon must be a number of months from 1 to 120, not "soon"'],
  [['--dates', 'american'], '--dates must be one of dmy, mdy, ymd, not "american"'],
  [['--categories-as', 'venues'], '"venues" is neither "categories" nor "tags"'],
  [['--prune', '-'], '--prune needs a file or a URL'],
  [[''], 'The name of a source is empty'],
])('The arguments %s are refused', async (args, problem) => {
  const { code, err } = await cliIn(temporaryFolder())('import', ...args, 'town.ics');
  expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(problem) });
});

describe('a URL', () => {
  test.each([
    ['webcal://x.example/cal', true],
    ['https://x.example/cal.ics?key=1', true],
    ['https://x.example/events/?ical=1', true],
    ['https://x.example/list.CSV', true],
    ['https://x.example/wp-json/tribe/events/v1', false],
    ['town.ics', false],
  ])('Whether %s is downloaded as a file: %s', (url, expected) => expect(isDownloadUrl(url)).toBe(expected));

  test('A file at a URL is fetched after redirects and waits, in the encoding of its Content-Type', async () => {
    let asked = 0;
    const at = await serve((path, reply) => {
      asked += 1;
      if (path === '/cal.ics') return void reply.writeHead(302, { location: '/real' }).end();
      if (asked < 4) return void reply.writeHead(503, { 'retry-after': '0' }).end();
      reply.writeHead(200, { 'content-type': 'text/calendar; charset=iso-8859-1', 'content-encoding': 'gzip' });
      reply.end(gzipSync(Buffer.from(calendarOf([meeting('a@x', 'LOCATION:Caf\u00e9')]), 'latin1')));
    });
    const cli = cliIn(temporaryFolder());
    expect(counts((await cli('import', `${at}/cal.ics`, '--json')).out)).toMatchObject({ events: { created: 1 } });
    expect((await cli('export')).out).toContain('Café');
  });

  test.each<[string, Answer, string]>([
    [
      'a web page',
      (_, reply) => void reply.writeHead(200, { 'content-type': 'text/html' }).end('<html>'),
      'returned a web page instead of a calendar or spreadsheet',
    ],
    ['nothing', (_, reply) => void reply.writeHead(404).end(), 'returned 404'],
    ['itself', (path, reply) => void reply.writeHead(302, { location: path }).end(), 'redirects too many times'],
    ['a file', (_, reply) => void reply.writeHead(302, { location: 'file:///etc/passwd' }).end(), 'not a web URL'],
    [
      'half a calendar',
      (_, reply) => void reply.writeHead(200).end(calendarOf([meeting('a@x')]).slice(0, -15)),
      'breaks off',
    ],
    [
      'far too much, packed small',
      (_, reply) => {
        reply.writeHead(200, { 'content-encoding': 'gzip' });
        reply.end(gzipSync(Buffer.alloc(70 * 1024 ** 2)));
      },
      'returned more than 64 MiB',
    ],
  ])('A URL that returns %s imports nothing', async (_, answer, problem) => {
    const at = await serve(answer);
    const { code, err } = await cliIn(temporaryFolder())('import', `${at}/cal.ics`);
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining(problem) });
  });
});

test('A download that cannot be saved is not requested again', async () => {
  let asked = 0;
  const at = await serve((_, reply) => {
    asked += 1;
    reply.writeHead(200).end(calendarOf([meeting('a@x')]));
  });
  const { signal } = new AbortController();
  const options = { signal, log: () => undefined, allow: [], resolve: createResolver(), limits: fetchLimits };
  const folder = join(temporaryFolder(), 'missing');
  await expect(downloadFile(`${at}/cal.ics`, { ...options, folder })).rejects.toThrow('ENOENT');
  expect(asked).toBe(1);
});

test('A temporary folder that is missing is named as the reason why nothing was imported', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'town.ics'), calendarOf([meeting('a@x')]));
  vi.stubEnv('TMPDIR', join(folder, 'missing'));
  const done = await cliIn(folder)('import', 'town.ics').finally(vi.unstubAllEnvs);
  const reason = 'A file that the import needs cannot be written: its folder does not exist.';
  expect(done).toMatchObject({ code: 1, err: `kalends: ${reason} Nothing was imported.\n` });
});

test('Images of a file are fetched like all others, and one that fails does not stop the import', async () => {
  const picture = await png();
  const at = await serve((path, reply) => {
    if (path === '/good.png') reply.writeHead(200, { 'content-type': 'image/png' }).end(picture);
    else reply.writeHead(404).end();
  });
  const folder = temporaryFolder();
  writeFileSync(
    join(folder, 'town.ics'),
    calendarOf([
      meeting('a@x', `ATTACH;FMTTYPE=image/png:${at}/good.png`),
      meeting('b@x', `IMAGE;VALUE=URI:${at}/good.png`),
      meeting('c@x', `IMAGE;VALUE=URI:${at}/bad.png`),
      meeting('d@x', 'ATTACH;FMTTYPE=application/pdf:https://x.example/a.pdf'),
    ]),
  );
  const refused = JSON.parse((await cliIn(temporaryFolder())('import', join(folder, 'town.ics'), '--json')).out);
  expect(refused).toMatchObject({ counts: { events: { created: 4 } }, notes: [{ count: 3 }] });
  const cli = cliIn(folder, { KALENDS_FETCH_ALLOW: new URL(at).host });
  const first = JSON.parse((await cli('import', 'town.ics', '--json')).out);
  expect(first).toMatchObject({
    counts: { events: { created: 4 } },
    notes: [{ what: 'has an image that could not be fetched', count: 1 }],
  });
  const { events } = parseExport((await cli('export')).out);
  const images = events.map(({ image }: { image: number | null }) => image);
  expect(images).toEqual([expect.any(Number), images[0], null, null]);
  expect(counts((await cli('import', 'town.ics', '--json')).out).events).toMatchObject({ unchanged: 4 });
});

test('URLs of images may be spelled as browsers accept them, and what is no URL is reported', async () => {
  const picture = await png();
  const at = await serve((_, reply) => void reply.writeHead(200, { 'content-type': 'image/png' }).end(picture));
  const spelled = `${at.replace('http', 'HTTP')}/Köln.png#top`;
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'town.ics'), calendarOf([meeting('a@x', `IMAGE;VALUE=URI:${spelled}`)]));
  const rows = [spelled, 'http://', 'poster.png', 'ftp://a.example/b.png'].map(
    (image, at) => `Gala ${at},2027-01-01,${image}\n`,
  );
  writeFileSync(join(folder, 'town.csv'), `title,start_date,image\n${rows.join('')}`);
  const cli = cliIn(folder, { KALENDS_FETCH_ALLOW: new URL(at).host });
  const { out, err } = await cli('import', 'town.ics', 'town.csv', '--json');
  expect(err).toMatch(/^Created a calendar in .+\.\n$/);
  expect(JSON.parse(out)).toMatchObject({
    counts: { events: { created: 5 } },
    notes: [{ what: 'has an image that is neither an id nor a web URL; imported without it', count: 3 }],
  });
  const { events } = parseExport((await cli('export')).out);
  const images = events.map(({ image }: { image: number | null }) => image);
  expect(images).toEqual([expect.any(Number), images[0], null, null, null]);
});

test('A URL that redirects to a private host is not followed, unless that is allowed', async () => {
  const asked: string[] = [];
  const inner = await serve((path, reply) => {
    asked.push(path);
    reply.writeHead(200, { 'content-type': 'text/calendar' }).end(calendarOf([meeting('a@x')]));
  });
  const { port } = new URL(inner);
  const outer = await serve((_, reply) =>
    reply.writeHead(302, { location: `http://localhost:${port}/secret.ics` }).end(),
  );
  const refused = await cliIn(temporaryFolder())('import', `${outer}/town.ics`);
  expect(refused).toMatchObject({
    code: 1,
    err: expect.stringContaining(`redirects to localhost:${port}, which is not public (see --fetch-allow)`),
  });
  expect(asked).toEqual([]);
  const allowed = await cliIn(temporaryFolder())('import', '--fetch-allow', `localhost:${port}`, `${outer}/town.ics`);
  expect(allowed.out).toMatch(/events +1 /);
});

test('An image in a spreadsheet takes no id that another row has', async () => {
  const folder = temporaryFolder();
  const picture = await png();
  const at = await serve((_, reply) => void reply.writeHead(200, { 'content-type': 'image/png' }).end(picture));
  const rows = [`3,C,2027-01-01,${at}/a.png`, '1,A,2027-01-01,', '2,B,2027-01-01,'];
  writeFileSync(join(folder, 'town.csv'), `id,title,start_date,image\n${rows.join('\n')}\n`);
  const cli = (...args: string[]) => runInProcess(args, { folder });
  expect(await cli('import', '--fetch-allow', new URL(at).host, 'town.csv')).toMatchObject({ code: 0 });
  const { events } = parseExport((await cli('export')).out);
  expect(events).toMatchObject([
    { id: 1, image: null },
    { id: 2, image: null },
    { id: 3, image: 4 },
  ]);
});
