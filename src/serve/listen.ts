import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { createServer } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Config } from '../config/settings.ts';
import { attempt, errorCodeOf, messageOf } from '../core/errors.ts';
import { createThrottledLog } from '../http/response/throttled-log.ts';
import { OperationFailed } from '../shell.ts';

const idleCheckMs = 50;

export interface Endpoint {
  host: string;
  port: number;
}

/** The options that set them, for messages. */
const serviceOptions = { port: '--port', host: '--host' };

/** Call this before anything is created: a service that cannot listen must not show a new password. Throws OperationFailed. */
export async function assertFree({ host, port }: Endpoint): Promise<void> {
  const probe = createServer();
  try {
    await once(probe.listen({ host, port, exclusive: true }), 'listening');
  } catch (error) {
    throw new OperationFailed(listenErrorMessage(error, { host, port }, serviceOptions));
  }
  probe.close();
  await once(probe, 'close');
}

/** Listens, and returns the actual address: port 0 means any free one. Throws OperationFailed. */
export async function listen(
  app: FastifyInstance,
  { host, port }: Endpoint,
): Promise<{ address: string; port: number }> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    throw new OperationFailed(listenErrorMessage(error, { host, port }, serviceOptions));
  }
  const bound = app.server.address();
  if (bound === null || typeof bound === 'string') throw new Error('listening on no port');
  return { address: bound.address, port: bound.port };
}

/**
 * Stops accepting, answers one more request on each open connection, and closes idle ones only after `lingerMs`, as a client
 * that has just connected has not sent its request yet.
 */
export async function closeServer(app: FastifyInstance, lingerMs: number): Promise<void> {
  const { server } = app;
  server.prependListener('request', (_request, response) => response.setHeader('connection', 'close'));
  const closeIdle = server.closeIdleConnections.bind(server);
  server.closeIdleConnections = () => undefined;
  const closed = app.close();
  const waiting = new AbortController();
  await Promise.race([closed, setTimeout(lingerMs, undefined, { signal: waiting.signal }).catch(() => undefined)]);
  waiting.abort();
  const timer = setInterval(closeIdle, idleCheckMs);
  try {
    await closed;
  } finally {
    clearInterval(timer);
  }
}

export function listenErrorMessage(error: unknown, { host, port }: Endpoint, options: typeof serviceOptions): string {
  switch (errorCodeOf(error)) {
    case 'EADDRINUSE':
      return `Port ${port} on ${host} is in use by another program; choose another one with ${options.port}, or 0 for any free one.`;
    case 'EACCES':
      return `Port ${port} on ${host} requires privileges that this user does not have; choose a port above 1023 with ${options.port}.`;
    case 'EADDRNOTAVAIL':
      return `${host} is not an address of this machine; choose another one with ${options.host}.`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `The host name ${host} cannot be resolved; choose another one with ${options.host}.`;
    default:
      return `The service cannot listen on ${host}, port ${port}: ${messageOf(error)}.`;
  }
}

/** File descriptors reserved for the database, images and outgoing requests; at most half of those available. */
const maxReserved = 64;
const drainPauseMs = 100;

/**
 * Limits connections to the available file descriptors, and closes idle ones to make room. Beyond the limit the system would
 * reset connections silently, and the database and images could not be opened.
 */
export function limitConnections(server: Server, logger: Logger): void {
  const limit = findLimit();
  if (limit === undefined) return;
  const free = limit - readdirSync('/proc/self/fd').length;
  server.maxConnections = Math.max(1, free - Math.min(maxReserved, Math.floor(free / 2)));
  const logThrottled = createThrottledLog(logger, () => performance.now());
  let drainedAt = Number.NEGATIVE_INFINITY;
  server.on('drop', () => {
    logThrottled(new Error(`Connections are refused: the limit of open files is ${limit} (ulimit -n); raise it.`));
    if (performance.now() - drainedAt < drainPauseMs) return;
    drainedAt = performance.now();
    server.closeIdleConnections();
  });
}

/** Linux only. Node has raised the limit to the hard limit. */
function findLimit(): number | undefined {
  const limits = attempt(() => readFileSync('/proc/self/limits', 'utf8')) ?? '';
  const [, limit] = /^Max open files +(\d+)/m.exec(limits) ?? [];
  return limit === undefined ? undefined : Number(limit);
}

/** Addresses that only this machine reaches. */
const local = /^(?:localhost|127\.|::1$|\[::1\]$)/i;

/** Whether credentials may travel unencrypted: other machines can connect, and no proxy that terminates TLS is known. */
export const isPlainHttp = ({ host, trustedProxies }: Pick<Config, 'host' | 'trustedProxies'>): boolean =>
  !local.test(host) && trustedProxies.length === 0;
