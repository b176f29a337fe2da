// Kysely over a pool of node-postgres: prepared statements, transactions that wait for each other, clear errors.
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  type QueryResult,
} from 'kysely';
import pg from 'pg';
import type { Composed } from '../statement.ts';
import type { Lent, Sources } from './cluster/sources.ts';
import { UnhintedCompiler } from './compiler.ts';
import { asLostCommit, asUnavailable, isPlanOutdated, isSilent } from './problems.ts';

export interface DriverOptions {
  sources: Pick<Sources, 'connect' | 'close'>;
  /** Without, statements are sent in full each time: a pooler may give each to another server connection. */
  prepared: boolean;
  /** Begins a transaction that writes, and ends it well. */
  begin: string;
  commit: string;
  /** Called with what `commit` has answered. */
  committed(results: readonly pg.QueryResult[]): void;
}

export const postgresKyselyDialect = (options: DriverOptions): Dialect => ({
  createAdapter: () => new PostgresAdapter(),
  createQueryCompiler: () => new UnhintedCompiler(),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createDriver: () => createDriver(options),
});

interface Connection extends DatabaseConnection {
  send(sql: string): Promise<readonly pg.QueryResult[]>;
  commit(sql: string): Promise<readonly pg.QueryResult[]>;
  rollback(): Promise<void>;
  release(): void;
}

function createDriver({ sources, prepared, begin, commit, committed }: DriverOptions): Driver {
  const nameOf = prepared ? createNames() : () => undefined;
  const own = (connection: DatabaseConnection) => connection as Connection;
  return {
    init: async () => undefined,
    acquireConnection: async () => connectionOver(await sources.connect(), nameOf),
    beginTransaction: async (connection) => void (await own(connection).send(begin)),
    commitTransaction: async (connection) => committed(await own(connection).commit(commit)),
    rollbackTransaction: async (connection) => void (await own(connection).rollback()),
    releaseConnection: async (connection) => own(connection).release(),
    destroy: () => sources.close(),
  };
}

function connectionOver(first: Lent, nameOf: NameOf): Connection {
  let lent = first;
  let isBroken = false;
  let isOver = false;
  let isFresh = true;
  /** A connection that failed is closed: a new one may lead to another server, which has taken over. */
  const failed = (error: unknown): never => {
    const unavailable = asUnavailable(error);
    if (unavailable) isBroken = true;
    if (isSilent(error)) isOver = true;
    lent.failed(error);
    throw unavailable ?? error;
  };
  const ask = async (query: pg.QueryConfig): Promise<pg.QueryResult> => {
    const { client, instead } = lent;
    const isFirst = isFresh;
    isFresh = false;
    if (!instead || !isFirst) return client.query(query);
    return client.query(query).catch(async (error: unknown) => {
      const other = instead(error);
      if (!other) throw error;
      client.release(true);
      lent = gone;
      lent = await other;
      return lent.client.query(query);
    });
  };
  /** Without its outdated plan; in a transaction, which is lost, whoever runs it begins anew. */
  const askAnew = async ({ text, values }: pg.QueryConfig, error: unknown): Promise<pg.QueryResult> => {
    if (!isPlanOutdated(error)) throw error;
    isBroken = true;
    return lent.client.query({ text, ...(values ? { values } : {}) }).catch(() => {
      throw error;
    });
  };
  return {
    async executeQuery<R>(compiled: CompiledQuery): Promise<QueryResult<R>> {
      const { sql, parameters } = compiled;
      const name = nameOf(compiled);
      const query = { text: sql, values: parameters.map(storable), ...(name === undefined ? {} : { name }) };
      const { command, rowCount, rows } = await ask(query)
        .catch((error) => askAnew(query, error))
        .catch(failed);
      const isWrite = command === 'INSERT' || command === 'UPDATE' || command === 'DELETE';
      return { rows: rows as R[], ...(isWrite ? { numAffectedRows: BigInt(rowCount ?? 0) } : {}) };
    },
    streamQuery() {
      throw new Error('pages are read one by one instead');
    },
    async send(sql) {
      const results: unknown = await lent.client.query(sql).catch(failed);
      return (Array.isArray(results) ? results : [results]) as pg.QueryResult[];
    },
    commit(sql) {
      return this.send(sql).catch((error) => {
        const lost = asLostCommit(error);
        isOver = lost !== error;
        throw lost;
      });
    },
    async rollback() {
      // Where the connection is lost, or nobody answers on it, its end takes back; asking would hide what is known.
      if (!isOver) await this.send('rollback');
    },
    release: () => lent.client.release(isBroken),
  };
}

/** Given back already, and nothing instead. */
const gone: Lent = { client: { release: () => undefined } as unknown as pg.PoolClient, failed: () => undefined };

/** No text of PostgreSQL has a NUL; requests with one are refused, and what else has one is found nowhere. */
const storable = (value: unknown): unknown =>
  typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\ufffd') : value;

const mostNames = 500;
const usesBeforeName = 3;

type NameOf = (query: Composed) => string | undefined;

/**
 * Names of prepared statements, which a server connection keeps as long as it lives: only for what was made by
 * `statement` and is run repeatedly, and for no more than a connection can hold. The server soon keeps one plan for any
 * values of a prepared statement: for a list with a common word or category that was a hundred times as slow.
 */
function createNames(): NameOf {
  const names = new Map<string, string>();
  const uses = new Map<string, number>();
  return (query) => {
    const { sql, composedOnce } = query;
    if (!composedOnce) return undefined;
    const name = names.get(sql);
    if (name !== undefined || names.size >= mostNames) return name;
    const count = (uses.get(sql) ?? 0) + 1;
    if (count < usesBeforeName) {
      if (uses.size >= 10 * mostNames) uses.clear();
      uses.set(sql, count);
      return undefined;
    }
    uses.delete(sql);
    const given = `kalends_${names.size + 1}`;
    names.set(sql, given);
    return given;
  };
}

const int8 = 20;
const numeric = 1700;

/** Ids, times and counts are numbers here; none comes near 2^53. */
export const rowTypes = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    return oid === int8 || oid === numeric ? Number : pg.types.getTypeParser(oid, format as 'text');
  },
} as pg.CustomTypesConfig;
