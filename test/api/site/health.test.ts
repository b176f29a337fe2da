// Health checks, and what they report to administrators about scheduled backups.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type Login, startTestApp, type TestApp } from '../../support/test-app.ts';

async function healthOf(app: TestApp, as?: Login, password = as && app.passwords[as]) {
  const authorization = as ? { authorization: `Basic ${btoa(`${as}:${password}`)}` } : {};
  const reply = await app.app.inject({ url: '/healthz', headers: { host: 'calendar.example', ...authorization } });
  return { status: reply.statusCode, body: reply.json() };
}

async function withBackups() {
  const folder = mkdtempSync(join(tmpdir(), 'kalends-backups-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return { folder, app: await startTestApp({ settings: { backupFolder: folder, backupEverySeconds: 86_400 } }) };
}

test('Administrators learn whether scheduled backups are up to date', async () => {
  const { app, folder } = await withBackups();
  const backups = async () => (await healthOf(app, 'admin')).body.backups;
  expect(await backups()).toEqual({ state: 'pending', newest_utc: null });
  app.clock.advance(3 * 3600);
  expect(await backups()).toEqual({ state: 'overdue', newest_utc: null });
  writeFileSync(join(folder, 'kalends-20270301T150000Z.tar.gz'), '');
  expect(await backups()).toEqual({ state: 'ok', newest_utc: '2027-03-01 15:00:00' });
  app.clock.advance(86_400);
  expect(await backups()).toMatchObject({ state: 'ok' });
  app.clock.advance(2 * 3600 + 1);
  expect(await backups()).toMatchObject({ state: 'overdue', newest_utc: '2027-03-01 15:00:00' });
  rmSync(folder, { recursive: true });
  writeFileSync(folder, 'a file');
  expect(await backups()).toEqual({ state: 'unreadable', newest_utc: null });
});

test('Other callers learn nothing about backups, and failing backups do not make the service unhealthy', async () => {
  const { app } = await withBackups();
  app.clock.advance(365 * 86_400);
  for (const as of [undefined, 'ed'] as const) {
    const { status, body } = await healthOf(app, as);
    expect([status, body]).toEqual([200, { status: 'ok', version: expect.any(String) }]);
  }
});

test('Wrong credentials are refused by a health check as everywhere', async () => {
  const { app } = await withBackups();
  expect(await healthOf(app, 'admin', 'wrong')).toMatchObject({ status: 401, body: { code: 'incorrect_password' } });
});

test('Monitors may send HEAD instead of GET', async () => {
  const { app } = await startTestApp();
  for (const url of ['/healthz', '/readyz']) {
    const { statusCode, body } = await app.inject({ method: 'HEAD', url });
    expect([url, statusCode, body]).toEqual([url, 200, '']);
  }
});
