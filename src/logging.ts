import pino, { type DestinationStream, type Logger } from 'pino';

export interface LoggingOptions {
  level: string;
  form: 'json' | 'pretty';
  /** File descriptor to write to. */
  output: 1 | 2;
  /** For the pretty form. */
  isColoured?: boolean;
  /** Number of the worker, added to each line. */
  worker?: number | undefined;
}

const secrets = ['authorization', 'cookie', 'password', 'application_password'];
/** At the top level and one or two objects deep, as in `req.headers.authorization`. */
const redacted = secrets.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);

/** Writes are synchronous, so that the last line before an exit is never lost. */
export async function createLogger({
  level,
  form,
  output,
  isColoured = false,
  worker,
}: LoggingOptions): Promise<Logger> {
  const options = {
    level,
    base: worker === undefined ? undefined : { worker },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: { paths: redacted, censor: '(not logged)' },
  };
  if (form === 'json') return pino(options, openDestination(output));
  const { default: pretty } = await import('pino-pretty');
  const style = { colorize: isColoured, translateTime: 'SYS:HH:MM:ss', singleLine: true };
  return pino(options, pretty({ ...style, destination: output, sync: true }));
}

/** Lines that cannot be written, for example because the disk is full, are buffered up to this size. */
const maxBufferedBytes = 1024 * 1024;

function openDestination(output: 1 | 2): DestinationStream {
  const destination = pino.destination({ dest: output, sync: true, maxLength: maxBufferedBytes });
  // Otherwise the error would be thrown by the next call to the logger, and fail its request.
  destination.on('error', () => undefined);
  return destination;
}
