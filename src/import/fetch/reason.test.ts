import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { reasonOf } from './reason.ts';

async function plainServer(): Promise<number> {
  const server = createServer((_, reply) => reply.end());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

const failureOf = (url: string, signal?: AbortSignal): Promise<unknown> =>
  fetch(url, { ...(signal && { signal }) }).then(
    () => undefined,
    (error: unknown) => error,
  );

test('a site without TLS, one that nobody serves, one that takes its time', async () => {
  const port = await plainServer();
  expect(reasonOf(await failureOf(`https://127.0.0.1:${port}/`))).toBe('it speaks no TLS (https)');
  expect(reasonOf(await failureOf('http://127.0.0.1:9/'))).toMatch(/^(?:nobody listens there|bad port)$/);
  expect(reasonOf(await failureOf(`http://127.0.0.1:${port}/`, AbortSignal.timeout(0)))).toBe('no answer in time');
});

test.each([
  [{ code: 'CERT_HAS_EXPIRED' }, 'its certificate has expired'],
  [{ code: 'EPROTO' }, 'EPROTO'],
  [{}, 'a cause'],
])('of %j', (more, reason) => {
  expect(reasonOf(new TypeError('fetch failed', { cause: Object.assign(new Error('a cause'), more) }))).toBe(reason);
});
