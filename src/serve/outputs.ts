import { isatty } from 'node:tty';
import type { Logger } from 'pino';
import type { Config } from '../config/settings.ts';
import { createLogger } from '../logging.ts';
import type { Shell } from '../shell.ts';
import { type Announcer, createJsonAnnouncer, createTextAnnouncer } from './announce.ts';

export interface Outputs {
  logger: Logger;
  announcer: Announcer;
}

type OutputSettings = Pick<Config, 'logFormat' | 'logLevel' | 'siteUrl'>;

/** With the JSON format, standard output is the log; otherwise it is for people, and the log goes to standard error. */
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
