import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { OperationFailed } from '../commands/shell.ts';

const drainMs = 100;
const idleCheckMs = 50;

export interface Wanted {
  host: string;
  port: number;
}

/** The options that name both. */
export interface NamedBy {
  port: string;
  host: string;
}

const ofService: NamedBy = { port: '--port', host: '--host' };

/** Before anything is made: whoever cannot listen must not have shown a password yet. Throws OperationFailed. */
export async function assertFree({ host, port }: Wanted): Promise<void> {
  const probe = createServer();
  try {
    await once(probe.listen({ host, port, exclusive: true }), 'listening');
  } catch (error) {
    throw new OperationFailed(whyNot(error, { host, port }, ofService));
  }
  probe.close();
  await once(probe, 'close');
}

/** Starts to listen; answers where, which the port 0 leaves open. Throws OperationFailed. */
export async function listen(app: FastifyInstance, { host, port }: Wanted): Promise<{ address: string; port: number }> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    throw new OperationFailed(whyNot(error, { host, port }, ofService));
  }
  const bound = app.server.address();
  if (bound === null || typeof bound === 'string') throw new Error('listening on no port');
  return { address: bound.address, port: bound.port };
}

/**
 * For a moment every reply still ends its connection, so that no client in the middle of a series meets a closed one.
 * Then it stops accepting and waits for the requests under way.
 */
export async function closeServer(app: FastifyInstance): Promise<void> {
  app.server.prependListener('request', (_request, response) => response.setHeader('connection', 'close'));
  await setTimeout(drainMs);
  const timer = setInterval(() => app.server.closeIdleConnections(), idleCheckMs);
  try {
    await app.close();
  } finally {
    clearInterval(timer);
  }
}

/**
 * For a worker whose place another one has: it accepts no connection more, answers on those it has, each for the last
 * time, and closes the ones without a request only after `lingerMs`. One that was just accepted has not sent its
 * request yet and must not be taken for idle.
 */
export async function handOver(app: FastifyInstance, lingerMs: number): Promise<void> {
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

/** Why nobody can listen there. */
export function whyNot(error: unknown, { host, port }: Wanted, options: NamedBy): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} on ${host} is in use by another program; choose another one with ${options.port}, or 0 for any free one.`;
    case 'EACCES':
      return `Port ${port} on ${host} needs rights that this user does not have; choose one from 1024 on with ${options.port}.`;
    case 'EADDRNOTAVAIL':
      return `${host} is no address of this machine; choose another one with ${options.host}.`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `The host name ${host} is not known here; choose another one with ${options.host}.`;
    default:
      return `The service cannot listen on ${host}, port ${port}: ${error instanceof Error ? error.message : String(error)}.`;
  }
}
