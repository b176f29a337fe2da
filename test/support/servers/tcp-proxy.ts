import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { onTestFinished } from 'vitest';

/** What becomes of the packets of one connection. */
export interface Watched {
  /** Packets of the client always go on. */
  asked(bytes: Buffer): void;
  /** Whether a packet of the server goes on. */
  isPassed(): boolean;
}

/** The address of a server of PostgreSQL by a way that is watched; `end` cuts a connection. */
export async function proxyTo(url: string, watch: (end: () => void) => Watched): Promise<string> {
  const { hostname, port } = new URL(url);
  const proxy = createServer((client) => {
    const server = connect(Number(port || 5432), hostname);
    const end = () => {
      client.destroy();
      server.destroy();
    };
    const { asked, isPassed } = watch(end);
    for (const socket of [client, server]) socket.on('error', end).on('close', end);
    client.on('data', (bytes) => {
      asked(bytes);
      server.write(bytes);
    });
    server.on('data', (bytes) => void (isPassed() && client.write(bytes)));
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  onTestFinished(() => void proxy.close());
  const through = new URL(url);
  through.hostname = '127.0.0.1';
  through.port = String((proxy.address() as AddressInfo).port);
  return through.href;
}
