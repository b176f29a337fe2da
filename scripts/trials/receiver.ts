// Receives the webhooks of the crash trial, which must announce every acknowledged write at least once.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

export type Receiver = Awaited<ReturnType<typeof startReceiver>>;

export async function startReceiver() {
  /** `event.created 5` for each message. */
  const received = new Set<string>();
  let lastAt = performance.now();
  const server = createServer(async (request, response) => {
    const { type, data } = JSON.parse(await text(request)) as { type: string; data: { id?: number } };
    received.add(`${type} ${data.id}`);
    lastAt = performance.now();
    response.writeHead(204).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    /** Waits until all of these were received, or nothing was for this long. */
    async waitFor(messages: readonly string[], ms: number) {
      while (performance.now() - lastAt < ms && !messages.every((message) => received.has(message))) await sleep(200);
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
