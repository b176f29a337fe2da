import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Server, Socket } from 'node:net';
import { Counter, Gauge } from 'prom-client';
import type { CacheTally } from '../cache/selective-cache.ts';
import type { RequestMeter } from '../http/serving.ts';
import { durationHistogram, type Readings } from './readings.ts';
import type { RouteKind } from './route-kinds.ts';

const reads = ['GET', 'HEAD', 'OPTIONS'];
const methods = [...reads, 'POST', 'PUT', 'PATCH', 'DELETE'];

export function measureRequests(
  readings: Readings,
  kindOf: (url: string) => RouteKind,
  responses: CacheTally,
): RequestMeter {
  const registers = [readings.register];
  const requests = new Counter({
    name: 'kalends_http_requests_total',
    help: 'Completed requests.',
    labelNames: ['route', 'method', 'status'],
    registers,
  });
  const durations = durationHistogram(
    readings,
    'kalends_http_request_duration_seconds',
    'Time from the request headers until the reply was sent.',
    ['route', 'access'],
  );
  const inFlight = new Gauge({ name: 'kalends_http_requests_in_flight', help: 'Requests in progress.', registers });
  const limited = new Counter({
    name: 'kalends_http_requests_limited_total',
    help: 'Requests refused by the rate limit.',
    registers,
  });

  const end = ({ method = '', url = '' }: IncomingMessage, response: ServerResponse, sinceMs: number): void => {
    const route = kindOf(url);
    // `none`: the client disconnected before there was a response.
    const status = response.headersSent ? `${Math.floor(response.statusCode / 100)}xx` : 'none';
    requests.inc({ route, method: methods.includes(method) ? method : 'other', status });
    if (!response.headersSent) return;
    const access = reads.includes(method) ? 'read' : 'write';
    durations.observe({ route, access }, (performance.now() - sinceMs) / 1000);
  };

  return {
    listener: (listener) => (request, response) => {
      const sinceMs = performance.now();
      listener(request, response);
      if (response.writableEnded) return end(request, response, sinceMs);
      inFlight.inc();
      response.once('close', () => {
        inFlight.dec();
        end(request, response, sinceMs);
      });
    },
    recordLookup(isFound) {
      responses[isFound ? 'hits' : 'misses'] += 1;
    },
    recordRefusal: () => limited.inc(),
  };
}

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
