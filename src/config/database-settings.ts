// Where the calendar is, if not in a file of the data folder.
import { addressesOf } from '../store/postgres/address.ts';
import { NotAccepted, oneOf, wholeNumber } from './parsers.ts';
import type { Setting } from './setting.ts';

export interface DatabaseConfig {
  /** With a password in it: never shown. */
  databaseUrl: string | undefined;
  databaseReplicaUrls: readonly string[];
  databaseListenUrl: string | undefined;
  databasePooler: 'none' | 'transaction';
  databaseConnections: number;
  databaseTimeoutSeconds: number;
}

const database = 'Database:';

/** A user, a host and so on may be left to the environment that PostgreSQL's own programs read. */
export function postgresAddress(text: string): string {
  for (const address of addressesOf(text)) assertAddress(address);
  return text;
}

function assertAddress(text: string): void {
  const url = URL.parse(text);
  if (url === null || !/^postgres(?:ql)?:$/.test(url.protocol) || url.hash !== '') throw new NotAccepted();
  try {
    for (const part of [url.username, url.password, url.pathname]) decodeURIComponent(part);
  } catch {
    throw new NotAccepted();
  }
}

/** Commas part them where another address follows: those within one part its hosts. */
const addressList = (text: string): readonly string[] =>
  text.split(/\s*,\s*(?=postgres(?:ql)?:)/i).map(postgresAddress);

const accepted =
  'a URL such as postgres://user:password@host:5432/database, special characters in the password percent-encoded; several hosts separated by commas';

export const databaseSettings: { readonly [K in keyof DatabaseConfig]: Setting<DatabaseConfig[K]> } = {
  databaseUrl: {
    flags: undefined,
    variable: 'DATABASE_URL',
    group: database,
    description: 'PostgreSQL database to use instead of SQLite; of several hosts, the primary is used',
    accepted,
    defaultText: 'none: SQLite in the data folder',
    isSecret: true,
    fallback: () => undefined,
    parse: postgresAddress,
  },
  databaseReplicaUrls: {
    flags: undefined,
    variable: 'DATABASE_REPLICA_URLS',
    group: database,
    description: 'standbys that may serve anonymous reads',
    accepted: 'comma-separated URLs such as postgres://user:password@host:5432/database',
    defaultText: 'none',
    isSecret: true,
    fallback: () => [],
    parse: addressList,
  },
  databaseListenUrl: {
    flags: undefined,
    variable: 'DATABASE_LISTEN_URL',
    group: database,
    description:
      'direct URL for LISTEN/NOTIFY when DATABASE_URL is a transaction pooler; without it responses are not cached',
    accepted,
    defaultText: 'DATABASE_URL',
    isSecret: true,
    fallback: () => undefined,
    parse: postgresAddress,
  },
  databasePooler: {
    flags: '--database-pooler <kind>',
    variable: 'KALENDS_DATABASE_POOLER',
    group: database,
    description: 'set to transaction if a transaction-mode pooler is in front of PostgreSQL',
    accepted: 'none or transaction',
    defaultText: 'none',
    fallback: () => 'none',
    parse: oneOf(['none', 'transaction']),
  },
  databaseConnections: {
    flags: '--database-connections <number>',
    variable: 'KALENDS_DATABASE_CONNECTIONS',
    group: database,
    description: 'maximum PostgreSQL connections per process, besides one for LISTEN',
    accepted: 'an integer from 2 to 1000',
    defaultText: '10',
    fallback: () => 10,
    parse: wholeNumber(2, 1000),
  },
  databaseTimeoutSeconds: {
    flags: '--database-timeout <seconds>',
    variable: 'KALENDS_DATABASE_TIMEOUT',
    group: database,
    description: 'statement timeout in seconds; 0 for none',
    accepted: 'an integer from 0 to 3600',
    defaultText: '30',
    fallback: () => 30,
    parse: wholeNumber(0, 3600),
  },
};

/** What says where the calendar is. */
export const calendarSettings = ['data', 'databaseUrl', 'databaseListenUrl', 'databasePooler'] as const;
