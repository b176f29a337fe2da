import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, inject, onTestFinished, test, vi } from 'vitest';
import { nameOf } from '../../src/serve/backups.ts';
import { runInProcess, temporaryFolder } from '../support/run-cli.ts';
import { listenLocally } from '../support/servers/listen-locally.ts';

const onSqlite = inject('engine') === 'sqlite';

/** Starts a server on a free port and returns its origin. */
async function served(answer: (path: string) => string): Promise<string> {
  const server = createServer((request, response) => void response.end(answer(request.url ?? '')));
  return listenLocally(server);
}

test.runIf(onSqlite)(
  'setup writes settings that later commands use, makes the administrator and checks both',
  async () => {
    const folder = temporaryFolder();
    const name = `Bob's "fine" café`;
    const made = await runInProcess(['setup', '--site-name', name, '--timezone', 'Europe/Paris', '--admin', 'ann'], {
      folder,
    });
    expect(made).toMatchObject({ code: 0, err: '' });
    expect(made.out).toMatch(/login +ann\n +application password +(?:\w{4} ?){6}\n/);
    expect(made.out).toMatch(/^ok +database/m);
    expect(made.out).toContain('  1. Start it:         kalends serve\n');
    const file = join(folder, 'kalends.env');
    expect(readFileSync(file, 'utf8')).toContain(`KALENDS_SITE_NAME=${name}\nKALENDS_TIMEZONE=Europe/Paris\n`);
    expect(statSync(file).mode & 0o777).toBe(0o600);

    const elsewhere = { folder: temporaryFolder(), environment: { KALENDS_ENV_FILE: file } };
    expect((await runInProcess(['user', 'list', '--json'], elsewhere)).out).toContain('"login":"ann"');
  },
);

test('setup replaces existing settings only with --force', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'kalends.env'), 'KALENDS_SITE_NAME=Town\n');
  expect(await runInProcess(['setup'], { folder })).toMatchObject({ code: 2, err: expect.stringContaining('--force') });
  expect((await runInProcess(['setup', '--force'], { folder })).code).toBe(0);
  expect(readFileSync(join(folder, 'kalends.env'), 'utf8')).toContain('KALENDS_SITE_NAME=Town\n');
});

test('setup --force keeps the other settings of the file', async () => {
  const folder = temporaryFolder();
  const others = "KALENDS_WORKERS=2\nPGPASSWORD='#1'\n";
  writeFileSync(join(folder, 'kalends.env'), `# Ours\nKALENDS_SITE_NAME=Town\n${others}`);
  await runInProcess(['setup', '--force', '--site-name', 'City'], { folder });
  const written = readFileSync(join(folder, 'kalends.env'), 'utf8');
  expect(written).toContain(others);
  expect(written.match(/^KALENDS_SITE_NAME=.*$/gm)).toEqual(['KALENDS_SITE_NAME=City']);
});

test('setup says how to apply the settings: by starting the service as it was run itself, or by a restart', async () => {
  const folder = temporaryFolder();
  const byNpx = await runInProcess(['setup'], { folder, environment: { npm_command: 'exec' } });
  expect(byNpx.out).toContain('  1. Start it:         npx kalends serve\n');
  const port = new URL(await served(() => JSON.stringify({ status: 'ok', version: '0.1.0' }))).port;
  const beside = await runInProcess(['setup', '--force', '--port', port], { folder });
  expect(beside.out).toContain('  1. Restart the service, to apply the settings.\n');
});

test('On a terminal setup asks for settings that no option gives, again after an invalid answer', async () => {
  const folder = temporaryFolder();
  const answers = ['Town', 'Paris', 'Europe/Paris', 'fr', 'https://town.example', '', 'ann'];
  const questions: string[] = [];
  const ask = async (question: string) => {
    questions.push(question);
    return answers.shift() ?? '';
  };
  const { err, out } = await runInProcess(['setup'], { folder, ask });
  expect(questions.map((question) => question.split(/[,([:]/)[0]?.trim())).toEqual([
    'Name of the calendar',
    'Time zone',
    'Time zone',
    'Language',
    'Public URL',
    'PostgreSQL database',
    'Login of the administrator',
  ]);
  expect(err).toContain('Please enter an IANA zone');
  expect(out).toContain('town.example cannot be reached from here');
  const written = readFileSync(join(folder, 'kalends.env'), 'utf8');
  // By default the proxy that terminates TLS is assumed on the same machine.
  expect(written).toMatch(/KALENDS_SITE_URL=https:\/\/town.example\n(?:.*\n)*KALENDS_TRUSTED_PROXIES=loopback\n/);
});

test.each([':/etc/localtime', '', 'Mars/Olympus'])('setup proposes UTC on a machine whose TZ is "%s"', async (zone) => {
  vi.stubEnv('TZ', zone);
  onTestFinished(() => void vi.unstubAllEnvs());
  const folder = temporaryFolder();
  const questions: string[] = [];
  const ask = async (question: string) => {
    questions.push(question);
    return '';
  };
  expect(await runInProcess(['setup'], { folder, ask })).toMatchObject({ code: 0, err: '' });
  expect(questions).toContain('Time zone [UTC]: ');
  expect(readFileSync(join(folder, 'kalends.env'), 'utf8')).toContain('KALENDS_TIMEZONE=UTC\n');
});

test('setup creates no calendar if its settings cannot be written, as the password would be lost', async () => {
  const folder = temporaryFolder();
  const refused = await runInProcess(['setup', '--site-name', `It's "#1"`], { folder });
  expect(refused).toMatchObject({ code: 2, err: expect.stringContaining('quotation marks') });
  expect(existsSync(join(folder, 'data'))).toBe(false);
});

test('setup creates no calendar if the folder of its settings cannot be written to', async () => {
  const folder = temporaryFolder();
  const data = join(folder, 'data');
  const refused = await runInProcess(['setup', '--data', data], { folder: join(folder, 'missing') });
  expect(refused).toMatchObject({ code: 1, out: '', err: expect.stringContaining('kalends.env cannot be written: ') });
  expect(existsSync(data)).toBe(false);
});

test('setup leaves the settings as they were if the calendar cannot be created', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'kalends.env'), 'KALENDS_SITE_NAME=Town\n');
  writeFileSync(join(folder, 'data'), '');
  expect((await runInProcess(['setup', '--force', '--language', 'fr'], { folder })).code).toBe(1);
  expect(readFileSync(join(folder, 'kalends.env'), 'utf8')).toBe('KALENDS_SITE_NAME=Town\n');
  expect(readdirSync(folder).toSorted()).toEqual(['data', 'kalends.env']);
});

test('setup --force writes settings that only their owner can read', async () => {
  const folder = temporaryFolder();
  const file = join(folder, 'kalends.env');
  writeFileSync(file, '', { mode: 0o644 });
  expect((await runInProcess(['setup', '--force'], { folder })).code).toBe(0);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('setup refuses an invalid option before anything is written', async () => {
  const folder = temporaryFolder();
  expect(await runInProcess(['setup', '--port', 'x', '--admin', 'a:b'], { folder })).toMatchObject({ code: 2 });
  expect(await runInProcess(['setup', '--admin', 'a:b'], { folder })).toMatchObject({ code: 2 });
  expect(existsSync(join(folder, 'kalends.env'))).toBe(false);
});

test('A line of the settings file that sets nothing is named by file and number', async () => {
  const folder = temporaryFolder();
  const file = join(folder, 'kalends.env');
  const settings = '# Settings\n\nexport KALENDS_LANGUAGE=de\nADDRESS="Town\nand\n\ncountry" # of "late"\n';
  writeFileSync(file, `${settings}  # KALENDS_PORT 1\r\nKALENDS_TIMEZONE='Europe/Paris'\r\n`);
  expect(await runInProcess(['doctor'], { folder })).toMatchObject({ out: expect.stringContaining('Europe/Paris') });
  writeFileSync(file, `${settings}KALENDS_PORT 8080\n`);
  expect(await runInProcess(['doctor'], { folder })).toMatchObject({
    code: 2,
    err: `kalends: The configuration is invalid:\n  The settings file ${file} cannot be read: line 8 has no "=".\n`,
  });
});

test.each([
  ['--help', ['--help']],
  ['help of a command', ['help', 'serve']],
  ['the help option of a command', ['user', 'add', '--help']],
  ['--version', ['--version']],
])('%s does not need the settings file', async (_, args) => {
  const folder = temporaryFolder();
  const expected = await runInProcess(args, { folder });
  mkdirSync(join(folder, 'kalends.env'));
  expect(await runInProcess(args, { folder })).toEqual(expected);
  expect(await runInProcess(['user', 'list'], { folder })).toMatchObject({
    code: 2,
    err: expect.stringMatching(/The settings file \S+\/kalends\.env is a folder\.\n$/),
  });
});

test('An empty variable hides its line in the file', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'kalends.env'), 'KALENDS_BACKUP_FOLDER=backups\n');
  const findingsWith = async (environment: Record<string, string>) =>
    (await runInProcess(['doctor'], { folder, environment })).out;
  expect(await findingsWith({})).toContain('There is no backup in');
  expect(await findingsWith({ KALENDS_BACKUP_FOLDER: '' })).not.toContain('There is no backup in');
});

test('The byte order mark of Windows editors is not part of the first setting', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'kalends.env'), '\uFEFFKALENDS_TIMEZONE=Europe/Paris\n');
  expect((await runInProcess(['doctor'], { folder })).out).toContain('site is in Europe/Paris.');
});

test('An option takes precedence over the environment, which takes precedence over the file', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'kalends.env'), 'KALENDS_TIMEZONE=Europe/Paris\n');
  const zoneIn = async (args: string[], environment = {}) =>
    /site is in (\S+)\./.exec((await runInProcess(['doctor', ...args], { folder, environment })).out)?.[1];
  expect(await zoneIn([])).toBe('Europe/Paris');
  expect(await zoneIn([], { KALENDS_TIMEZONE: 'Asia/Tokyo' })).toBe('Asia/Tokyo');
  expect(await zoneIn(['--timezone', 'UTC'], { KALENDS_TIMEZONE: 'Asia/Tokyo' })).toBe('UTC');
});

test.runIf(onSqlite)(
  'kalends doctor finds a damaged database, a folder open to others and unknown settings',
  async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'data'), { mode: 0o755 });
    writeFileSync(join(folder, 'data/calendar.sqlite'), 'no database at all'.repeat(100));
    const { code, out, err } = await runInProcess(['doctor'], { folder, environment: { KALENDS_COLOUR: 'red' } });
    expect(code).toBe(1);
    expect(err).toContain('1 problem found.');
    expect(out).toMatch(/^PROBLEM +database .*restore it from a backup/m);
    expect(out).toMatch(/^WARNING +folder .*chmod/m);
    expect(out).toMatch(/^WARNING +settings +KALENDS_COLOUR/m);
  },
);

test.runIf(onSqlite)('kalends doctor advises to restore a backup only for a damaged database', async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'data/calendar.sqlite'), { recursive: true });
  const { code, out } = await runInProcess(['doctor'], { folder });
  expect(code).toBe(1);
  expect(out).toMatch(/^PROBLEM +database +\S+ cannot be read \([^)]+\)\.$/m);
});

test.runIf(onSqlite)('kalends doctor does not take a database that it cannot look at for a new one', async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'data'), { mode: 0o700 });
  symlinkSync('calendar.sqlite', join(folder, 'data/calendar.sqlite'));
  const { code, out } = await runInProcess(['doctor'], { folder });
  expect({ code, out }).toEqual({
    code: 1,
    out: expect.stringMatching(/^PROBLEM +database +\S+ cannot be read: .+\.$/m),
  });
});

test('kalends doctor reports a calendar that no user may write to', async () => {
  const folder = temporaryFolder();
  const usersIn = async () => {
    const { out } = await runInProcess(['doctor', '--port', '0', '--json'], { folder });
    return (JSON.parse(out) as { about: string }[]).filter(({ about }) => about === 'users');
  };
  await runInProcess(['migrate'], { folder });
  const text = 'No user may write. Add one with "kalends user add LOGIN --role administrator".';
  expect(await usersIn()).toEqual([{ level: 'warning', about: 'users', text }]);
  await runInProcess(['user', 'add', 'sue', '--role', 'subscriber'], { folder });
  expect(await usersIn()).toHaveLength(1);
  await runInProcess(['user', 'add', 'ed', '--role', 'editor'], { folder });
  expect(await usersIn()).toEqual([]);
});

test('kalends doctor changes nothing, and creates no calendar', async () => {
  const folder = temporaryFolder();
  const { code, out } = await runInProcess(['doctor', '--json', '--data', 'new'], { folder });
  expect({ code, isMade: existsSync(join(folder, 'new')) }).toEqual({ code: 0, isMade: false });
  expect(JSON.parse(out)).toContainEqual(expect.objectContaining({ about: 'folder', level: 'note' }));
});

test('kalends doctor says that the data folder is a file', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'calendar.sqlite'), '');
  const { out } = await runInProcess(['doctor', '--data', 'calendar.sqlite'], { folder });
  expect(out).toMatch(/^PROBLEM +folder .*calendar\.sqlite is a file, not a folder\.$/m);
});

test('kalends doctor reports scheduled backups that are missing, up to date, overdue or unreadable', async () => {
  const folder = temporaryFolder();
  const examined = async (...args: string[]) => {
    const { out } = await runInProcess(['doctor', '--port', '0', '--backup-folder', 'backups', ...args], { folder });
    return /^.* backups .*$/m.exec(out)?.[0];
  };
  expect(await examined()).toMatch(/^WARNING .*no backup/);
  mkdirSync(join(folder, 'backups'));
  const hourAgo = Math.floor(Date.now() / 1000) - 3600;
  writeFileSync(join(folder, 'backups', nameOf(hourAgo)), '');
  expect(await examined()).toMatch(/^ok .*newest backup .* UTC\./);
  expect(await examined('--backup-every', '10m')).toMatch(/^PROBLEM .*overdue/);
  expect(await examined('--backup-folder', `backups/${nameOf(hourAgo)}`)).toMatch(/^PROBLEM .*cannot be read/);
});

test('kalends doctor reports where the public URL leads', async () => {
  const folder = temporaryFolder();
  const other = await served(() => 'a parked domain');
  const lookAt = async (url: string) =>
    (await runInProcess(['doctor', '--port', '0', '--site-url', url], { folder })).out;
  expect(await lookAt(other)).toMatch(/^PROBLEM +site .*reaches another program/m);
  expect(await lookAt('http://127.0.0.1:9')).toMatch(/^PROBLEM +site .*cannot be reached from here: \S/m);
});
