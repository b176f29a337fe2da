import { once } from 'node:events';
import { copyFileSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { settings } from '../../src/config/settings.ts';
import { openSqlite } from '../../src/store/sqlite/store.ts';
import { program, runInProcess, runNode, startCli, temporaryFolder } from '../support/run-cli.ts';

test('All configuration errors are reported together, before anything starts', async () => {
  const environment = { KALENDS_PORT: 'http', KALENDS_TIMEZONE: 'Mars/Olympus', KALENDS_PROT: '1' };
  const refused = await runInProcess(['serve', '--language', 'xx', '--data', ''], {
    folder: temporaryFolder(),
    environment,
  });
  expect(refused).toMatchObject({ code: 2, out: '' });
  for (const text of [
    'KALENDS_PORT is "http"; expected an integer from 0 to 65535.',
    'KALENDS_TIMEZONE is "Mars/Olympus"',
    '--language is "xx"',
    '--data is ""',
    'KALENDS_PROT is not a known variable; did you mean KALENDS_PORT?',
  ]) {
    expect(refused.err).toContain(text);
  }
});

test.each([
  ['no command', [], 2],
  ['an unknown command', ['serv'], 2],
  ['an unknown option', ['serve', '--prot', '1'], 2],
  ['a missing argument', ['user', 'add', '--role', 'editor'], 2],
  ['a missing role', ['user', 'add', 'ed'], 2],
  ['--help', ['--help'], 0],
  ['help of a command', ['help', 'serve'], 0],
  ['--version', ['--version'], 0],
])('%s has its exit code', async (_, args, code) => {
  const ended = await runInProcess(args, { folder: temporaryFolder() });
  expect(ended.code).toBe(code);
  expect(code === 0 ? ended.err : ended.out).toBe('');
});

test.each([
  [['user', 'add'], 'kalends user add --help'],
  [['import'], 'kalends import --help'],
  [['app-password', 'ad'], 'kalends app-password --help'],
  [['serv'], 'kalends --help'],
])('Wrong usage of %j refers to its own help', async (args, help) => {
  const { err } = await runInProcess(args, { folder: temporaryFolder() });
  expect(err).toContain(`(see "${help}")\n`);
});

test.each([
  [['backup', '']],
  [['restore', ' ']],
  [['export', '--output', '']],
  [['export', '--media', '']],
  [['import', 'a.json', '--report', '']],
  [['import', 'a.json', '--media', '']],
])('An empty name of a file is refused by %j', async ([command = '', ...args]) => {
  const folder = temporaryFolder();
  expect(await runInProcess([command, ...args], { folder })).toEqual({
    code: 2,
    out: '',
    err: 'kalends: The name of a file or folder is empty.\n',
  });
});

test('kalends help shows the help of subcommands, and refuses unknown names', async () => {
  const folder = temporaryFolder();
  const inner = await runInProcess(['help', 'user', 'add'], { folder });
  expect(inner).toEqual(await runInProcess(['user', 'add', '--help'], { folder }));
  expect(inner).toMatchObject({ code: 0, out: expect.stringContaining('Usage: kalends user add ') });
  expect(await runInProcess(['help', 'user', 'ad'], { folder })).toMatchObject({
    code: 2,
    out: '',
    err: 'kalends: Unknown command "user ad"; "kalends help" lists the commands.\n',
  });
});

test('The help of serve lists every setting, including those without an option', async () => {
  const { out } = await runInProcess(['serve', '--help'], { folder: temporaryFolder() });
  for (const { variable } of Object.values(settings)) expect(out).toContain(variable);
  expect(out).toMatch(/Only in the environment:\n[\s\S]*\n {2}DATABASE_URL +PostgreSQL database/);
});

test('The help of a command lists only settings that the command uses', async () => {
  const folder = temporaryFolder();
  const { out: mcp } = await runInProcess(['mcp', '--help'], { folder });
  expect(mcp).toContain('KALENDS_MCP_PASSWORD');
  expect(mcp).not.toMatch(/--(?:port|workers|log-format|geocoder)/);
  const { out: list } = await runInProcess(['user', 'list', '--help'], { folder });
  expect(list).toContain('DATABASE_URL');
  expect(list).not.toContain('KALENDS_MCP');
});

test('kalends migrate migrates to the current format, reports it, and refuses a newer one', async () => {
  const folder = temporaryFolder();
  const migrated = await runInProcess(['migrate'], { folder });
  expect(migrated).toMatchObject({ code: 0, out: expect.stringMatching(/is at format \d+ \(/) });
  const store = openSqlite({ path: join(folder, 'data/calendar.sqlite'), synchronous: 'off' });
  await store.write((db) => sql`insert into migrations (id, name, checksum) values (999, 'later', 'x')`.execute(db));
  await store.close();
  const refused = await runInProcess(['user', 'list'], { folder });
  expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('start a newer Kalends') });
});

test('A damaged database and an impossible data folder are reported in one sentence', async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'damaged'));
  writeFileSync(join(folder, 'damaged/calendar.sqlite'), 'no database at all, whatever its name says');
  const damaged = await runInProcess(['serve', '--port', '0', '--data', 'damaged'], { folder });
  expect(damaged).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^kalends: The database .* is damaged[^\n]*\n$/),
  });
  const nowhere = await runInProcess(['serve', '--port', '0', '--data', 'damaged/calendar.sqlite'], { folder });
  expect(nowhere).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^kalends: The data folder .* cannot be created[^\n]*\n$/),
  });
});

test.skipIf(!existsSync('/proc/self'))('A data folder below /proc is reported in one sentence', async () => {
  expect(
    await runInProcess(['serve', '--port', '0', '--data', '/proc/none/data'], { folder: temporaryFolder() }),
  ).toMatchObject({
    code: 1,
    err: 'kalends: The data folder /proc/none/data cannot be created: /proc does not allow folders.\n',
  });
});

test('A data folder behind a broken link is reported in one sentence', async () => {
  const folder = temporaryFolder();
  symlinkSync(join(folder, 'unmounted/calendar'), join(folder, 'data'));
  expect(await runInProcess(['serve', '--port', '0'], { folder })).toMatchObject({
    code: 1,
    err: expect.stringMatching(
      /^kalends: The data folder .*data cannot be created: a symbolic link in the path is broken\.\n$/,
    ),
  });
});

test('A database that cannot be reached is reported in one sentence, and never taken for a missing one', async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'data'));
  symlinkSync('calendar.sqlite', join(folder, 'data/calendar.sqlite'));
  for (const command of [['serve', '--port', '0'], ['user', 'list'], ['backup', 'a.tar.gz'], ['export']])
    expect(await runInProcess(command, { folder }), command[0]).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringMatching(
        /^kalends: The database .*calendar\.sqlite cannot be opened: the symbolic links in the path have no end\.\n$/,
      ),
    });
});

/** Options that let a program believe that it runs on another version of Node. */
const pretend = (node: string): string[] => {
  const script = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${node}' } })`;
  return ['--import', `data:text/javascript,${encodeURIComponent(script)}`];
};

test('An older Node starts the pinned one, or says which version is required', async () => {
  const folder = temporaryFolder();
  expect(await runNode([...pretend('18.20.0'), program, '--version'], folder)).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
  });
  mkdirSync(join(folder, 'bin'));
  copyFileSync(program, join(folder, 'bin/kalends.mjs'));
  const refusal = async (node: string) =>
    (await runNode([...pretend(node), join(folder, 'bin/kalends.mjs'), '--version'], folder)).err;
  for (const node of ['18.20.0', '22.14.0', '23.7.0'])
    expect(await refusal(node)).toBe(
      `kalends: needs Node 22.15 or newer, this is Node ${node}. Install a newer one.\n`,
    );
  // In a checkout the program runs as TypeScript.
  mkdirSync(join(folder, 'src'));
  writeFileSync(join(folder, 'src/cli.ts'), '');
  expect(await refusal('18.20.0')).toMatch(
    /^kalends: needs Node 24 or newer, this is Node 18\.20\.0\. Run "npm ci"[^\n]*\n$/,
  );
});

test('A command whose reader closes the pipe ends without an error', async () => {
  const child = await startCli(['--help'], { folder: temporaryFolder() });
  child.stdout.destroy();
  const [err, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  expect([code, err]).toEqual([0, '']);
});
