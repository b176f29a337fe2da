import type pg from 'pg';
import type { OnDatabaseChange, StoreMeter } from '../store.ts';
import { addressesOf } from './address.ts';
import type { Target } from './problems.ts';

export interface PostgresOptions {
  /** `postgres://user:password@host:5432/database`, with settings of the connection behind `?`; with several hosts, one takes writes. */
  url: string;
  /** Of standbys to read from. */
  replicaUrls?: readonly string[] | undefined;
  /** Most connections at a time, one to listen on beside them. */
  poolSize?: number | undefined;
  /** After so long a statement is given up; 0 for never. */
  statementTimeoutMs?: number;
  /** `transaction`: the server connection may be another one for each transaction, so that nothing is kept on it. */
  pooler?: 'none' | 'transaction' | undefined;
  /** Past the pooler, for notifications. */
  listenUrl?: string | undefined;
  /** How long the state of the calendar is relied on without being confirmed: what a dead connection can cost at most. */
  reliedOnMs?: number;
  tell?: OnDatabaseChange | undefined;
  meter?: StoreMeter | undefined;
  /** A calendar is not made where there is none. */
  mustExist?: boolean;
}

/** A transaction that its process left alone would keep all others from writing. */
const idleInTransactionMs = 60_000;

/** What the server has given up by itself is answered by then; without an answer it, or the way to it, is gone. */
const answersWithinMs = 3000;

/** What goes to the server with each new connection; a pooler takes no settings of a session. What the URL says wins. */
export function connectionConfig({ url, statementTimeoutMs = 0, pooler = 'none' }: PostgresOptions): pg.ClientConfig {
  const shared = {
    connectionString: url,
    application_name: 'kalends',
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  };
  if (pooler === 'transaction')
    return statementTimeoutMs === 0 ? shared : { ...shared, query_timeout: statementTimeoutMs };
  return {
    ...shared,
    ...(statementTimeoutMs === 0
      ? {}
      : { statement_timeout: statementTimeoutMs, query_timeout: statementTimeoutMs + answersWithinMs }),
    idle_in_transaction_session_timeout: idleInTransactionMs,
    // Compiling a query takes longer than any of ours runs; a number is told with all its digits.
    options: '-c jit=off -c extra_float_digits=1',
  };
}

/** For each server that the URL names. */
export const serversOf = (options: PostgresOptions): readonly [pg.ClientConfig, ...pg.ClientConfig[]] => {
  const [first, ...others] = addressesOf(options.url).map((url) => connectionConfig({ ...options, url }));
  return [first as pg.ClientConfig, ...others];
};

/** For messages: where the URL leads, without its password. */
export function targetOf(text: string): Target {
  const url = new URL(addressesOf(text)[0]);
  const user = decodeURIComponent(url.username) || process.env['PGUSER'] || process.env['USER'] || 'postgres';
  const host = url.hostname || url.searchParams.get('host') || 'localhost';
  const database = decodeURIComponent(url.pathname.slice(1)) || user;
  return { host, port: Number(url.port || 5432), user, database };
}

/** Host and port of the server that these settings lead to. */
export function serverOf({ connectionString = '' }: pg.ClientConfig): string {
  const { host, port } = targetOf(connectionString);
  return `${host}:${port}`;
}
