import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { buildApp } from '../app.ts';
import { openCalendar, openOrCreateCalendar } from '../calendar-folder.ts';
import type { Config } from '../config/settings.ts';
import type { Background } from '../core/clock.ts';
import type { Zones } from '../core/dates/zones.ts';
import { messageOf } from '../core/errors.ts';
import type { ResolveHost } from '../fetch/fetch-target.ts';
import { createResolver } from '../fetch/resolve-host.ts';
import { createThrottledLog } from '../http/response/throttled-log.ts';
import type { MediaStorage } from '../media/storage/storage.ts';
import { openMediaStorage } from '../media-storage.ts';
import type { Meters } from '../metrics/service-metrics.ts';
import { exitCodes, OperationFailed, type Shell } from '../shell.ts';
import type { DatabaseChange, OnDatabaseChange, Store } from '../store/store.ts';
import { StoreUnavailable } from '../store/unavailable.ts';
import { readTheme } from '../web/files/theme.ts';
import { openOutputs } from './announce.ts';
import { startAuditPruning, startFileCollection, startGeocoder, startWebhooks, stopTogether } from './background.ts';
import { startBackups } from './backups.ts';
import { addFirstRecords } from './first-start.ts';
import { assertFree, closeServer, isPlainHttp, limitConnections, listen } from './listen.ts';
import { exitOnUnexpectedError, stopOnSignals } from './shutdown.ts';
import {
  endWorker,
  findWorkerPlace,
  leaveSignalsToSupervisor,
  reportMigration,
  runWorker,
  type WorkerPlace,
} from './workers/worker.ts';
import { lingerMs, migratingLine } from './workers/worker-control.ts';

export interface ServiceOptions {
  config: Config;
  zones: Zones;
  shell: Shell;
}

/** Starts the service; resolves when it listens. It then runs until a signal ends the process. */
export async function runService(options: ServiceOptions): Promise<void> {
  const place = findWorkerPlace(options.shell.environment);
  if (!place) return serve(options, undefined);
  leaveSignalsToSupervisor();
  try {
    await serve(options, place);
  } catch (error) {
    if (error instanceof OperationFailed || error instanceof StoreUnavailable) await endWorker(error.message);
    // The channel to the supervisor keeps the process alive.
    options.shell.printError(error instanceof Error ? (error.stack ?? error.message) : String(error));
    process.exit(exitCodes.failed);
  }
}

async function serve({ config, zones, shell }: ServiceOptions, place: WorkerPlace | undefined): Promise<void> {
  const { logger, announcer } = await openOutputs(config, shell, place?.number);
  exitOnUnexpectedError(logger);
  const logThrottled = createThrottledLog(logger, () => performance.now());
  const isFirst = !place || place.isFirst;
  const metrics =
    config.metrics && (await (await import('./metrics-endpoint.ts')).openMetrics(config, { place, logger }));
  if (isFirst) await assertFree(config);
  const storage = await openMediaStorage(config);
  // A restarted worker must not replace a lost calendar by an empty one.
  const open = isFirst ? openOrCreateCalendar : openCalendar;
  const store = await open(config, { meter: metrics?.meters.store, report: reportTo(logger, place) });
  try {
    if (isFirst) await addFirstRecords({ store, zones, now: shell.now, log: logger, storage }, announcer, config.demo);
    const theme = await readTheme(join(config.data, 'theme'), (problem) => logger.warn(`theme: ${problem}`));
    const resolve = createResolver();
    const app = await buildApp({
      store,
      resolve,
      settings: config,
      zones,
      logger,
      logThrottled,
      storage,
      theme,
      now: shell.now,
      // Other machines may serve the same PostgreSQL database.
      hasPeers: place !== undefined || config.databaseUrl !== undefined,
      meters: metrics?.meters,
    });
    if (isFirst && isPlainHttp(config))
      logger.warn('passwords are sent unencrypted: put a TLS proxy in front and set KALENDS_TRUSTED_PROXIES');
    limitConnections(app.server, logger);
    metrics?.watch(app.server, store);
    const where = await listen(app, config);
    const startBackground = () =>
      startBackgroundWork(config, { store, resolve, storage, logger, logThrottled, shell, meters: metrics?.meters });
    if (place) return runWorker({ app, where, startBackground, logger, measure: metrics?.read });
    stopOnSignals(stopperOf(app, startBackground()), logger);
    announcer.listening({ ...where, pid: process.pid, metrics: metrics?.url });
  } catch (error) {
    await store.close();
    throw error;
  }
}

const reportTo =
  (logger: Logger, place: WorkerPlace | undefined): OnDatabaseChange =>
  (change, error) => {
    if (change !== 'migrating' && change !== 'migrated') logDatabaseChange(logger, change, error);
    else if (place) reportMigration(change === 'migrating');
    else if (change === 'migrating') logger.info(migratingLine);
  };

/** Closing the app closes the store after the last request, so background work stops first. */
const stopperOf = (app: FastifyInstance, background: Background) => async (): Promise<void> => {
  await background.stop();
  await closeServer(app, lingerMs.stop);
};

interface BackgroundParts {
  store: Store;
  resolve: ResolveHost;
  storage: MediaStorage;
  logger: Logger;
  logThrottled: (error: Error) => void;
  shell: Shell;
  meters: Meters | undefined;
}

function startBackgroundWork(config: Config, parts: BackgroundParts): Background {
  const { store, resolve, storage, logger, logThrottled, shell, meters } = parts;
  const { now, environment } = shell;
  return stopTogether([
    startGeocoder(config, { store, logger, logThrottled, onRequest: meters?.geocoder.recordRequest }),
    startWebhooks(config, { store, resolve, logger, logThrottled, onAttempt: meters?.webhooks.recordAttempt }),
    startBackups(config, { logger, now, meter: meters?.backups, environment }),
    startAuditPruning(config, { store, logger, now }),
    startFileCollection({ store, storage, logger, now }),
  ]);
}

/** Without notifications of other processes' writes no response is cached: correct, but slower. */
function logDatabaseChange(
  logger: Logger,
  change: Exclude<DatabaseChange, 'migrating' | 'migrated'>,
  error: unknown,
): void {
  const reason = messageOf(error);
  if (change === 'found') logger.info('database: listening for writes of other processes');
  else if (change === 'moved') logger.warn('database: another server has taken over');
  else if (change === 'failed') failStop(logger, reason);
  else if (change === 'stuck') logger.error({ reason }, 'database: checkpoints fail and the write-ahead log grows');
  else if (change === 'exposed') logger.warn({ reason }, 'database: other users can read the calendar');
  else logger.warn({ reason }, 'database: connection lost');
}

/** Time to send the replies to failed requests. */
const failStopDelayMs = 500;

/** A supervisor, ours or the system's, restarts the service, which then rewrites the log. */
function failStop(logger: Logger, reason: string): void {
  logger.fatal({ reason }, 'database: fsync failed; refusing writes and ending the process');
  setTimeout(() => process.exit(exitCodes.failed), failStopDelayMs);
}
