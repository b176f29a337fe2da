// Two processes on one calendar, and many writers who use preconditions and idempotency keys.
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { json as readJson } from 'node:stream/consumers';
import { expect, inject, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../support/run-cli.ts';
import { type RunningService, startService } from '../../support/running-service.ts';

/** Round trips to a server make the same race longer. */
const writes = inject('engine') === 'sqlite' ? 2000 : 500;
const writers = 24;
const dates = { start_date: '2027-06-19 19:30:00', end_date: '2027-06-19 22:00:00' };

interface Reply {
  status: number;
  etag: string;
  body: Readonly<Record<string, unknown>>;
}
interface Sent {
  method?: 'GET' | 'POST' | 'PATCH' | 'PUT';
  path: string;
  json?: object;
  headers?: Record<string, string>;
}

/** Sends to the services in turn, which share one host name, like a proxy. */
function createClient(services: readonly RunningService[], password: string) {
  const agent = new Agent({ keepAlive: true });
  onTestFinished(() => agent.destroy());
  const statuses = new Map<number, number>();
  let sent = 0;
  const send = async ({ method = 'GET', path, json, headers = {} }: Sent): Promise<Reply> => {
    const { port } = services[sent++ % services.length] as RunningService;
    const host = 'calendar.example';
    const outgoing = request({
      agent,
      port,
      host: '127.0.0.1',
      method,
      path: `/wp-json/calendar/events/v1${path}`,
      headers: { host, authorization: `Bearer ${password}`, 'content-type': 'application/json', ...headers },
    });
    outgoing.end(json && JSON.stringify(json));
    const [reply] = (await once(outgoing, 'response')) as [IncomingMessage];
    const status = reply.statusCode as number;
    if (method !== 'GET') statuses.set(status, (statuses.get(status) ?? 0) + 1);
    return { status, etag: reply.headers.etag as string, body: (await readJson(reply)) as Reply['body'] };
  };
  return { send, statuses, written: () => [...statuses.values()].reduce((sum, count) => sum + count, 0) };
}
type Client = ReturnType<typeof createClient>;

/** Records whose description counts their writes. */
const kinds = [
  { path: '/events', json: { title: 'Gala', ...dates, categories: ['Shown'], venue: { venue: 'Shown' } } },
  { path: '/venues', json: { venue: 'Hall' } },
  { path: '/organizers', json: { organizer: 'Club' } },
  { path: '/categories', json: { name: 'Counting' } },
  { path: '/tags', json: { name: 'counting' } },
];

interface Counter {
  path: string;
  written: number;
}

const countIn = ({ body }: Reply): number => Number(/\d+/.exec(String(body['description']))?.[0] ?? 0);

/** Increments the count; reads and tries again if another writer was faster. */
async function increment({ send }: Client, counter: Counter, key: string | undefined): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    const before = await send({ path: counter.path });
    const json = { description: `counted ${countIn(before) + 1}` };
    const headers = { 'if-match': before.etag, ...(key ? { 'idempotency-key': `${key}-${attempt}` } : {}) };
    const write: Sent = { method: key ? 'POST' : 'PATCH', path: counter.path, json, headers };
    // With a key it is sent twice, like by a client that did not receive the first reply.
    const replies = await Promise.all(key ? [send(write), send(write)] : [send(write)]);
    const done = replies.filter(({ status }) => status === 200);
    for (const reply of done) expect(countIn(reply)).toBe(countIn(before) + 1);
    if (done.length === 0) continue;
    counter.written++;
    return;
  }
}

async function createOnce({ send }: Client, key: string): Promise<unknown> {
  const json = { title: `Made with ${key}`, ...dates, tags: ['shared', key], organizer: { organizer: key } };
  const request: Sent = { method: 'POST', path: '/events', json, headers: { 'idempotency-key': key } };
  const replies = await Promise.all([send(request), send(request)]);
  const ids = new Set(replies.flatMap(({ status, body }) => (status === 201 ? [body['id']] : [])));
  expect(ids.size, JSON.stringify(replies)).toBe(1);
  return [...ids][0];
}

test(`${writes} concurrent mixed writes: no lost update, no duplicate`, { timeout: 120_000 }, async () => {
  const folder = temporaryFolder();
  const start = () => startService(['--synchronous', 'off', '--log-level', 'warn'], { folder });
  const first = await start();
  const password = (await first.event('first-administrator'))['application_password'] as string;
  const client = createClient([first, await start()], password);
  const counters: Counter[] = [];
  for (let n = 0; n < 20; n++) {
    const { path, json } = kinds[n % kinds.length] as (typeof kinds)[number];
    const name = Object.keys(json)[0] as string;
    const { body } = await client.send({ method: 'POST', path, json: { ...json, [name]: `Counter ${n}` } });
    counters.push({ path: `${path}/${body['id']}`, written: 0 });
  }
  const created: unknown[] = [];
  let next = 0;
  const work = async () => {
    while (client.written() < writes) {
      const n = next++;
      if (n % 4 === 0) created.push(await createOnce(client, `key-${n}`));
      else await increment(client, counters[n % counters.length] as Counter, n % 4 === 1 ? `key-${n}` : undefined);
    }
  };
  await Promise.all(Array.from({ length: writers }, work));

  for (const { path, written } of counters) expect(countIn(await client.send({ path })), path).toBe(written);
  expect(new Set(created).size).toBe(created.length);
  for (const path of ['/events?search=made+with', '/organizers?search=key', '/tags?search=key'])
    expect((await client.send({ path })).body['total'], path).toBe(created.length);
  const { body } = await client.send({ path: '/tags?slug=shared' });
  expect(body['tags']).toMatchObject([{ count: created.length }]);
  expect([...client.statuses.keys()].filter((status) => ![200, 201, 409, 412].includes(status))).toEqual([]);
});
