import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { json as readJson } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { version } from '../../src/version.ts';
import { runCli, runInProcess, startCli, temporaryFolder } from '../support/run-cli.ts';
import { startService } from '../support/running-service.ts';

const api = '/wp-json/calendar/events/v1';
const checkout = fileURLToPath(new URL('../..', import.meta.url));
const basic = (credentials: string) => `Basic ${Buffer.from(credentials.trim()).toString('base64')}`;

test('kalends serve serves a new calendar, shows its administrator once, and stops on SIGTERM', async () => {
  const folder = temporaryFolder();
  const service = await startService([], { folder });
  const administrator = await service.event('first-administrator');
  expect(administrator).toMatchObject({
    login: 'admin',
    application_password: expect.stringMatching(/^[A-Za-z0-9]{24}$/),
  });
  expect(await service.event('listening')).toMatchObject({ address: '127.0.0.1', pid: service.process.pid });

  expect(await (await fetch(`${service.origin}/healthz`)).json()).toEqual({ status: 'ok', version });
  expect((await fetch(`${service.origin}/readyz`)).status).toBe(200);
  const authorization = basic(`admin:${administrator['application_password']}`);
  const made = await fetch(`${service.origin}${api}/tags?name=first`, { method: 'POST', headers: { authorization } });
  expect(made.status).toBe(201);

  expect(await service.stop()).toBe(0);
  expect(JSON.stringify(service.lines.slice(2))).not.toContain(administrator['application_password']);
  expect(existsSync(join(folder, 'data/calendar.sqlite-wal'))).toBe(false);

  const again = await startService([], { folder });
  expect(again.lines.some((line) => line.event === 'first-administrator')).toBe(false);
  expect(await (await fetch(`${again.origin}${api}/tags?hide_empty=false`)).json()).toMatchObject({ total: 1 });
  expect(await again.stop('SIGINT')).toBe(0);
});

test('Accounts added while the service runs can sign in, revoked ones cannot', async () => {
  const folder = temporaryFolder();
  const service = await startService([], { folder });
  const { out } = await runInProcess(['user', 'add', 'ed', '--role', 'editor'], { folder });
  const create = () =>
    fetch(`${service.origin}${api}/tags?name=n${Math.random()}`, {
      method: 'POST',
      headers: { authorization: basic(out) },
    });
  expect((await create()).status).toBe(201);
  expect((await runInProcess(['app-password', 'revoke', 'ed', '2'], { folder })).code).toBe(0);
  expect((await create()).status).toBe(401);
  expect(await service.stop()).toBe(0);
});

test('--demo loads sample events into an empty calendar, once', async () => {
  const folder = temporaryFolder();
  const totalOf = async (origin: string) =>
    ((await (await fetch(`${origin}${api}/events`)).json()) as { total: number }).total;
  const service = await startService(['--demo'], { folder });
  const total = await totalOf(service.origin);
  expect(total).toBeGreaterThan(50);
  await service.stop();
  const again = await startService(['--demo'], { folder });
  expect(await totalOf(again.origin)).toBe(total);
  await again.stop();
});

describe('stopping the service', () => {
  test('Stopping finishes an open request and refuses new connections', async () => {
    const folder = temporaryFolder();
    const service = await startService([], { folder });
    const { application_password: password } = await service.event('first-administrator');
    const body = JSON.stringify({ name: 'late' });
    const slow = request(`${service.origin}${api}/tags`, {
      method: 'POST',
      headers: {
        authorization: basic(`admin:${password}`),
        'content-type': 'application/json',
        'content-length': body.length,
      },
    });
    const answered = answerOf(slow);
    slow.write(body.slice(0, 5));
    await new Promise((resolve) => setTimeout(resolve, 200));
    const stopped = service.stop();
    await service.event('stopping');
    await expect.poll(() => fetch(`${service.origin}/healthz`).catch(() => 'refused')).toBe('refused');
    slow.end(body.slice(5));
    expect(await answered).toMatchObject({ status: 201, body: { name: 'late' } });
    expect(await stopped).toBe(0);
  });

  test('Idle connections do not delay stopping', async () => {
    const service = await startService([], { folder: temporaryFolder() });
    await fetch(`${service.origin}/healthz`);
    const begin = performance.now();
    expect(await service.stop()).toBe(0);
    expect(performance.now() - begin).toBeLessThan(3000);
  });

  test('A second signal ends the service at once', async () => {
    const service = await startService([], { folder: temporaryFolder() });
    const stuck = request(`${service.origin}${api}/tags`, { method: 'POST', headers: { 'content-length': 100 } });
    stuck.on('error', () => undefined);
    stuck.write('{');
    await new Promise((resolve) => setTimeout(resolve, 200));
    const ended = service.stop();
    await service.event('stopping');
    await new Promise((resolve) => setTimeout(resolve, 400));
    service.process.kill('SIGTERM');
    expect(await ended).toBe(1);
  });
});

test('SIGTERM to npm start stops the service', async () => {
  const folder = temporaryFolder();
  const start = ['--prefix', checkout, 'start', '--', '--data', join(folder, 'data'), '--port', '0', '--json'];
  const child = await startCli([], { folder, program: ['npm', ...start] });
  let out = '';
  for await (const text of child.stdout.setEncoding('utf8')) {
    if (!out.includes('"listening"') && (out + text).includes('"listening"')) child.kill('SIGTERM');
    out += text;
  }
  expect(out).toContain('"msg":"stopped"');
});

test.each(['1', '2'])(
  'A port in use is reported in one sentence, before anything is created (workers: %s)',
  async (workers) => {
    const service = await startService([], { folder: temporaryFolder() });
    const folder = temporaryFolder();
    const refused = await runCli(['serve', '--workers', workers, '--port', String(service.port)], { folder });
    expect(refused).toMatchObject({ code: 1, out: '' });
    expect(existsSync(join(folder, 'data'))).toBe(false);
    expect(refused.err).toMatch(new RegExp(`^kalends: Port ${service.port} on 127\\.0\\.0\\.1 is in use[^\\n]*\\n$`));
  },
);

test.skipIf(!existsSync('/proc/self/limits'))('more connections than there can be open files', async () => {
  const service = await startService([], { folder: temporaryFolder(), maxOpenFiles: 80 });
  // Idle connections, like those of a load balancer.
  const agent = new Agent({ keepAlive: true });
  onTestFinished(() => agent.destroy());
  const ask = () =>
    new Promise<number | undefined>((resolve) => {
      const sent = request(`${service.origin}/healthz`, { agent }, (message) => {
        message.resume().on('end', () => resolve(message.statusCode));
      });
      sent.on('error', () => resolve(undefined)).end();
    });
  const statuses = await Promise.all(Array.from({ length: 100 }, ask));
  expect(statuses).toContain(200);
  expect(statuses).toContain(undefined);
  const logged = () =>
    service.lines.filter(({ msg }) => /^Connections are refused: .* 80 \(ulimit -n\)/.test(String(msg)));
  await expect.poll(logged).toMatchObject([{ level: 'error' }]);
  // At the latest the next but one, for which idle connections are closed.
  await expect.poll(async () => (await fetch(`${service.origin}/readyz`)).status, { timeout: 5000 }).toBe(200);
  expect(await service.stop()).toBe(0);
});

test('Without --json standard output is text for people', async () => {
  const child = await startCli(['serve', '--port', '0'], { folder: temporaryFolder() });
  let out = '';
  for await (const text of child.stdout.setEncoding('utf8')) {
    out += text;
    if (out.includes('to stop')) child.kill('SIGTERM');
  }
  expect(out).toMatch(/login +admin/);
  expect(out).toMatch(/application password +(?:[A-Za-z0-9]{4} ?){6}\n/);
  expect(out).toMatch(/http:\/\/127\.0\.0\.1:\d+\//);
  expect(out).not.toMatch(/^\{/m);
});

async function answerOf(sent: ClientRequest): Promise<{ status: number | undefined; body: unknown }> {
  const [message] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: message.statusCode, body: await readJson(message) };
}
