// Client connections. Bytes are those that each socket counted.
import type { Server, Socket } from 'node:net';
import { counter, type Family, gauge } from './family.ts';

export interface Connections {
  watch(server: Server): void;
  families(): Family[];
}

export function createConnections(): Connections {
  const open = new Set<Socket>();
  let dropped = 0;
  const closed = { read: 0, written: 0 };
  const total = (of: 'bytesRead' | 'bytesWritten', before: number): number => {
    let sum = before;
    for (const socket of open) sum += socket[of];
    return sum;
  };
  return {
    watch(server) {
      server.on('drop', () => {
        dropped += 1;
      });
      server.on('connection', (socket) => {
        open.add(socket);
        socket.once('close', () => {
          open.delete(socket);
          closed.read += socket.bytesRead;
          closed.written += socket.bytesWritten;
        });
      });
    },
    families: () => [
      gauge('kalends_http_connections', 'Open client connections.', open.size),
      counter(
        'kalends_http_connections_dropped_total',
        'Connections refused because of the limit of open files.',
        dropped,
      ),
      counter('kalends_http_received_bytes_total', 'Bytes received from clients.', total('bytesRead', closed.read)),
      counter('kalends_http_sent_bytes_total', 'Bytes sent to clients.', total('bytesWritten', closed.written)),
    ],
  };
}
