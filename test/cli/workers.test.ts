// Several workers on one port are replaced, killed and stopped while clients send requests.
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { Agent, type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { json as readJson } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { runCli, temporaryFolder } from '../support/run-cli.ts';
import { type RunningService, startService } from '../support/running-service.ts';

const api = '/wp-json/calendar/events/v1';

interface Sent {
  method?: string;
  path: string;
  json?: object;
  headers?: Record<string, string>;
  agent?: Agent;
}
interface Reply {
  status: number;
  headers: IncomingMessage['headers'];
  body: Readonly<Record<string, unknown>>;
}

async function send(
  service: RunningService,
  { method = 'GET', path, json, headers = {}, agent }: Sent,
): Promise<Reply> {
  const outgoing = request({
    port: service.port,
    host: '127.0.0.1',
    method,
    path: `${api}${path}`,
    headers: { 'content-type': 'application/json', ...headers },
    agent: agent ?? false,
  });
  outgoing.end(json && JSON.stringify(json));
  const [reply] = (await once(outgoing, 'response')) as [IncomingMessage];
  return { status: reply.statusCode as number, headers: reply.headers, body: (await readJson(reply)) as Reply['body'] };
}

/** Process ids of all workers so far, in order. */
const pidsOf = ({ lines }: RunningService): number[] =>
  lines.filter((line) => line['msg'] === 'worker started').map((line) => line['pid'] as number);

const startWorkers = (count: number, folder: string) =>
  startService(['--workers', String(count), '--synchronous', 'off'], { folder });

async function signIn(service: RunningService): Promise<Record<string, string>> {
  const { application_password: password } = await service.event('first-administrator');
  return { authorization: `Bearer ${password}` };
}

test('The supervisor logs that a worker migrates an older calendar', { timeout: 60_000 }, async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'data'));
  const older = readFileSync(join(import.meta.dirname, '../releases/0.1.0/calendar.sqlite.gz'));
  writeFileSync(join(folder, 'data/calendar.sqlite'), gunzipSync(older));
  const service = await startWorkers(2, folder);
  const migrations = ({ lines }: RunningService) =>
    lines.filter(({ msg }) => String(msg).startsWith('migrating the calendar'));
  expect(migrations(service)).toMatchObject([{ worker: 1 }]);
  await service.stop();
  expect(migrations(await startWorkers(1, folder))).toEqual([]);
});

test('Several workers make one announcement, log with their number, and stop together', {
  timeout: 60_000,
}, async () => {
  const service = await startWorkers(3, temporaryFolder());
  expect(await service.event('listening')).toMatchObject({ pid: service.process.pid, workers: 3 });
  expect(service.lines.filter(({ event }) => event === 'first-administrator')).toHaveLength(1);
  expect(service.lines.filter(({ event }) => event === 'listening')).toHaveLength(1);
  expect(new Set(pidsOf(service)).size).toBe(3);
  const authorization = await signIn(service);
  const answering = () => service.lines.filter((line) => line['msg'] === 'answered').map((line) => line['worker']);
  let asked = 0;
  const askAgain = async () => {
    await send(service, { method: 'POST', path: `/tags?name=n${asked++}`, headers: authorization });
    return new Set(answering());
  };
  // A busy worker is skipped meanwhile.
  await expect.poll(askAgain, { timeout: 20_000, interval: 10 }).toEqual(new Set([1, 2, 3]));
  // A log line may be written after its reply.
  await expect.poll(() => answering().length, { timeout: 10_000 }).toBe(asked);
  expect(await service.stop()).toBe(0);
  for (const pid of pidsOf(service)) expect(() => process.kill(pid, 0)).toThrow('ESRCH');
});

test('A reload under load replaces all processes without failing a request', { timeout: 90_000 }, async () => {
  const service = await startWorkers(2, temporaryFolder());
  const authorization = await signIn(service);
  await send(service, { method: 'POST', path: '/tags?name=load', headers: authorization });
  let isOver = false;
  let answered = 0;
  const failures: unknown[] = [];
  const work = async (client: number) => {
    const agent = client % 2 === 0 ? new Agent({ keepAlive: true, maxSockets: 1 }) : undefined;
    for (let n = 0; !isOver; n++) {
      const isWrite = client < 2;
      const json = { name: `Load ${client} ${n}` };
      const sent: Sent = isWrite
        ? { method: 'POST', path: '/tags', json, headers: authorization }
        : { path: '/tags?hide_empty=false' };
      try {
        const { status } = await send(service, { ...sent, ...(agent ? { agent } : {}) });
        if (status >= 400) failures.push(status);
        answered++;
      } catch (error) {
        failures.push(error);
      }
      // Without pauses, requests would delay the start of the new workers, and so cause three times as many requests.
      await setTimeout(40);
    }
    agent?.destroy();
  };
  const load = Promise.all(Array.from({ length: 8 }, (_, client) => work(client)));
  for (let round = 1; round <= 2; round++) {
    service.process.kill('SIGHUP');
    await expect
      .poll(() => service.lines.filter((line) => line['msg'] === 'reloaded').length, { timeout: 40_000 })
      .toBe(round);
  }
  isOver = true;
  await load;
  expect(failures).toEqual([]);
  expect(answered).toBeGreaterThan(100);
  expect(new Set(pidsOf(service)).size).toBe(6);
  for (const pid of pidsOf(service).slice(0, 4)) expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  expect(await service.stop()).toBe(0);
});

test('No acknowledged write is lost when a worker is killed', { timeout: 120_000 }, async () => {
  const service = await startWorkers(4, temporaryFolder());
  const authorization = await signIn(service);
  const { body: counter } = await send(service, {
    method: 'POST',
    path: '/venues',
    json: { venue: 'Counter' },
    headers: authorization,
  });
  const created: string[] = [];
  const unsure: string[] = [];
  let counted = 0;
  let maybeCounted = 0;
  let isOver = false;
  const refused: number[] = [];
  /** The status; undefined if the connection ended without a response. */
  const statusOf = (sent: Sent) =>
    send(service, { ...sent, headers: { ...authorization, ...sent.headers } }).then(
      ({ status }) => status,
      () => undefined,
    );
  const create = async (client: number) => {
    for (let n = 0; !isOver; n++) {
      const venue = `Hall ${client}-${n}`;
      const status = await statusOf({ method: 'POST', path: '/venues', json: { venue } });
      if (status === 201) created.push(venue);
      else if (status === undefined) unsure.push(venue);
      else refused.push(status);
    }
  };
  const count = async () => {
    const path = `/venues/${counter['id']}`;
    while (!isOver) {
      const before = await send(service, { path, headers: authorization }).catch(() => undefined);
      if (!before) continue;
      const next = Number(/\d+/.exec(String(before.body['description']))?.[0] ?? 0) + 1;
      const headers = { 'if-match': before.headers.etag as string };
      const status = await statusOf({ method: 'PATCH', path, json: { description: `counted ${next}` }, headers });
      if (status === 200) counted++;
      else if (status === undefined) maybeCounted++;
      else if (status !== 412) refused.push(status);
    }
  };
  const load = Promise.all([...Array.from({ length: 6 }, (_, client) => create(client)), count(), count(), count()]);
  for (let round = 0; round < 2; round++) {
    const enough = created.length + 40;
    await expect.poll(() => created.length, { timeout: 30_000 }).toBeGreaterThan(enough);
    process.kill(pidsOf(service)[round] as number, 'SIGKILL');
    await expect.poll(() => pidsOf(service).length, { timeout: 30_000 }).toBe(5 + round);
  }
  isOver = true;
  await load;

  expect(refused).toEqual([]);
  const { body } = await send(service, { path: `/venues/${counter['id']}` });
  const shown = Number(/\d+/.exec(String(body['description']))?.[0] ?? 0);
  expect(shown).toBeGreaterThanOrEqual(counted);
  expect(shown).toBeLessThanOrEqual(counted + maybeCounted);
  expect(counted).toBeGreaterThan(0);
  const names = await namesOf(service);
  expect(names.filter((name) => name !== 'Counter' && !created.includes(name) && !unsure.includes(name))).toEqual([]);
  expect(created.filter((name) => !names.includes(name))).toEqual([]);
  expect(await service.stop()).toBe(0);
});

async function namesOf(service: RunningService): Promise<string[]> {
  const names: string[] = [];
  for (let page = 1; ; page++) {
    const { body } = await send(service, { path: `/venues?per_page=100&page=${page}` });
    names.push(...(body['venues'] as { venue: string }[]).map(({ venue }) => venue));
    if (page >= (body['total_pages'] as number)) return names;
  }
}

test('An unresponsive worker does not outlive its supervisor', { timeout: 60_000 }, async () => {
  const service = await startWorkers(2, temporaryFolder());
  process.kill(pidsOf(service)[1] as number, 'SIGSTOP');
  service.process.kill('SIGTERM');
  await service.event('stopping');
  await setTimeout(500);
  expect(await service.stop()).toBe(1);
  // It would keep the port in use for the next start.
  await expect
    .poll(() => send(service, { path: '/tags' }).catch(({ code }: NodeJS.ErrnoException) => code), { timeout: 10_000 })
    .toBe('ECONNREFUSED');
});

test('A worker that replaces another has the settings of the others, whatever the settings file says by then', {
  timeout: 60_000,
}, async () => {
  const folder = temporaryFolder();
  const service = await startService(['--workers', '2', '--synchronous', 'off', '--log-level', 'debug'], { folder });
  writeFileSync(join(folder, 'kalends.env'), 'KALENDS_LANGUAGE=fr\n');
  process.kill(pidsOf(service)[1] as number, 'SIGKILL');
  await expect.poll(() => pidsOf(service).length, { timeout: 20_000 }).toBe(3);
  const logged = service.lines.length;
  const languages = new Set<unknown>();
  const answerAgain = async () => {
    const { headers } = await send(service, { path: `/tags?n=${Math.random()}` });
    languages.add(headers['content-language']);
    const answered = service.lines.slice(logged).filter(({ msg }) => msg === 'answered');
    return new Set(answered.map((line) => line['worker']));
  };
  await expect.poll(answerAgain, { timeout: 20_000, interval: 10 }).toEqual(new Set([1, 2]));
  expect(languages).toEqual(new Set(['en']));
  expect(await service.stop()).toBe(0);
});

test('A restarted worker creates no calendar', { timeout: 60_000 }, async () => {
  const folder = temporaryFolder();
  const service = await startWorkers(2, folder);
  const data = join(folder, 'data');
  renameSync(data, `${data}-away`);
  process.kill(pidsOf(service)[1] as number, 'SIGKILL');
  const errors = () => service.lines.map(({ msg }) => String(msg)).filter((text) => text.includes('failed to start'));
  await expect.poll(() => errors().length, { timeout: 20_000 }).toBeGreaterThan(0);
  expect(errors()[0]).toContain('There is no calendar in');
  expect(existsSync(data)).toBe(false);
  renameSync(`${data}-away`, data);
  await expect.poll(() => pidsOf(service).length, { timeout: 20_000 }).toBe(3);
  expect(await service.stop()).toBe(0);
});

describe('a start that fails', () => {
  test('A failed start is reported once, whatever the number of workers', { timeout: 60_000 }, async () => {
    const service = await startService([], { folder: temporaryFolder() });
    const args = ['serve', '--port', String(service.port), '--workers', '3'];
    const refused = await runCli(args, { folder: temporaryFolder() });
    expect(refused.code).toBe(1);
    expect(refused.err).toMatch(/^kalends: Port \d+ on 127\.0\.0\.1 is in use[^\n]*\n$/);
  });
});
