import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { onTestFinished } from 'vitest';

/** To a server of PostgreSQL; it can stand still without ending connections. */
export interface SilentWay {
  url: string;
  /** From the next packet on that has the text, nothing is answered any more on any connection. */
  blockFrom(text: string): void;
  /** Connections from now on are as before. */
  open(): void;
}

export async function silentWayTo(url: string): Promise<SilentWay> {
  const { hostname, port } = new URL(url);
  let from: string | undefined;
  let isBlocked = false;
  const proxy = createServer((client) => {
    const server = connect(Number(port || 5432), hostname);
    const end = () => {
      client.destroy();
      server.destroy();
    };
    let isStuck = false;
    for (const socket of [client, server]) socket.on('error', end).on('close', end);
    client.on('data', (bytes) => {
      server.write(bytes);
      if (from !== undefined && bytes.includes(from)) isBlocked = true;
      isStuck ||= isBlocked;
    });
    server.on('data', (bytes) => {
      isStuck ||= isBlocked;
      if (!isStuck) client.write(bytes);
    });
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  onTestFinished(() => void proxy.close());
  const through = new URL(url);
  through.hostname = '127.0.0.1';
  through.port = String((proxy.address() as AddressInfo).port);
  return {
    url: through.href,
    blockFrom(text) {
      from = text;
    },
    open() {
      from = undefined;
      isBlocked = false;
    },
  };
}
