// Client connections and their traffic.
import type { Server, Socket } from 'node:net';
import { Counter } from 'prom-client';
import type { Readings } from './readings.ts';

export function watchConnections(server: Server, { register, counter, gauge }: Readings): void {
  const open = new Set<Socket>();
  const closed = { bytesRead: 0, bytesWritten: 0 };
  const total = (of: keyof typeof closed) => () => [...open].reduce((sum, socket) => sum + socket[of], closed[of]);
  const dropped = new Counter({
    name: 'kalends_http_connections_dropped_total',
    help: 'Connections refused because of the limit of open files.',
    registers: [register],
  });
  server.on('drop', () => dropped.inc());
  server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => {
      open.delete(socket);
      closed.bytesRead += socket.bytesRead;
      closed.bytesWritten += socket.bytesWritten;
    });
  });
  gauge('kalends_http_connections', 'Open client connections.', () => open.size);
  counter('kalends_http_received_bytes_total', 'Bytes received from clients.', total('bytesRead'));
  counter('kalends_http_sent_bytes_total', 'Bytes sent to clients.', total('bytesWritten'));
}
