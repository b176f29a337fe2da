// What the service says of itself while it starts: lines for programs, or text for people.
import { inGroups } from '../resources/users/secrets.ts';
import { reachableOrigins } from './addresses.ts';

export interface Listening {
  address: string;
  port: number;
  pid: number;
  /** Where there are several. */
  workers?: number;
  /** Address of the metrics, where there are any. */
  metrics?: string | undefined;
}

export interface Announcer {
  /** The one time that the password is shown. */
  firstAdministrator(login: string, password: string): void;
  listening(where: Listening): void;
}

type Print = (line: string) => void;

export function createJsonAnnouncer(print: Print, nowIso: () => string): Announcer {
  const line = (event: string, message: string, fields: Readonly<Record<string, unknown>>) =>
    print(JSON.stringify({ level: 'info', time: nowIso(), event, ...fields, msg: message }));
  return {
    firstAdministrator: (login, password) =>
      line('first-administrator', 'made the first administrator', { login, application_password: password }),
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
          '  Keep the password: it is shown only this once. "kalends app-password add admin" makes another.',
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
    ...(siteUrl === undefined ? [] : [`    ${siteUrl}/  (in public)`]),
    '',
    `  Events         ${first}/calendar/events/v1/events`,
    `  Documentation  ${first}/docs`,
    ...(where.metrics === undefined ? [] : [`  Metrics        ${where.metrics}`]),
    '',
    '  Ctrl+C stops it.',
    '',
  ].join('\n');
}
