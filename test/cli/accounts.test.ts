import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runInProcess, temporaryFolder } from '../support/run-cli.ts';
import { startTestApp } from '../support/test-app.ts';

const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);

const cliIn =
  (folder: string) =>
  (...args: string[]) =>
    runInProcess(args, { folder });

async function calendarWithAdmin() {
  const folder = temporaryFolder();
  const cli = cliIn(folder);
  const { code } = await cli('user', 'add', 'admin', '--role', 'administrator');
  expect(code).toBe(0);
  return cli;
}

describe('kalends user add', () => {
  test('user add says that it creates a calendar, as it does in the wrong folder', async () => {
    const folder = temporaryFolder();
    const add = (login: string) => cliIn(folder)('user', 'add', login, '--role', 'editor');
    expect((await add('ed')).err).toMatch(/^Created a calendar in \S+\.\nAdded ed/);
    expect((await add('ann')).err).toMatch(/^Added ann/);
  });

  test('user add says that a calendar has no administrator, as no start of the service will create one', async () => {
    const cli = cliIn(temporaryFolder());
    const add = async (login: string, role: string) => (await cli('user', 'add', login, '--role', role)).err;
    const missing = 'The calendar has no administrator; "kalends user add LOGIN --role administrator" adds one.';
    expect(await add('ed', 'editor')).toContain(missing);
    expect(await add('ann', 'administrator')).not.toContain(missing);
    expect(await add('bob', 'editor')).not.toContain(missing);
  });

  test('user add makes the database readable by its owner only, even in a folder that others may read', async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'data'), { mode: 0o755 });
    expect(await cliIn(folder)('user', 'add', 'ed', '--role', 'editor')).toMatchObject({ code: 0 });
    const files = readdirSync(join(folder, 'data'));
    for (const file of files) expect(`${file} ${modeOf(join(folder, 'data', file))}`).toBe(`${file} 600`);
  });

  test("user add removes other users' permissions from a restored database and images", async () => {
    const folder = temporaryFolder();
    const add = (login: string) => cliIn(folder)('user', 'add', login, '--role', 'editor');
    await add('ed');
    const data = join(folder, 'data');
    mkdirSync(join(data, 'media'), { mode: 0o755 });
    chmodSync(join(data, 'calendar.sqlite'), 0o644);
    expect(await add('ann')).toMatchObject({ code: 0 });
    expect([modeOf(join(data, 'calendar.sqlite')), modeOf(join(data, 'media'))]).toEqual(['600', '700']);
  });

  test.each([
    ['is missing', (data: string) => rmSync(join(data, 'calendar.sqlite'))],
    ['is empty', (data: string) => writeFileSync(join(data, 'calendar.sqlite'), '')],
  ])('user add makes no new calendar beside images when the database %s', async (state, lose) => {
    const folder = temporaryFolder();
    const add = (login: string) => cliIn(folder)('user', 'add', login, '--role', 'editor');
    await add('ed');
    const data = join(folder, 'data');
    mkdirSync(join(data, 'media', '2027'), { recursive: true });
    expect(await add('ann')).toMatchObject({ code: 0 });
    writeFileSync(join(data, 'media', '2027', 'a.png'), 'x');
    lose(data);
    const refused = await add('bob');
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining(state) });
    expect(refused.err).toContain(join(data, 'media'));
  });

  test('user add creates no calendar next to the write-ahead log of a lost one', async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'data'));
    writeFileSync(join(folder, 'data', 'calendar.sqlite-wal'), 'frames');
    expect(await cliIn(folder)('user', 'add', 'ed', '--role', 'editor')).toMatchObject({
      code: 1,
      err: expect.stringContaining('calendar.sqlite-wal'),
    });
  });

  test('user add creates the data folder and prints only login and password', async () => {
    const folder = temporaryFolder();
    const added = await cliIn(folder)(
      'user',
      'add',
      'ed',
      '--role',
      'editor',
      '--email',
      'ed@example.org',
      '--name',
      'Édith',
    );
    expect(added).toMatchObject({ code: 0, out: expect.stringMatching(/^ed:[A-Za-z0-9]{24}\n$/) });
    expect(modeOf(join(folder, 'data'))).toBe('700');
    const listed = await cliIn(folder)('user', 'list', '--json');
    expect(JSON.parse(listed.out)).toEqual([
      {
        id: 1,
        login: 'ed',
        role: 'editor',
        name: 'Édith',
        email: 'ed@example.org',
        created: expect.stringMatching(/Z$/),
      },
    ]);
  });

  test('user add --json prints one object', async () => {
    const added = await cliIn(temporaryFolder())('user', 'add', 'ann', '--role', 'author', '--json');
    expect(JSON.parse(added.out)).toMatchObject({
      id: 1,
      login: 'ann',
      role: 'author',
      email: null,
      application_password: expect.stringMatching(/^[A-Za-z0-9]{24}$/),
    });
  });

  test('user add reports all problems together and creates nothing', async () => {
    const folder = temporaryFolder();
    const refused = await cliIn(folder)('user', 'add', 'a:b', '--role', 'boss', '--email', 'nobody', '--name', ' ');
    expect(refused).toMatchObject({ code: 2, out: '' });
    for (const word of ['login', 'role', 'nobody', 'name']) expect(refused.err).toContain(word);
    expect(existsSync(join(folder, 'data'))).toBe(false);
  });

  test.each([
    ['the same login', ['ADMIN', '--role', 'editor'], 'The login "ADMIN" is taken'],
    [
      'the same e-mail address',
      ['eve', '--role', 'editor', '--email', 'A@example.org'],
      'The e-mail address "A@example.org" is taken',
    ],
    ['an e-mail address as login', ['a@example.org', '--role', 'editor'], 'The login "a@example.org" is taken'],
  ])('user add refuses %s', async (_, args, sentence) => {
    const cli = cliIn(temporaryFolder());
    await cli('user', 'add', 'admin', '--role', 'administrator', '--email', 'a@example.org');
    const refused = await cli('user', 'add', ...args);
    expect(refused).toMatchObject({ code: 1, out: '' });
    expect(refused.err).toContain(sentence);
  });
});

describe('kalends user list and remove', () => {
  test('kalends user list prints a table', async () => {
    const cli = await calendarWithAdmin();
    const { out } = await cli('user', 'list');
    expect(out.split('\n')[0]).toMatch(/^ID {2}LOGIN {2}ROLE/);
    expect(out.split('\n')[1]).toMatch(/^1 {3}admin {2}administrator/);
  });

  test('kalends user remove removes a user, but not the last administrator', async () => {
    const cli = await calendarWithAdmin();
    await cli('user', 'add', 'ed', '--role', 'editor');
    expect(await cli('user', 'remove', 'ed')).toMatchObject({ code: 0, out: '' });
    const refused = await cli('user', 'remove', 'admin');
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('last administrator') });
    expect(await cli('user', 'remove', 'ed')).toMatchObject({ code: 1, err: expect.stringContaining('no user "ed"') });
    expect(JSON.parse((await cli('user', 'list', '--json')).out)).toHaveLength(1);
  });

  test('kalends user change gives a user another role, e-mail address or name, which the audit log has without the person', async () => {
    const cli = await calendarWithAdmin();
    await cli('user', 'add', 'ann', '--role', 'contributor', '--email', 'ann@example.org');
    const changed = await cli('user', 'change', 'ann', '--role', 'editor', '--name', 'Ann B.');
    expect(changed).toMatchObject({ code: 0, err: 'Changed ann (editor, id 2).\n' });
    expect(await cli('user', 'change', 'ANN@example.org', '--email', '')).toMatchObject({ code: 0 });
    const users = JSON.parse((await cli('user', 'list', '--json')).out);
    expect(users[1]).toMatchObject({ login: 'ann', role: 'editor', name: 'Ann B.', email: null });
    const { out } = await cli('audit', '--kind', 'user', '--record', '2', '--json');
    const entries = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(entries).toMatchObject([
      { action: 'created' },
      { action: 'updated', changes: { role: ['contributor', 'editor'] } },
    ]);
    expect(entries).toHaveLength(2);
  });

  test('kalends user change refuses what user add refuses, and takes the role from no last administrator', async () => {
    const cli = await calendarWithAdmin();
    await cli('user', 'add', 'ann', '--role', 'author', '--email', 'ann@example.org');
    const before = (await cli('user', 'list')).out;
    const wrong = await cli('user', 'change', 'ann', '--role', 'boss', '--email', 'x', '--name', ' ');
    expect(wrong.code).toBe(2);
    for (const word of ['The role', 'not an e-mail address', 'The name']) expect(wrong.err).toContain(word);
    expect((await cli('user', 'change', 'ann')).err).toContain(
      'Nothing to change: name a --role, an --email or a --name.',
    );
    const refusals = [
      ['bob', '--role', 'editor', 'There is no user "bob".'],
      ['admin', '--role', 'editor', '"admin" is the last administrator; add another one first.'],
      ['admin', '--email', 'Ann@example.org', 'The e-mail address "Ann@example.org" is taken by the user "ann".'],
    ] as const;
    for (const [login, option, value, reason] of refusals)
      expect(await cli('user', 'change', login, option, value)).toMatchObject({
        code: 1,
        err: expect.stringContaining(reason),
      });
    expect(await cli('user', 'change', 'ann', '--email', 'ANN@example.org')).toMatchObject({ code: 0 });
    expect((await cli('user', 'list')).out).toBe(before.replace('ann@', 'ANN@'));
  });

  test('kalends user list reports a missing calendar and creates none', async () => {
    const folder = temporaryFolder();
    const listed = await cliIn(folder)('user', 'list');
    expect(listed).toMatchObject({ code: 1, err: expect.stringContaining('There is no calendar') });
    expect(existsSync(join(folder, 'data'))).toBe(false);
  });
});

test('Application passwords are added, listed and revoked', async () => {
  const cli = await calendarWithAdmin();
  const added = await cli('app-password', 'add', 'admin', '--name', 'phone');
  expect(added).toMatchObject({ code: 0, out: expect.stringMatching(/^admin:[A-Za-z0-9]{24}\n$/) });
  const list = async () =>
    JSON.parse((await cli('app-password', 'list', 'admin', '--json')).out) as { id: number; name: string }[];
  expect(await list()).toMatchObject([{ id: 1 }, { id: 2, name: 'phone', last_used: null }]);
  expect(await cli('app-password', 'revoke', 'admin', '2')).toMatchObject({ code: 0 });
  expect(await list()).toMatchObject([{ id: 1 }]);
  expect(await cli('app-password', 'revoke', 'admin', '2')).toMatchObject({ code: 1 });
  expect(await cli('app-password', 'revoke', 'admin', 'phone')).toMatchObject({ code: 2 });
});

test('kalends app-password add limits a password by scopes and expiry, and reports all problems with them', async () => {
  const cli = await calendarWithAdmin();
  const add = (...options: string[]) => cli('app-password', 'add', 'admin', ...options);
  const wrong = await add('--scopes', 'read,write', '--expires', '2020-01-01', '--name', ' ');
  expect(wrong).toMatchObject({ code: 2, out: '' });
  for (const text of ['The name must', 'write:own, write:all', '"2020-01-01"']) expect(wrong.err).toContain(text);
  expect(await add('--expires', '2037-02-30')).toMatchObject({ code: 2, out: '' });
  expect(await add('--scopes', 'write:own,read', '--expires', '90d')).toMatchObject({ code: 0 });
  const [first, second] = JSON.parse((await cli('app-password', 'list', 'admin', '--json')).out) as [object, object];
  expect(first).toMatchObject({ scopes: null, expires: null });
  expect(second).toMatchObject({ scopes: ['read', 'write:own'], expires: expect.stringMatching(/Z$/) });
});

test('kalends audit --user finds the entries of a user who has been removed', async () => {
  const folder = temporaryFolder();
  const cli = cliIn(folder);
  const [login, password] = (await cli('user', 'add', 'ann', '--role', 'editor')).out.trim().split(':');
  const { app, close } = await startTestApp({ folder: join(folder, 'data') });
  const { statusCode } = await app.inject({
    method: 'POST',
    url: '/calendar/events/v1/tags',
    headers: { authorization: `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}` },
    payload: { name: 'Outdoors' },
  });
  expect(statusCode).toBe(201);
  await close();
  const ofAnn = async () => JSON.parse((await cli('audit', '--user', 'ann', '--json')).out) as object;
  expect(await ofAnn()).toMatchObject({ kind: 'tag', action: 'created', user: 'ann' });
  expect(await cli('user', 'remove', 'ann')).toMatchObject({ code: 0 });
  expect(await ofAnn()).toMatchObject({ kind: 'tag', action: 'created', user: 'ann' });
});

test('kalends audit lists who changed what, and kalends user erase removes the person from it', async () => {
  const cli = await calendarWithAdmin();
  await cli('user', 'add', 'ann', '--role', 'author', '--email', 'ann@example.org');
  await cli('app-password', 'add', 'ann', '--name', 'phone of Ann');
  const entries = async (...options: string[]) =>
    (await cli('audit', '--json', ...options)).out
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as { kind: string; action: string; user: string });
  expect((await entries()).map(({ kind, action }) => `${kind} ${action}`)).toEqual([
    'user created',
    'user created',
    'key created',
  ]);
  expect(await entries('--kind', 'key')).toMatchObject([{ user: 'command line' }]);
  expect((await cli('audit')).out).toMatch(/TIME \(UTC\) +WHO +ACTION +WHAT/);
  for (const wrong of [
    ['--since', 'never'],
    ['--since', '2027-02-31'],
    ['--limit', '0'],
    ['--record', 'x'],
    ['--kind', 'events'],
    ['--action', 'update'],
  ])
    expect(await cli('audit', ...wrong)).toMatchObject({ code: 2 });
  expect(await cli('audit', '--user', 'bob')).toMatchObject({ code: 1 });
  expect(await cli('user', 'erase', 'admin')).toMatchObject({ code: 1 });
  expect(await cli('user', 'erase', 'ann', '--reassign', 'ann')).toMatchObject({ code: 1 });
  expect(await cli('user', 'erase', 'ann', '--reassign', 'admin')).toMatchObject({ code: 0 });
  expect((await entries()).at(-1)).toMatchObject({ kind: 'user', action: 'erased' });
  for (const shown of [await cli('audit', '--json'), await cli('user', 'list', '--json')])
    expect(shown.out).not.toMatch(/\bann\b|Ann|example\.org/);
});
