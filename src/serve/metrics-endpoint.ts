// The unauthenticated metrics endpoint, of a single process or of all workers; loaded only if enabled.
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import type { Config } from '../config/settings.ts';
import { type Family, textType, toText } from '../metrics/aggregate.ts';
import type { BuildFacts } from '../metrics/service-metrics.ts';
import { OperationFailed } from '../shell.ts';
import { version } from '../version.ts';
import { reachableOrigins } from './announce.ts';
import { listenErrorMessage } from './listen.ts';
import type { RestartCounts, SupervisorOptions } from './workers/supervisor.ts';
import type { WorkerPlace } from './workers/worker.ts';

type MetricsSettings = Pick<Config, 'metrics' | 'host' | 'port' | 'namespaces' | 'databaseUrl' | 'workers'>;

/** Measures this process. Throws OperationFailed if the endpoint cannot be opened. */
export async function openMetrics(
  config: MetricsSettings,
  { place, logger }: { place: WorkerPlace | undefined; logger: Logger },
) {
  const { namespaces } = config;
  const { createServiceMetrics } = await import('../metrics/service-metrics.ts');
  const { wordpressNamespace } = await import('../resources/wordpress/openapi.ts');
  const metrics = createServiceMetrics(factsOf(config), { namespaces, wordpressNamespace });
  // The supervisor of a worker serves its metrics.
  const url = place ? undefined : await serveMetrics(config, async () => [await metrics.read()], logger);
  return { ...metrics, url };
}

/** Serves the metrics of all workers. Throws OperationFailed if the endpoint cannot be opened. */
export async function superviseMetrics(
  config: MetricsSettings,
  { spawn, logger }: Pick<SupervisorOptions, 'spawn' | 'logger'>,
) {
  const { createWorkerMetrics } = await import('./workers/worker-metrics.ts');
  const counts: RestartCounts = { deaths: 0, failedStarts: 0 };
  const workers = createWorkerMetrics({ facts: factsOf(config), count: config.workers, counts });
  return {
    counts,
    spawn: (worker: number, isFirst: boolean) => workers.track(worker, spawn(worker, isFirst)),
    url: await serveMetrics(config, workers.read, logger),
  };
}

const factsOf = ({ databaseUrl }: MetricsSettings): BuildFacts => ({
  version,
  engine: databaseUrl === undefined ? 'sqlite' : 'postgresql',
});

const path = '/metrics';
const timeouts = { headersTimeout: 5000, requestTimeout: 5000 };

/** Listens, and returns the URL. Does not keep the process alive. Throws OperationFailed. */
async function serveMetrics(
  config: Pick<Config, 'metrics' | 'host' | 'port'>,
  read: () => Promise<readonly (readonly Family[])[]>,
  logger: Logger,
): Promise<string> {
  const endpoint = config.metrics as NonNullable<Config['metrics']>;
  if (endpoint.port !== 0 && endpoint.port === config.port && endpoint.host === config.host)
    throw new OperationFailed('--metrics and --port are the same; metrics need a separate port.');
  const server = createServer(timeouts, (request, response) => {
    if (request.url?.split('?')[0] !== path) return refuse(response, 404);
    if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(response, 405, { allow: 'GET, HEAD' });
    read()
      .then(toText)
      .then((text) => response.writeHead(200, { 'content-type': textType, 'cache-control': 'no-store' }).end(text))
      .catch((error: unknown) => {
        logger.error(error, 'metrics: request failed');
        refuse(response, 500);
      });
  });
  server.on('connection', (socket) => socket.unref());
  try {
    await once(server.listen(endpoint), 'listening');
  } catch (error) {
    throw new OperationFailed(listenErrorMessage(error, endpoint, { port: '--metrics', host: '--metrics' }));
  }
  // For example when no file descriptor is free.
  server.on('error', (error) => logger.error(error, 'metrics: connection not accepted'));
  server.unref();
  return `${reachableOrigins(server.address() as AddressInfo)[0]}${path}`;
}

function refuse(response: ServerResponse, status: number, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', ...headers });
  response.end(`Metrics are at ${path}.\n`);
}
