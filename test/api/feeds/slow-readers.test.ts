// Clients that request large feeds and do not read the response.
import type { ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { startTestApp } from '../../support/test-app.ts';

const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

const mebibyte = 1024 ** 2;

/** Sixty events whose file has 11 MB, more than the response cache admits. */
async function open() {
  const hashEventPassword = vi.fn(async (password: string) => password);
  const { app, request } = await startTestApp({ settings: { cacheBytes: 8 * mebibyte }, hashEventPassword });
  const description = 'x'.repeat(190_000);
  for (let n = 0; n < 60; n++) {
    const json = { title: `Gala ${n}`, start_date: '2027-05-10', end_date: '2027-05-10', description };
    await request({ as: 'ed', method: 'POST', path: '/events', json: { ...json } });
  }
  const json = { title: 'Secret', start_date: '2027-05-10', end_date: '2027-05-10', password: 'known' };
  await request({ as: 'ed', method: 'POST', path: '/events', json });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  /** Sends a request. */
  const send = (path: string): Socket => {
    const socket = connect({ port, host: '127.0.0.1' });
    sockets.push(socket);
    socket.write(`GET ${path} HTTP/1.1\r\nHost: calendar.example\r\n\r\n`);
    return socket;
  };
  /** The first bytes of the reply; the rest is not read. */
  const ask = (path: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const socket = send(path);
      socket.on('error', reject).once('readable', () => resolve(String(socket.read(12))));
    });
  return { app, hashEventPassword, send, ask };
}

const feed = '/wp-json/calendar/events/v1/events.csv';

test('A hundred slow readers of one large feed share its bytes', { timeout: 60_000 }, async () => {
  const { ask } = await open();
  await ask(feed);
  globalThis.gc?.();
  const before = process.memoryUsage().arrayBuffers;
  for (let n = 0; n < 100; n++) expect(await ask(feed)).toBe('HTTP/1.1 200');
  expect((process.memoryUsage().arrayBuffers - before) / mebibyte).toBeLessThan(40);
});

test('One client address has at most 128 MiB of large feeds in transit', { timeout: 60_000 }, async () => {
  const { ask } = await open();
  const replies: string[] = [];
  for (let n = 0; n < 14; n++) replies.push(await ask(`${feed}?n=${n}`));
  expect(replies.slice(0, 11)).toEqual(Array(11).fill('HTTP/1.1 200'));
  expect(replies.at(-1)).toBe('HTTP/1.1 503');
  for (const socket of sockets.splice(0)) socket.destroy();
  await expect.poll(() => ask(`${feed}?n=15`)).toBe('HTTP/1.1 200');
});

test('Clients that leave before their feed is ready do not count', { timeout: 60_000 }, async () => {
  const { app, hashEventPassword, send, ask } = await open();
  const { promise: hashed, resolve: answer } = Promise.withResolvers<string>();
  hashEventPassword.mockReturnValue(hashed);
  const arrived: ServerResponse[] = [];
  app.server.on('request', (_request, response) => arrived.push(response));
  const waiting = Array.from({ length: 14 }, (_, n) => send(`${feed}?password=unknown&n=${n}`));
  await expect.poll(() => arrived.length).toBe(14);
  for (const socket of waiting) socket.destroy();
  await expect.poll(() => arrived.every(({ destroyed }) => destroyed)).toBe(true);
  answer('another');
  await expect.poll(() => ask(`${feed}?n=14`), { timeout: 20_000 }).toBe('HTTP/1.1 200');
});
