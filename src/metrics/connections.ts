// Connections of callers. Each is noted when it comes and goes; what went through it, the system's numbers tell.
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
      gauge('kalends_http_connections', 'Open connections of callers.', open.size),
      counter('kalends_http_connections_dropped_total', 'Connections refused for want of open files.', dropped),
      counter('kalends_http_received_bytes_total', 'Bytes that callers sent.', total('bytesRead', closed.read)),
      counter('kalends_http_sent_bytes_total', 'Bytes sent to callers.', total('bytesWritten', closed.written)),
    ],
  };
}
