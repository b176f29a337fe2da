import { isatty } from 'node:tty';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { type AppSettings, buildApp } from '../app.ts';
import { openOrMakeCalendar } from '../calendar-folder.ts';
import { exitCodes, type Shell } from '../commands/shell.ts';
import type { Config } from '../config/settings.ts';
import type { Zones } from '../core/dates/zones.ts';
import type { Geocoding } from '../geocoding/worker.ts';
import { createLogger } from '../logging.ts';
import { openMediaStorage } from '../media-storage.ts';
import { type Announcer, createJsonAnnouncer, createTextAnnouncer } from './announce.ts';
import { addDemo } from './demo.ts';
import { addFirstAdministrator } from './first-administrator.ts';
import { startGeocoder } from './geocoding.ts';
import { closeServer, listen } from './listen.ts';
import { createStopper } from './stop-signals.ts';

export interface ServiceOptions {
  config: Config;
  zones: Zones;
  shell: Shell;
}

interface Outputs {
  logger: Logger;
  announcer: Announcer;
}

/** Starts the service; resolves when it listens. It then runs until a signal ends the process. */
export async function runService({ config, zones, shell }: ServiceOptions): Promise<void> {
  const { logger, announcer } = await openOutputs(config, shell);
  endOnUnexpected(logger);
  const storage = await openMediaStorage(config);
  const store = await openOrMakeCalendar(config, (change, error) => tellListening(logger, change, error));
  try {
    const administrator = await addFirstAdministrator(store, shell.now());
    if (administrator) announcer.firstAdministrator(administrator.login, administrator.password);
    const settings: AppSettings = config;
    if (config.demo) await addDemo({ store, zones, now: shell.now, log: logger });
    const app = await buildApp({ store, settings, zones, logger, now: shell.now, storage });
    const { address, port } = await listen(app, config);
    stopOnSignals({ app, geocoding: startGeocoder(config, store, logger), logger });
    announcer.listening({ address, port, pid: process.pid });
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** In JSON form standard output is the log; else it is for people, and the log goes to standard error. */
async function openOutputs({ logFormat, logLevel: level, siteUrl }: Config, shell: Shell): Promise<Outputs> {
  if (logFormat === 'json') {
    const announcer = createJsonAnnouncer(shell.print, () => new Date().toISOString());
    return { logger: await createLogger({ level, form: 'json', output: 1 }), announcer };
  }
  const form = logFormat === 'pretty' || isatty(2) ? 'pretty' : 'json';
  return {
    logger: await createLogger({ level, form, output: 2 }),
    announcer: createTextAnnouncer(shell.print, { siteUrl }),
  };
}

/** Without news of other processes' writes no reply is kept: right, and slower. */
function tellListening(logger: Logger, change: 'lost' | 'found', error: unknown): void {
  if (change === 'found') logger.info('database: hearing of writes');
  else logger.warn({ reason: error instanceof Error ? error.message : String(error) }, 'database: connection lost');
}

/** After an error that nobody expected, nothing in memory can be relied on. */
function endOnUnexpected(logger: Logger): void {
  const end = (error: unknown) => {
    logger.fatal(error, 'unexpected error, ending');
    process.exit(exitCodes.failed);
  };
  process.on('uncaughtException', end);
  process.on('unhandledRejection', end);
}

interface Running {
  app: FastifyInstance;
  geocoding: Geocoding | undefined;
  logger: Logger;
}

/** Closing the app closes the store too, after the last running request: what else needs it has to stop before. */
function stopOnSignals({ app, geocoding, logger }: Running): void {
  const stop = async () => {
    await geocoding?.stop();
    await closeServer(app);
  };
  const onSignal = createStopper({ stop, logger, exit: process.exit, elapsedMs: () => performance.now() });
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}
