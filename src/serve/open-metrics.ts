// Metrics; loaded only where the operator asks for them.
import type { Logger } from 'pino';
import packageFile from '../../package.json' with { type: 'json' };
import type { Config } from '../config/settings.ts';
import type { BuildFacts, ServiceMetrics } from '../metrics/service-metrics.ts';
import type { CrewOptions, CrewTally } from './crew.ts';
import type { WorkerPlace } from './worker.ts';

type MetricsSettings = Pick<Config, 'metrics' | 'host' | 'port' | 'namespaces' | 'databaseUrl' | 'workers'>;

/** Where they are read; a worker's, from its supervisor. */
interface ReadAt {
  url: string | undefined;
}

/** Measures this process. Throws OperationFailed where they cannot be told. */
export async function openMetrics(
  config: MetricsSettings,
  { place, logger }: { place: WorkerPlace | undefined; logger: Logger },
): Promise<ServiceMetrics & ReadAt> {
  const { namespaces } = config;
  const { createServiceMetrics } = await import('../metrics/service-metrics.ts');
  const { wordpressNamespace } = await import('../resources/wordpress/openapi.ts');
  const metrics = createServiceMetrics(factsOf(config), { namespaces, neighbour: wordpressNamespace });
  if (place) return { ...metrics, url: undefined };
  const { tellMetrics } = await import('./tell-metrics.ts');
  return { ...metrics, url: await tellMetrics(config, { read: async () => [await metrics.read()], logger }) };
}

/** Tells what all workers measure. Throws OperationFailed where that cannot be. */
export async function superviseMetrics(
  config: MetricsSettings,
  { spawn, logger }: Pick<CrewOptions, 'spawn' | 'logger'>,
): Promise<Pick<CrewOptions, 'spawn'> & { tally: CrewTally } & ReadAt> {
  const { createWorkerMetrics } = await import('./worker-metrics.ts');
  const { tellMetrics } = await import('./tell-metrics.ts');
  const tally: CrewTally = { deaths: 0, failedStarts: 0 };
  const workers = createWorkerMetrics({ facts: factsOf(config), count: config.workers, tally });
  return {
    tally,
    spawn: (worker, isFirst) => workers.follow(worker, spawn(worker, isFirst)),
    url: await tellMetrics(config, { read: workers.read, logger }),
  };
}

const factsOf = ({ databaseUrl }: MetricsSettings): BuildFacts => ({
  version: packageFile.version,
  engine: databaseUrl === undefined ? 'sqlite' : 'postgresql',
});
