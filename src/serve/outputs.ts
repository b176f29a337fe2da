import { isatty } from 'node:tty';
import type { Logger } from 'pino';
import { exitCodes, type Shell } from '../commands/shell.ts';
import type { Config } from '../config/settings.ts';
import { createLogger } from '../logging.ts';
import { type Announcer, createJsonAnnouncer, createTextAnnouncer } from './announce.ts';

export interface Outputs {
  logger: Logger;
  announcer: Announcer;
}

type OutputSettings = Pick<Config, 'logFormat' | 'logLevel' | 'siteUrl'>;

/** In JSON form standard output is the log; else it is for people, and the log goes to standard error. */
export async function openOutputs(
  { logFormat, logLevel: level, siteUrl }: OutputSettings,
  shell: Shell,
  worker?: number,
): Promise<Outputs> {
  if (logFormat === 'json') {
    const announcer = createJsonAnnouncer(shell.print, () => new Date().toISOString());
    return { logger: await createLogger({ level, form: 'json', output: 1, worker }), announcer };
  }
  const form = logFormat === 'pretty' || isatty(2) ? 'pretty' : 'json';
  return {
    logger: await createLogger({
      level,
      form,
      output: 2,
      isColoured: isatty(2) && !shell.environment['NO_COLOR'],
      worker,
    }),
    announcer: createTextAnnouncer(shell.print, { siteUrl }),
  };
}

/** After an error that nobody expected, nothing in memory can be relied on. */
export function endOnUnexpected(logger: Logger): void {
  const end = (error: unknown) => {
    logger.fatal(error, 'unexpected error, ending');
    process.exit(exitCodes.failed);
  };
  process.on('uncaughtException', end);
  process.on('unhandledRejection', end);
}
