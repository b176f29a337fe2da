import type pg from 'pg';
import type { OnDatabaseChange, StoreMeter } from '../store.ts';
import type { Target } from './problems.ts';

export interface PostgresOptions {
  /** `postgres://user:password@host:5432/database`, with connection settings as a query; of several hosts, the primary is used. */
  url: string;
  /** Standbys to read from. */
  replicaUrls?: readonly string[] | undefined;
  /** Maximum connections, not counting the one for LISTEN. */
  poolSize?: number | undefined;
  /** 0 for none. */
  statementTimeoutMs?: number;
  /** `transaction`: each transaction may run on another server connection, so nothing may be stored on it. */
  pooler?: 'none' | 'transaction' | undefined;
  /** Bypasses the pooler, for LISTEN. */
  listenUrl?: string | undefined;
  /** How long the version of the calendar is used without being confirmed; a dead connection goes unnoticed that long. */
  maxVersionAgeMs?: number;
  report?: OnDatabaseChange | undefined;
  meter?: StoreMeter | undefined;
  /** Do not create a calendar. */
  mustExist?: boolean;
}

/** An abandoned transaction would block all other writers. */
const idleInTransactionMs = 60_000;

/** The server cancels slow statements itself. If it has not answered this long after, it is unreachable. */
const cancelWithinMs = 3000;

/** JIT compilation takes longer than any of our queries; floats keep all their digits. */
const sessionOptions = '-c jit=off -c extra_float_digits=1';

/** Settings of each new connection, which the URL overrides. A pooler accepts no session settings. */
export function connectionConfig({ url, statementTimeoutMs = 0, pooler = 'none' }: PostgresOptions): pg.ClientConfig {
  const shared = {
    connectionString: verified(url),
    application_name: 'kalends',
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  };
  if (pooler === 'transaction')
    return statementTimeoutMs === 0 ? shared : { ...shared, query_timeout: statementTimeoutMs };
  return {
    ...shared,
    connectionString: shared.connectionString.replace(/[?&]options=/, `$&${encodeURIComponent(`${sessionOptions} `)}`),
    ...(statementTimeoutMs === 0
      ? {}
      : { statement_timeout: statementTimeoutMs, query_timeout: statementTimeoutMs + cancelWithinMs }),
    idle_in_transaction_session_timeout: idleInTransactionMs,
    options: sessionOptions,
  };
}

/** The client library verifies the certificate in all of these modes, but prints a warning for all except the last. */
const verified = (url: string): string =>
  url.includes('uselibpqcompat=true')
    ? url
    : url.replace(/([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/, '$1verify-full');

/** The settings for each server that the URL names. */
export const serversOf = (options: PostgresOptions): readonly [pg.ClientConfig, ...pg.ClientConfig[]] => {
  const [first, ...others] = serverUrls(options.url).map((url) => connectionConfig({ ...options, url }));
  return [first as pg.ClientConfig, ...others];
};

/** What the URL refers to, for messages: without the password. */
export function targetOf(text: string): Target {
  const url = new URL(serverUrls(text)[0]);
  const user = decodeURIComponent(url.username) || process.env['PGUSER'] || process.env['USER'] || 'postgres';
  const host = url.searchParams.get('host') || url.hostname || 'localhost';
  const database = decodeURIComponent(url.pathname.slice(1)) || user;
  return { host, port: Number(url.port || 5432), user, database };
}

/** Host and port of the server. */
export function serverOf({ connectionString = '' }: pg.ClientConfig): string {
  const { host, port } = targetOf(connectionString);
  return `${host}:${port}`;
}

/** `postgres://user:password@`, `a:5432,b:5432` and the rest. */
const form = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/i;
/** Always implied here, and unknown to the client library. */
const sessionAttributes = /([?&])target_session_attrs=(?:read-write|primary|any)(?:&|$)/;

/** One URL for each host, in order. */
export function serverUrls(text: string): readonly [string, ...string[]] {
  const [, before, hosts, after] = form.exec(text) ?? [];
  if (before === undefined || hosts === undefined || after === undefined) return [text];
  const rest = after.replace(sessionAttributes, '$1').replace(/[?&]$/, '');
  return hosts.split(',').map((host) => `${before}${host}${rest}`) as [string, ...string[]];
}
