// Settings of PostgreSQL; without them, the calendar is a file in the data folder.
import { decodeUri } from '../core/uri.ts';
import { serverUrls } from '../store/postgres/connection.ts';
import { integer, oneOf, parser } from './parsers.ts';
import { byDefault, emptyByDefault, option, optional, secret, settingsIn } from './setting.ts';

/** A missing user, host and so on come from the environment variables that PostgreSQL's own programs read. */
export const isPostgresUrl = (text: string): boolean => serverUrls(text).every(isUrl);

function isUrl(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || !/^postgres(?:ql)?:$/.test(url.protocol) || url.hash !== '') return false;
  return [url.username, url.password, url.pathname].every((part) => decodeUri(part) !== undefined);
}

const postgresUrl = parser(
  'a URL such as postgres://user:password@host:5432/database, special characters in the password percent-encoded; several hosts separated by commas',
  (text) => (isPostgresUrl(text) ? text : undefined),
);

/** A comma separates URLs where another one follows; other commas separate the hosts of one URL. */
const postgresUrls = parser('comma-separated URLs such as postgres://user:password@host:5432/database', (text) => {
  const urls = text.split(/\s*,\s*(?=postgres(?:ql)?:)/i);
  return urls.every(isPostgresUrl) ? urls : undefined;
});

export const databaseSettings = settingsIn('Database:', {
  databaseUrl: secret(
    'DATABASE_URL',
    'PostgreSQL database to use instead of SQLite; of several hosts, the primary is used',
    optional('none: SQLite in the data folder', postgresUrl),
  ),
  databaseReplicaUrls: secret(
    'DATABASE_REPLICA_URLS',
    'standbys that may serve anonymous reads',
    emptyByDefault(postgresUrls),
  ),
  databaseListenUrl: secret(
    'DATABASE_LISTEN_URL',
    'direct URL for LISTEN/NOTIFY when DATABASE_URL is a transaction pooler; without it responses are not cached',
    optional('DATABASE_URL', postgresUrl),
  ),
  databasePooler: option(
    '--database-pooler <kind>',
    'set to transaction if a transaction-mode pooler is in front of PostgreSQL',
    byDefault('none', oneOf(['none', 'transaction'])),
  ),
  databaseConnections: option(
    '--database-connections <number>',
    'maximum PostgreSQL connections per process, in addition to one for LISTEN',
    byDefault('10', integer(2, 1000)),
  ),
  databaseTimeoutSeconds: option(
    '--database-timeout <seconds>',
    'statement timeout in seconds; 0 for none',
    byDefault('30', integer(0, 3600)),
  ),
});

/** The settings that locate the calendar. */
export const calendarSettings = ['data', 'databaseUrl', 'databaseListenUrl', 'databasePooler'] as const;
