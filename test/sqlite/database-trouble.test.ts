// What callers and the log see if the database is full, read-only, locked or damaged.
import {
  chmodSync,
  closeSync,
  copyFileSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { languages } from '../../src/core/languages.ts';
import { translate } from '../../src/core/messages/messages.ts';
import { openSqlite } from '../../src/store/sqlite/store.ts';
import { StoreUnavailable } from '../../src/store/unavailable.ts';
import { startTestApp, type TestApp, type TestAppOptions } from '../support/test-app.ts';

const event = { title: 'Gala', start_date: '2027-06-19 19:30:00', end_date: '2027-06-19 22:00:00' };

interface Logged {
  level: string;
  msg: string;
}

async function startLogged(options: TestAppOptions = {}): Promise<TestApp & { logged: Logged[] }> {
  const logged: Logged[] = [];
  const log = { write: (line: string) => void logged.push(JSON.parse(line) as Logged) };
  return { ...(await startTestApp({ ...options, log })), logged };
}

const create = (app: TestApp, json: object = event) =>
  app.request({ method: 'POST', path: '/events', as: 'admin', json, headers: { 'accept-encoding': 'identity' } });

/** The error in the shape of the contract, with `Retry-After`. */
async function expectRefused(app: TestApp, reply: Awaited<ReturnType<typeof create>>): Promise<void> {
  expect(reply.status).toBe(503);
  expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
  expect(reply.body).toMatchObject({
    code: 'service_unavailable',
    message: expect.any(String),
    data: { status: 503, request_id: expect.any(String) },
  });
  expect(JSON.stringify(reply.body)).not.toMatch(/sqlite|\.sqlite|disk/i);
  expect((await app.request({ path: '/events' })).status).toBe(200);
  expect((await app.request({ path: '/events', as: 'admin' })).status).toBe(200);
}

/** Runs a pragma on the writing connection. */
const pragma = (app: TestApp, text: string) => app.store.write((db) => sql.raw(`pragma ${text}`).execute(db));

test('On a full disk writes are refused without a trace, reads continue, and one line is logged', async () => {
  const app = await startLogged();
  expect((await create(app)).status).toBe(201);
  await pragma(app, 'max_page_count = 1');
  const long = { ...event, title: 'Too long', description: 'Much to say. '.repeat(3000) };
  for (let n = 0; n < 3; n++) await expectRefused(app, await create(app, long));
  expect((await app.request<{ total: number }>({ path: '/events' })).body.total).toBe(1);
  const lines = app.logged.filter(({ msg }) => msg.includes('disk is full'));
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatchObject({ msg: expect.stringMatching(/^The database \S+: the disk is full[^\n]*\.$/) });
  expect(JSON.stringify(lines)).not.toContain('stack');

  await pragma(app, 'max_page_count = 1000000');
  expect((await create(app, long)).status).toBe(201);
});

test('A batch on a full disk saves nothing', async () => {
  const app = await startLogged();
  await pragma(app, 'max_page_count = 1');
  const requests = [
    { method: 'POST', path: '/tags', body: { name: 'first' } },
    { method: 'POST', path: '/events', body: { ...event, description: 'Much to say. '.repeat(3000) } },
  ];
  await expectRefused(app, await app.request({ method: 'POST', path: '/batch', as: 'admin', json: { requests } }));
  const { body } = await app.request<{ total: number }>({ path: '/tags?hide_empty=false' });
  expect(body.total).toBe(0);
});

test('Writes to a database that has become read-only are refused', async () => {
  const app = await startLogged();
  await pragma(app, 'query_only = on');
  await expectRefused(app, await create(app));
  expect(app.logged.map(({ msg }) => msg)).toContainEqual(expect.stringContaining('it is read-only'));
});

test('A refused write is reported in each language', async () => {
  const app = await startTestApp();
  await pragma(app, 'query_only = on');
  for (const language of languages) {
    const reply = await app.request<{ message: string }>({
      method: 'POST',
      path: `/tags?i18n_language=${language}`,
      as: 'admin',
      json: { name: 'x' },
    });
    expect(reply.body.message).toBe(translate(language, 'service_unavailable'));
  }
});

describe('another program is writing', () => {
  const start = () => startLogged({ open: (options) => openSqlite({ ...options, writeWaitMs: 400 }) });
  const hold = (app: TestApp) => {
    const other = new BetterSqlite3(join(app.folder, 'calendar.sqlite'));
    onTestFinished(() => void other.close());
    other.exec('begin immediate');
    return other;
  };

  test('Writes wait for another program without blocking reads, and are refused after a timeout', async () => {
    const app = await start();
    const other = hold(app);
    const order: string[] = [];
    const writes = [create(app), create(app)].map((reply) => reply.finally(() => order.push('write')));
    for (let n = 0; n < 5; n++) {
      expect((await app.request({ path: `/events?per_page=${n + 1}`, as: 'admin' })).status).toBe(200);
      order.push('read');
    }
    for (const write of writes) await expectRefused(app, await write);
    expect(order.slice(0, 5)).toEqual(Array(5).fill('read'));
    other.exec('rollback');
    expect((await create(app)).status).toBe(201);
    expect((await app.request<{ total: number }>({ path: '/events' })).body.total).toBe(1);
  });

  test('Waiting writes succeed as soon as the other program has finished', async () => {
    const app = await start();
    const other = hold(app);
    const writes = Array.from({ length: 5 }, (_, n) => create(app, { ...event, title: `Gala ${n}` }));
    await new Promise((resolve) => setTimeout(resolve, 50));
    other.exec('commit');
    for (const { status } of await Promise.all(writes)) expect(status).toBe(201);
  });
});

test('A damaged database crashes no process, and the log says what to do', async () => {
  const app = await startLogged({ open: openSqlite, settings: { cacheBytes: 0 } });
  for (let n = 0; n < 40; n++) await create(app, { ...event, description: 'Much to say. '.repeat(400) });
  const copy = mkdtempSync(join(tmpdir(), 'kalends-damaged-'));
  onTestFinished(() => rmSync(copy, { recursive: true, force: true }));
  const source = new BetterSqlite3(join(app.folder, 'calendar.sqlite'));
  await source.backup(join(copy, 'calendar.sqlite'));
  const roots = source.prepare("select rootpage from sqlite_master where tbl_name in ('events', 'record_texts')");
  const pages = roots.pluck().all() as number[];
  source.close();
  scramble(join(copy, 'calendar.sqlite'), pages);
  const damaged = await startLogged({ folder: copy, settings: { cacheBytes: 0 } });
  const reply = await damaged.request({ path: '/events?per_page=50' });
  expect(reply.status).toBe(503);
  expect(reply.headers['retry-after']).toBe('300');
  expect(damaged.logged.map(({ msg }) => msg)).toContainEqual(expect.stringContaining('it is damaged; restore it'));
  expect((await damaged.app.inject('/healthz')).statusCode).toBe(200);
});

/** Triggers have no root page (0). */
function scramble(path: string, pages: readonly number[]): void {
  const pageBytes = 4096;
  const file = openSync(path, 'r+');
  for (const page of pages.filter((number) => number > 0))
    writeSync(file, Buffer.alloc(pageBytes, 0xa5), 0, pageBytes, (page - 1) * pageBytes);
  closeSync(file);
}

describe('a start on read-only files', () => {
  /** Root ignores file modes, so the database is opened as `nobody`. */
  async function asNobody<T>(work: () => Promise<T>): Promise<T> {
    if (process.getuid?.() !== 0) return work();
    process.seteuid?.(65_534);
    try {
      return await work();
    } finally {
      process.seteuid?.(0);
    }
  }

  /** Within `asNobody`. */
  function allowWriting(folder: string): void {
    const isRoot = process.getuid?.() === 0;
    if (isRoot) process.seteuid?.(0);
    chmodSync(folder, 0o777);
    for (const name of readdirSync(folder)) chmodSync(join(folder, name), 0o666);
    if (isRoot) process.seteuid?.(65_534);
  }

  async function folderWithEvent(): Promise<{ folder: string; authorization: string }> {
    const folder = mkdtempSync(join(tmpdir(), 'kalends-readonly-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const app = await startTestApp({ open: openSqlite });
    await create(app);
    const source = new BetterSqlite3(join(app.folder, 'calendar.sqlite'));
    await source.backup(join(folder, 'calendar.sqlite'));
    source.close();
    // The state that a stopped service leaves.
    await openSqlite({ path: join(folder, 'calendar.sqlite') }).close();
    chmodSync(join(folder, 'calendar.sqlite'), 0o444);
    return { folder, authorization: `Bearer ${app.passwords.admin}` };
  }

  test('On read-only files reads are answered and writes are refused', async () => {
    const { folder, authorization } = await folderWithEvent();
    chmodSync(folder, 0o777);
    const app = await asNobody(() => startLogged({ folder }));
    const headers = { authorization };
    expect((await app.request<{ total: number }>({ path: '/events' })).body.total).toBe(1);
    expect((await app.request({ path: '/events', headers })).status).toBe(200);
    const refused = await app.request({ method: 'POST', path: '/events', headers, json: event });
    expect(refused.status).toBe(503);
    expect(refused.headers['retry-after']).toBe('60');
  });

  test('Once read-only files become writable, writes succeed without a restart', async () => {
    const { folder, authorization } = await folderWithEvent();
    chmodSync(folder, 0o777);
    await asNobody(async () => {
      const app = await startLogged({ folder });
      const post = () => app.request({ method: 'POST', path: '/events', headers: { authorization }, json: event });
      expect((await post()).status).toBe(503);
      expect((await post()).status).toBe(503);
      allowWriting(folder);
      await expect.poll(async () => (await post()).status, { timeout: 10_000 }).toBe(201);
      expect((await app.request<{ total: number }>({ path: '/events' })).body.total).toBe(2);
    });
  });

  test('Once a read-only folder becomes writable, writes succeed without a restart', async () => {
    const { folder: source, authorization } = await folderWithEvent();
    const folder = mkdtempSync(join(tmpdir(), 'kalends-readonly-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    copyFileSync(join(source, 'calendar.sqlite'), join(folder, 'calendar.sqlite'));
    for (const suffix of ['-wal', '-shm']) writeFileSync(join(folder, `calendar.sqlite${suffix}`), '', { mode: 0o444 });
    chmodSync(folder, 0o555);
    await asNobody(async () => {
      const app = await startLogged({ folder });
      const read = (headers?: Record<string, string>) =>
        app.request<{ total: number }>({ path: '/tags?hide_empty=false', ...(headers && { headers }) });
      let count = 0;
      const post = () =>
        app.request({
          method: 'POST',
          path: '/tags',
          headers: { authorization },
          json: { name: `t${count++}` },
        });
      expect((await post()).status).toBe(503);
      expect((await read()).body.total).toBe(0);
      allowWriting(folder);
      await expect.poll(async () => (await post()).status, { timeout: 10_000, interval: 500 }).toBe(201);
      expect((await read()).body.total).toBe(1);
      expect((await post()).status).toBe(201);
      expect((await read({ authorization })).body.total).toBe(2);
      expect((await read()).body.total).toBe(2);
    });
  });

  test('An older database that cannot be migrated is reported and not served', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'kalends-readonly-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    chmodSync(folder, 0o777);
    const old = new BetterSqlite3(join(folder, 'calendar.sqlite'));
    old.pragma('journal_mode = wal');
    old.exec('create table migrations (id integer primary key, name text, checksum text, applied_at text)');
    old.close();
    chmodSync(join(folder, 'calendar.sqlite'), 0o444);
    await expect(asNobody(() => startTestApp({ folder }))).rejects.toThrow(/readonly/);
  });
});

test('An error about a statement is not an error of the database', async () => {
  const app = await startTestApp();
  const wrong = app.store.write((db) => sql`insert into meta (key, value) values (null, null)`.execute(db));
  await expect(wrong).rejects.not.toBeInstanceOf(StoreUnavailable);
});
