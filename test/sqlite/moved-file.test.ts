// The database files are moved, removed or replaced while the service runs. SQLite would go on writing to the old ones.
import { copyFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openSqlite } from '../../src/store/sqlite/store.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

async function start() {
  const logged: string[] = [];
  const log = { write: (line: string) => void logged.push((JSON.parse(line) as { msg: string }).msg) };
  const app = await startTestApp({ open: openSqlite, log });
  return { app, logged, path: join(app.folder, 'calendar.sqlite') };
}

const create = (app: TestApp) =>
  app.request({ method: 'POST', path: '/tags', as: 'admin', json: { name: `t${Math.random()}` } });

async function expectRefused(app: TestApp): Promise<void> {
  const refused = await create(app);
  expect(refused).toMatchObject({ status: 503, body: { code: 'service_unavailable', data: { status: 503 } } });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect((await app.request({ path: '/tags?hide_empty=false' })).status).toBe(200);
}

test.each(['', '-wal', '-shm'])('Writes are refused while calendar.sqlite%s is moved away', async (suffix) => {
  const { app, logged, path } = await start();
  expect((await create(app)).status).toBe(201);
  renameSync(`${path}${suffix}`, `${path}.away`);
  await expectRefused(app);
  expect(logged).toContainEqual(expect.stringMatching(/^The database \S+: one of its files was moved[^\n]*\.$/));
  renameSync(`${path}.away`, `${path}${suffix}`);
  expect((await create(app)).status).toBe(201);
});

test('A calendar whose file was removed refuses writes', async () => {
  const { app, path } = await start();
  rmSync(path);
  await expectRefused(app);
});

test('A calendar whose file was replaced, as by a backup, refuses writes', async () => {
  const { app, path } = await start();
  copyFileSync(path, `${path}.copy`);
  renameSync(`${path}.copy`, path);
  await expectRefused(app);
});
