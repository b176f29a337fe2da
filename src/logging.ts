import pino, { type DestinationStream, type Logger } from 'pino';

export interface LoggingOptions {
  level: string;
  form: 'json' | 'pretty';
  /** File descriptor to write to. */
  output: 1 | 2;
  /** Of what is pretty. */
  isColoured?: boolean;
  /** Number of the process among several, for each line. */
  worker?: number | undefined;
}

const secrets = ['authorization', 'cookie', 'password', 'application_password'];
/** At the top of a line and one or two objects deep, as in `req.headers.authorization`. */
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

/** Of lines that cannot be written, as on a full disk: they wait for room, the newest of more are lost. */
const mostWaitingBytes = 1024 * 1024;

function openDestination(output: 1 | 2): DestinationStream {
  const destination = pino.destination({ dest: output, sync: true, maxLength: mostWaitingBytes });
  // Without it the error would be thrown where somebody logs, and fail a request that was done.
  destination.on('error', () => undefined);
  return destination;
}
