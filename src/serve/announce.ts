// What the service announces when it starts: JSON lines for programs, or text for people.
import { isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';
import { isatty } from 'node:tty';
import type { Config } from '../config/settings.ts';
import { createLogger } from '../logging.ts';
import { inGroups } from '../resources/users/secrets.ts';
import type { Shell } from '../shell.ts';

export interface Listening {
  address: string;
  port: number;
  pid: number;
  /** Absent for a single process. */
  workers?: number;
  /** URL of the metrics endpoint, if enabled. */
  metrics?: string | undefined;
}

export interface Announcer {
  /** The password is shown only here. */
  firstAdministrator(login: string, password: string): void;
  listening(where: Listening): void;
}

type Print = (line: string) => void;

export function createJsonAnnouncer(print: Print, nowIso: () => string): Announcer {
  const line = (event: string, message: string, fields: Readonly<Record<string, unknown>>) =>
    print(JSON.stringify({ level: 'info', time: nowIso(), event, ...fields, msg: message }));
  return {
    firstAdministrator: (login, password) =>
      line('first-administrator', 'created the first administrator', { login, application_password: password }),
    listening: (where) => line('listening', 'listening', { ...where, urls: reachableOrigins(where) }),
  };
}

export function createTextAnnouncer(print: Print, { siteUrl }: { siteUrl: string | undefined }): Announcer {
  return {
    firstAdministrator: (login, password) =>
      print(
        [
          '',
          '  The calendar is new. Its first administrator:',
          '',
          `    login                 ${login}`,
          `    application password  ${inGroups(password)}`,
          '',
          '  Store the password: it is not shown again. "kalends app-password add admin" creates another.',
        ].join('\n'),
      ),
    listening: (where) => print(listeningText(where, siteUrl)),
  };
}

function listeningText(where: Listening, siteUrl: string | undefined): string {
  const origins = reachableOrigins(where);
  const first = origins[0] as string;
  return [
    '',
    `  Kalends is listening on port ${where.port}${where.workers ? ` with ${where.workers} workers` : ''}. Open`,
    '',
    ...origins.map((origin) => `    ${origin}/`),
    ...(siteUrl === undefined ? [] : [`    ${siteUrl}/  (public URL)`]),
    '',
    `  Events         ${first}/calendar/events/v1/events`,
    `  Documentation  ${first}/docs`,
    ...(where.metrics === undefined ? [] : [`  Metrics        ${where.metrics}`]),
    '',
    '  Press Ctrl+C to stop.',
    '',
  ].join('\n');
}

const unspecified = new Set(['0.0.0.0', '::']);

/** Origins at which a browser reaches this address; for an unspecified one, those of all interfaces. */
export function reachableOrigins(
  { address, port }: { address: string; port: number },
  interfaces: ReturnType<typeof networkInterfaces> = networkInterfaces(),
): string[] {
  if (!unspecified.has(address)) return [originOf(address, port)];
  const outside = Object.values(interfaces)
    .flatMap((found) => found ?? [])
    .filter(({ internal, family }) => !internal && family === 'IPv4');
  return [originOf('localhost', port), ...outside.map((found) => originOf(found.address, port))];
}

const originOf = (host: string, port: number): string => `http://${isIPv6(host) ? `[${host}]` : host}:${port}`;

type OutputSettings = Pick<Config, 'logFormat' | 'logLevel' | 'siteUrl'>;

/** With the JSON format, standard output is the log; otherwise it is for people, and the log goes to standard error. */
export async function openOutputs(
  { logFormat, logLevel: level, siteUrl }: OutputSettings,
  shell: Shell,
  worker?: number,
) {
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
