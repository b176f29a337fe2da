// Settings of PostgreSQL; without them, the calendar is a file in the data folder.
import { addressesOf } from '../store/postgres/connection.ts';
import { integer, oneOf, parser } from './parsers.ts';
import { byDefault, emptyByDefault, optional, settingsIn } from './setting.ts';

/** A missing user, host and so on come from the environment variables that PostgreSQL's own programs read. */
export const isPostgresUrl = (text: string): boolean => addressesOf(text).every(isUrl);

function isUrl(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || !/^postgres(?:ql)?:$/.test(url.protocol) || url.hash !== '') return false;
  try {
    for (const part of [url.username, url.password, url.pathname]) decodeURIComponent(part);
    return true;
  } catch {
    return false;
  }
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

/** The URLs may contain passwords. */
const isSecret = true;

export const databaseSettings = settingsIn('Database:', {
  databaseUrl: {
    variable: 'DATABASE_URL',
    description: 'PostgreSQL database to use instead of SQLite; of several hosts, the primary is used',
    isSecret,
    ...optional('none: SQLite in the data folder', postgresUrl),
  },
  databaseReplicaUrls: {
    variable: 'DATABASE_REPLICA_URLS',
    description: 'standbys that may serve anonymous reads',
    isSecret,
    ...emptyByDefault(postgresUrls),
  },
  databaseListenUrl: {
    variable: 'DATABASE_LISTEN_URL',
    description:
      'direct URL for LISTEN/NOTIFY when DATABASE_URL is a transaction pooler; without it responses are not cached',
    isSecret,
    ...optional('DATABASE_URL', postgresUrl),
  },
  databasePooler: {
    flags: '--database-pooler <kind>',
    description: 'set to transaction if a transaction-mode pooler is in front of PostgreSQL',
    ...byDefault('none', oneOf(['none', 'transaction'])),
  },
  databaseConnections: {
    flags: '--database-connections <number>',
    description: 'maximum PostgreSQL connections per process, in addition to one for LISTEN',
    ...byDefault('10', integer(2, 1000)),
  },
  databaseTimeoutSeconds: {
    flags: '--database-timeout <seconds>',
    description: 'statement timeout in seconds; 0 for none',
    ...byDefault('30', integer(0, 3600)),
  },
});

/** The settings that locate the calendar. */
export const calendarSettings = ['data', 'databaseUrl', 'databaseListenUrl', 'databasePooler'] as const;
