import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { onTestFinished } from 'vitest';

/** Decides about the packets of one connection. */
export interface PacketFilter {
  /** Called with each packet of the client, which is always forwarded. */
  fromClient(bytes: Buffer): void;
  /** Whether to forward the server's next packet. */
  forwardsReply(): boolean;
}

/** Starts a proxy to a PostgreSQL server and returns its URL; `end` closes a connection. */
export async function startTcpProxy(url: string, watch: (end: () => void) => PacketFilter): Promise<string> {
  const { hostname, port } = new URL(url);
  const proxy = createServer((client) => {
    const server = connect(Number(port || 5432), hostname);
    const end = () => {
      client.destroy();
      server.destroy();
    };
    const { fromClient, forwardsReply } = watch(end);
    for (const socket of [client, server]) socket.on('error', end).on('close', end);
    client.on('data', (bytes) => {
      fromClient(bytes);
      server.write(bytes);
    });
    server.on('data', (bytes) => void (forwardsReply() && client.write(bytes)));
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  onTestFinished(() => void proxy.close());
  const through = new URL(url);
  through.hostname = '127.0.0.1';
  through.port = String((proxy.address() as AddressInfo).port);
  return through.href;
}
