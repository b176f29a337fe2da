// Compressed responses: computed, cached, and for signed-in callers.
import { Agent, type IncomingMessage, request } from 'node:http';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../support/test-app.ts';

const api = '/wp-json/calendar/events/v1';
const dates = { start_date: '2027-06-19 19:30:00', end_date: '2027-06-19 22:00:00' };
const unpack = { br: brotliDecompressSync, gzip: gunzipSync, zstd: zstdDecompressSync };

interface Received {
  status: number;
  headers: IncomingMessage['headers'];
  bytes: Buffer;
}

let app: TestApp;
let port: number;
let id: number;
const agent = new Agent({ keepAlive: true });

beforeAll(async () => {
  app = await startTestApp();
  const json = { title: 'Gala', ...dates, description: 'An evening in the museum. '.repeat(60) };
  id = (await app.request<{ id: number }>({ method: 'POST', path: '/events', as: 'admin', json })).body.id;
  port = Number(new URL(await app.app.listen({ port: 0, host: '127.0.0.1' })).port);
});

/** Over a real connection, because cached responses are sent before Fastify sees the request. */
const ask = (path: string, headers: Record<string, string> = {}, method = 'GET', body?: string): Promise<Received> =>
  new Promise((resolve, reject) => {
    const outgoing = request(
      { port, host: '127.0.0.1', path: `${api}${path}`, method, headers, agent },
      async (reply) => {
        const bytes = Buffer.concat(await reply.toArray());
        resolve({ status: reply.statusCode as number, headers: reply.headers, bytes });
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });

const authorization = () => `Bearer ${app.passwords.admin}`;

/** Each path to a response. */
const ways: [way: string, headers: () => Record<string, string>, path: () => string][] = [
  ['on the first request', () => ({}), () => `/events?per_page=${1 + Math.floor(Math.random() * 90)}`],
  ['kept', () => ({}), () => '/events'],
  ['to a signed-in caller', () => ({ authorization: authorization() }), () => '/events'],
];

describe.each(ways)('%s', (_way, credentials, pathOf) => {
  test.each(['br', 'gzip', 'zstd'] as const)('A response is compressed with %s', async (coding) => {
    const path = pathOf();
    const plain = await ask(path, credentials());
    expect(plain.headers).not.toHaveProperty('content-encoding');
    const packed = await ask(path, { ...credentials(), 'accept-encoding': coding });
    expect(packed.status).toBe(200);
    expect(packed.headers['content-encoding']).toBe(coding);
    expect(unpack[coding](packed.bytes).equals(plain.bytes)).toBe(true);
    expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 2);
    expect(packed.headers['content-length']).toBe(String(packed.bytes.length));
    for (const { headers } of [plain, packed]) expect(headers.vary).toBe('Accept-Encoding');
    // Different bytes need a different strong tag (RFC 9110, 8.8.3.3).
    expect(packed.headers.etag).toMatch(/^"[\w-]+"$/);
    expect(packed.headers.etag).not.toBe(plain.headers.etag);

    const same = await ask(path, { ...credentials(), 'accept-encoding': coding });
    expect(same.headers.etag).toBe(packed.headers.etag);
    expect(same.bytes.equals(packed.bytes)).toBe(true);
  });

  test('Both ETags yield 304 with the ETag of the requested coding', async () => {
    const path = pathOf();
    const plain = await ask(path, credentials());
    const packed = await ask(path, { ...credentials(), 'accept-encoding': 'br' });
    for (const tag of [plain.headers.etag, packed.headers.etag, `W/${packed.headers.etag}`, '*']) {
      for (const [coding, own] of [['br', packed] as const, ['identity', plain] as const]) {
        const unchanged = await ask(path, {
          ...credentials(),
          'accept-encoding': coding,
          'if-none-match': tag as string,
        });
        expect(unchanged.status, `${tag} in ${coding}`).toBe(304);
        expect(unchanged.headers.etag).toBe(own.headers.etag);
        expect(unchanged.headers.vary).toBe('Accept-Encoding');
        expect(unchanged.headers).not.toHaveProperty('content-encoding');
      }
    }
    const other = await ask(path, { ...credentials(), 'accept-encoding': 'br', 'if-none-match': '"x-br"' });
    expect(other.status).toBe(200);
  });

  test.each(['identity', 'br', 'gzip'])('HEAD has the headers of GET, in %s', async (coding) => {
    const path = pathOf();
    const headers = { ...credentials(), 'accept-encoding': coding };
    const seen = ({ headers: { date: _date, 'x-request-id': _id, 'server-timing': _ms, ...others } }: Received) =>
      others;
    const before = await ask(path, headers, 'HEAD');
    const get = await ask(path, headers);
    const after = await ask(path, headers, 'HEAD');
    expect(before.bytes).toHaveLength(0);
    expect(seen(before)).toEqual(seen(get));
    expect(seen(after)).toEqual(seen(get));
  });
});

test('A short body is sent uncompressed', async () => {
  const reply = await ask('/events/999999', { 'accept-encoding': 'br' });
  expect(reply.status).toBe(404);
  expect(reply.headers).not.toHaveProperty('content-encoding');
  expect(reply.headers).not.toHaveProperty('vary');
});

test('The OpenAPI document is compressed too', async () => {
  const plain = await ask('/doc');
  const packed = await ask('/doc', { 'accept-encoding': 'gzip' });
  expect(gunzipSync(packed.bytes).equals(plain.bytes)).toBe(true);
});

test('A write returns the ETag of the next read in this coding, and accepts that of any coding', async () => {
  const path = `/events/${id}`;
  const headers = { authorization: authorization(), 'content-type': 'application/json' };
  for (const coding of ['br', 'gzip', 'identity']) {
    const read = await ask(path, { ...headers, 'accept-encoding': coding });
    const body = JSON.stringify({ title: `Gala in ${coding}` });
    const written = await ask(
      path,
      { ...headers, 'accept-encoding': coding, 'if-match': read.headers.etag as string },
      'PATCH',
      body,
    );
    expect(written.status).toBe(200);
    const next = await ask(path, { ...headers, 'accept-encoding': coding });
    expect(next.headers.etag).toBe(written.headers.etag);
    const late = await ask(path, { ...headers, 'if-match': read.headers.etag as string }, 'PATCH', body);
    expect(late.status).toBe(412);
    // The tag of another coding stands for the same state.
    const again = await ask(path, { ...headers, 'if-match': next.headers.etag as string }, 'PATCH', body);
    expect(again.status).toBe(200);
  }
});

test('Responses of a site with configured origins vary by origin and coding', async () => {
  const closed = await startTestApp({ settings: { corsOrigins: ['https://a.example'] } });
  await closed.request({
    method: 'POST',
    path: '/events',
    as: 'admin',
    json: { title: 'Long '.repeat(300), ...dates },
  });
  for (let n = 0; n < 2; n++) {
    const reply = await closed.app.inject({ url: `${api}/events`, headers: { 'accept-encoding': 'br' } });
    expect(reply.headers.vary).toBe('Accept-Encoding, Origin');
    expect(reply.headers['content-encoding']).toBe('br');
  }
});

test('Simultaneous requests for a response that is not compressed yet all get it', async () => {
  const path = '/events?per_page=77';
  const plain = await ask(path);
  const replies = await Promise.all(Array.from({ length: 20 }, () => ask(path, { 'accept-encoding': 'br' })));
  for (const { bytes } of replies) expect(brotliDecompressSync(bytes).equals(plain.bytes)).toBe(true);
});
