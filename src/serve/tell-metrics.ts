// Where metrics are read: a listener of its own, as nobody is asked there who he is.
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import { OperationFailed } from '../commands/shell.ts';
import type { Config } from '../config/settings.ts';
import type { Family } from '../metrics/family.ts';
import { textType, toText } from '../metrics/text.ts';
import { reachableOrigins } from './addresses.ts';
import { whyNot } from './listen.ts';

interface Telling {
  /** Of each process. */
  read: () => Promise<readonly (readonly Family[])[]>;
  logger: Logger;
}

const path = '/metrics';
const timeouts = { headersTimeout: 5000, requestTimeout: 5000 };

/** Listens; answers the address that metrics are read at. Keeps no process alive. Throws OperationFailed. */
export async function tellMetrics(
  config: Pick<Config, 'metrics' | 'host' | 'port'>,
  { read, logger }: Telling,
): Promise<string> {
  const wanted = config.metrics as NonNullable<Config['metrics']>;
  if (wanted.port !== 0 && wanted.port === config.port && wanted.host === config.host)
    throw new OperationFailed('--metrics names the port of the service itself; metrics need one of their own.');
  const readOnce = sharing(async () => toText(await read()));
  const server = createServer(timeouts, (request, response) => {
    if (request.url?.split('?')[0] !== path) return refuse(response, 404);
    if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(response, 405, { allow: 'GET, HEAD' });
    readOnce()
      .then((text) => response.writeHead(200, { 'content-type': textType, 'cache-control': 'no-store' }).end(text))
      .catch((error: unknown) => {
        logger.error(error, 'metrics: not told');
        refuse(response, 500);
      });
  });
  server.on('connection', (socket) => socket.unref());
  try {
    await once(server.listen(wanted), 'listening');
  } catch (error) {
    throw new OperationFailed(whyNot(error, wanted, { port: '--metrics', host: '--metrics' }));
  }
  // Such as one that came when no more files could be opened.
  server.on('error', (error) => logger.error(error, 'metrics: a connection was not taken'));
  server.unref();
  return `${reachableOrigins(server.address() as AddressInfo)[0]}${path}`;
}

function refuse(response: ServerResponse, status: number, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', ...headers });
  response.end(`Metrics are at ${path}.\n`);
}

/** Who asks while an answer is being made gets the same. */
function sharing<T>(make: () => Promise<T>): () => Promise<T> {
  let making: Promise<T> | undefined;
  return () => {
    making ??= make().finally(() => {
      making = undefined;
    });
    return making;
  };
}
