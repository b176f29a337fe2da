// Where the calendar is, if not in a file of the data folder.
import { addressesOf } from '../core/postgres-address.ts';
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
  'an address such as postgres://user:password@host:5432/database, with what is special in a password percent-encoded; several hosts are parted by commas';

export const databaseSettings: { readonly [K in keyof DatabaseConfig]: Setting<DatabaseConfig[K]> } = {
  databaseUrl: {
    flags: undefined,
    variable: 'DATABASE_URL',
    group: database,
    description:
      'PostgreSQL database that holds the calendar instead of a file in the data folder; of several hosts the one that takes writes',
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
    description: 'standbys of that database that anonymous reads may go to',
    accepted: 'addresses such as postgres://user:password@host:5432/database, parted by commas',
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
      'the same database past a pooler, for its notifications; without it such a pooler costs the cache of replies',
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
    description: 'a pooler before PostgreSQL that gives a connection for one transaction only',
    accepted: 'none or transaction',
    defaultText: 'none',
    fallback: () => 'none',
    parse: oneOf(['none', 'transaction']),
  },
  databaseConnections: {
    flags: '--database-connections <number>',
    variable: 'KALENDS_DATABASE_CONNECTIONS',
    group: database,
    description: 'most connections of a process to PostgreSQL, one to listen on beside them',
    accepted: 'a whole number from 2 to 1000',
    defaultText: '10',
    fallback: () => 10,
    parse: wholeNumber(2, 1000),
  },
  databaseTimeoutSeconds: {
    flags: '--database-timeout <seconds>',
    variable: 'KALENDS_DATABASE_TIMEOUT',
    group: database,
    description: 'seconds after which the service gives a statement in PostgreSQL up, 0 for never',
    accepted: 'a whole number from 0 to 3600',
    defaultText: '30',
    fallback: () => 30,
    parse: wholeNumber(0, 3600),
  },
};

/** What says where the calendar is. */
export const calendarSettings = ['data', 'databaseUrl', 'databaseListenUrl', 'databasePooler'] as const;
