import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { endless, type ImageHost, silent, startImageHost } from '../../test/support/servers/image-host.ts';
import { type Allowance, parseAllowance } from './fetch-allowance.ts';
import { FetchFailed } from './fetch-target.ts';
import { createSafeFetch, type FetchOptions } from './safe-fetch.ts';

const body = Buffer.from('the bytes');

/** Allows only the test host and its port. Names resolve to the addresses of the test. */
const fetcher = ({ host }: ImageHost, options: Partial<FetchOptions> = {}) =>
  createSafeFetch({
    allow: [parseAllowance(host) as Allowance],
    resolve: async () => [],
    maxBytes: 1000,
    timeoutMs: 10_000,
    ...options,
  });

async function reasonOf(fetched: Promise<unknown>): Promise<string | undefined> {
  try {
    await fetched;
    return undefined;
  } catch (error) {
    if (error instanceof FetchFailed) return `${error.reason}: ${error.message}`;
    throw error;
  }
}

test('A fetch sends no cookies, credentials or referrer', async () => {
  const host = await startImageHost({ '/a.png': body });
  const { bytes, url } = await fetcher(host)(`${host.origin}/a.png?x=1#part`);
  expect(bytes).toEqual(body);
  expect(url.pathname).toBe('/a.png');
  const { headers } = host.requests[0] as (typeof host.requests)[0];
  expect(Object.keys(headers).sort()).toEqual(['accept', 'accept-encoding', 'connection', 'host', 'user-agent']);
});

describe('redirects', () => {
  test('Up to five redirects are followed, without cookies that they set', async () => {
    const host = await startImageHost({
      '/0': { redirect: '/1' },
      '/1': { redirect: '2', status: 301 },
      '/2': { redirect: '/3', status: 303 },
      '/3': { redirect: '/4', status: 307 },
      '/4': { redirect: '/5', status: 308 },
      '/5': body,
    });
    const { bytes, url } = await fetcher(host)(`${host.origin}/0`);
    expect(bytes).toEqual(body);
    expect(url.pathname).toBe('/5');
    expect(host.requests.every(({ headers }) => headers.cookie === undefined)).toBe(true);
  });

  test('Neither a sixth redirect nor a loop is followed', async () => {
    const host = await startImageHost({ '/0': { redirect: '/0' } });
    expect(await reasonOf(fetcher(host)(`${host.origin}/0`))).toBe('failed: too many redirects');
    expect(host.requests).toHaveLength(6);
  });

  test.each([
    'http://127.0.0.1/',
    'http://127.0.0.1:1/',
    'http://2130706433/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://169.254.169.254/latest/meta-data/',
    'http://metadata.example/',
    '//10.0.0.1/a.png',
    'file:///etc/passwd',
    'http://user:secret@example.org/',
    'http://',
  ])('A redirect to %s is refused', async (redirect) => {
    const host = await startImageHost({ '/0': { redirect } });
    const fetched = fetcher(host, { resolve: async () => ['169.254.169.254'] })(`${host.origin}/0`);
    expect(await reasonOf(fetched)).toMatch(/^refused: /);
  });
});

describe('names', () => {
  test('The connection uses the checked address, whatever the name resolves to later', async () => {
    const host = await startImageHost({ '/a.png': body });
    const answers = [['127.0.0.1'], ['169.254.169.254']];
    const asked: string[] = [];
    const resolve = async (name: string) => {
      asked.push(name);
      return answers.shift() ?? [];
    };
    const allow = [parseAllowance(`rebinding.example:${host.port}`) as Allowance];
    const { bytes } = await fetcher(host, { allow, resolve })(`http://rebinding.example:${host.port}/a.png`);
    expect(bytes).toEqual(body);
    expect(asked).toEqual(['rebinding.example']);
    expect(host.requests[0]?.headers.host).toBe(`rebinding.example:${host.port}`);
  });

  test('A name with a private address among public ones is refused before anything is sent', async () => {
    const host = await startImageHost({});
    const resolve = async () => ['93.184.215.14', '127.0.0.1'];
    expect(await reasonOf(fetcher(host, { resolve })('http://mixed.example/'))).toBe('refused: 127.0.0.1, port 80');
    expect(host.requests).toEqual([]);
  });

  test('A resolver that never answers is a timeout', async () => {
    const host = await startImageHost({});
    const fetched = fetcher(host, { resolve: () => new Promise(() => {}), timeoutMs: 100 })('http://slow.example/');
    expect(await reasonOf(fetched)).toBe('failed: too slow');
  });
});

describe('limits', () => {
  test('A body whose Content-Length is too large is not read', async () => {
    const host = await startImageHost({
      '/a': (_, response) => response.writeHead(200, { 'content-length': '1001' }).end(Buffer.alloc(1001)),
      '/b': Buffer.alloc(1000),
    });
    expect(await reasonOf(fetcher(host)(`${host.origin}/a`))).toBe('too-large: announced size');
    expect((await fetcher(host)(`${host.origin}/b`)).bytes).toHaveLength(1000);
  });

  test('An endless body is cut off, and the connection with it', async () => {
    const host = await startImageHost({ '/a': endless });
    expect(await reasonOf(fetcher(host, { maxBytes: 1_000_000 })(`${host.origin}/a`))).toBe('too-large: size');
    await expect.poll(host.connections).toBe(0);
  });

  test('A body that never arrives, or too slowly, is a timeout', async () => {
    const host = await startImageHost({
      '/silent': silent,
      '/drops': (_, response) => {
        response.writeHead(200);
        const timer = setInterval(() => response.write('.'), 20);
        response.on('close', () => clearInterval(timer));
      },
    });
    for (const path of ['/silent', '/drops']) {
      const started = performance.now();
      expect(await reasonOf(fetcher(host, { timeoutMs: 200 })(`${host.origin}${path}`))).toMatch(/^failed/);
      expect(performance.now() - started).toBeLessThan(1500);
    }
    await expect.poll(host.connections).toBe(0);
  });

  test('The caller can abort a fetch', async () => {
    const host = await startImageHost({ '/silent': silent });
    expect(await reasonOf(fetcher(host)(`${host.origin}/silent`, AbortSignal.timeout(50)))).toMatch(/^failed/);
    expect(await reasonOf(fetcher(host)(`${host.origin}/silent`, AbortSignal.abort()))).toMatch(/^failed/);
  });

  test('Compressed responses are not decompressed', async () => {
    const packed = gzipSync(Buffer.alloc(100_000));
    const host = await startImageHost({
      '/a': (_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(packed),
    });
    expect((await fetcher(host)(`${host.origin}/a`)).bytes).toEqual(packed);
  });
});

test.each([404, 500, 204, 304])('A response with status %d is no image', async (status) => {
  const host = await startImageHost({ '/a': (_, response) => response.writeHead(status).end() });
  expect(await reasonOf(fetcher(host)(`${host.origin}/a`))).toBe(`failed: status ${status}`);
});

test('A host that refuses connections is an error', async () => {
  const host = await startImageHost({});
  const allow = [parseAllowance('127.0.0.1:1') as Allowance];
  expect(await reasonOf(fetcher(host, { allow })('http://127.0.0.1:1/'))).toBe('failed: no answer');
});
