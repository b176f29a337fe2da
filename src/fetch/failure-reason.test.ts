import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { failureReason } from './failure-reason.ts';

/** Never responds. */
async function plainServer(): Promise<number> {
  const server = createServer(() => undefined);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

const failureOf = (url: string, signal?: AbortSignal): Promise<unknown> =>
  fetch(url, { ...(signal && { signal }) }).then(
    () => undefined,
    (error: unknown) => error,
  );

test('A failed fetch says whether TLS is missing, the port is blocked, or time is up', async () => {
  const port = await plainServer();
  expect(failureReason(await failureOf(`https://127.0.0.1:${port}/`))).toBe('it does not support TLS (https)');
  expect(failureReason(await failureOf('http://127.0.0.1:1/'))).toBe(
    'its port belongs to another protocol and is blocked',
  );
  expect(failureReason(await failureOf(`http://127.0.0.1:${port}/`, AbortSignal.timeout(10)))).toBe('timed out');
});

test.each([
  [{ code: 'CERT_HAS_EXPIRED' }, 'its certificate has expired'],
  [{ code: 'UND_ERR_SOCKET' }, 'the connection was closed'],
  [{ code: 'UND_ERR_CONNECT_TIMEOUT' }, 'timed out'],
  [{ code: 'ETIMEDOUT' }, 'timed out'],
  [{ code: 'EAI_AGAIN' }, 'the name server does not answer'],
  [{ code: 'ENETUNREACH' }, 'there is no route to its network'],
  [{ code: 'EPROTO' }, 'EPROTO'],
  [{}, 'a cause'],
])('A fetch that fails for %j is explained as "%s"', (more, reason) => {
  expect(failureReason(new TypeError('fetch failed', { cause: Object.assign(new Error('a cause'), more) }))).toBe(
    reason,
  );
});
