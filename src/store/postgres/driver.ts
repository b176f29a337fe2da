// Kysely over node-postgres: prepared statements, serialised transactions, clear errors.
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type RawNode,
} from 'kysely';
import type pg from 'pg';
import { isSqliteOnly } from '../hints.ts';
import type { Composed } from '../statement.ts';
import type { Lease, Sources } from './cluster/sources.ts';
import { asLostCommit, asUnavailable, isPlanOutdated, isSilent } from './problems.ts';

export interface DriverOptions {
  sources: Pick<Sources, 'connect' | 'close'>;
  /** Off behind a pooler, which may send each statement to another server connection. */
  prepared: boolean;
  /** SQL that begins and commits a write transaction. */
  begin: string;
  commit: string;
  /** Called with the results of `commit`. */
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
  const asConnection = (connection: DatabaseConnection) => connection as Connection;
  return {
    init: async () => undefined,
    acquireConnection: async () => createConnection(await sources.connect(), nameOf),
    beginTransaction: async (connection) => void (await asConnection(connection).send(begin)),
    commitTransaction: async (connection) => committed(await asConnection(connection).commit(commit)),
    rollbackTransaction: async (connection) => void (await asConnection(connection).rollback()),
    releaseConnection: async (connection) => asConnection(connection).release(),
    destroy: () => sources.close(),
  };
}

interface Use {
  lease: Lease;
  /** The first query on it may be repeated elsewhere. */
  isNew: boolean;
  isBroken: boolean;
  isLost: boolean;
}

/** A failed connection is closed: a new one may reach a server that has taken over. */
function fail(use: Use, error: unknown): never {
  const unavailable = asUnavailable(error);
  if (unavailable) use.isBroken = true;
  if (isSilent(error)) use.isLost = true;
  use.lease.reportFailure(error);
  throw unavailable ?? error;
}

async function run(use: Use, query: pg.QueryConfig): Promise<pg.QueryResult> {
  const { client, retryElsewhere } = use.lease;
  if (!use.isNew || !retryElsewhere) return client.query(query);
  use.isNew = false;
  return client.query(query).catch(async (error: unknown) => {
    const other = retryElsewhere(error);
    if (!other) throw error;
    client.release(true);
    use.lease = released;
    use.lease = await other;
    return use.lease.client.query(query);
  });
}

/** Sends it unprepared, without the outdated plan. Inside a transaction, which has failed, the caller retries that. */
async function runUnprepared(use: Use, { text, values }: pg.QueryConfig, error: unknown): Promise<pg.QueryResult> {
  if (!isPlanOutdated(error)) throw error;
  use.isBroken = true;
  return use.lease.client.query({ text, ...(values ? { values } : {}) }).catch(() => {
    throw error;
  });
}

function createConnection(lease: Lease, nameOf: NameOf): Connection {
  const use: Use = { lease, isNew: true, isBroken: false, isLost: false };
  const failed = (error: unknown) => fail(use, error);
  return {
    async executeQuery<R>(compiled: CompiledQuery): Promise<QueryResult<R>> {
      const { sql, parameters } = compiled;
      const name = nameOf(compiled);
      const query = { text: sql, values: parameters.map(storable), ...(name === undefined ? {} : { name }) };
      const { command, rowCount, rows } = await run(use, query)
        .catch((error) => runUnprepared(use, query, error))
        .catch(failed);
      const isWrite = command === 'INSERT' || command === 'UPDATE' || command === 'DELETE';
      return { rows: rows as R[], ...(isWrite ? { numAffectedRows: BigInt(rowCount ?? 0) } : {}) };
    },
    streamQuery() {
      throw new Error('streaming is not supported');
    },
    async send(sql) {
      const results: unknown = await use.lease.client.query(sql).catch(failed);
      return (Array.isArray(results) ? results : [results]) as pg.QueryResult[];
    },
    commit(sql) {
      return this.send(sql).catch((error) => {
        const lost = asLostCommit(error);
        use.isLost = lost !== error;
        throw lost;
      });
    },
    async rollback() {
      // A lost connection rolls back by itself; a rollback here would fail and hide the original error.
      if (!use.isLost) await this.send('rollback');
    },
    release: () => use.lease.client.release(use.isBroken),
  };
}

/** Stands in for a connection that was released and not replaced. */
const released: Lease = {
  client: { release: () => undefined } as unknown as pg.PoolClient,
  reportFailure: () => undefined,
};

/** PostgreSQL cannot store NUL. Requests with one are refused, so this matters for other sources and for searches only. */
const storable = (value: unknown): unknown =>
  typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\ufffd') : value;

const maxNames = 500;
const usesBeforeName = 3;

type NameOf = (query: Composed) => string | undefined;

/**
 * Names of prepared statements, which stay on a server connection until it closes: a limited number, only for queries
 * composed by `statement` that run repeatedly. The server soon settles on one plan for all values of a prepared statement, which for
 * lists with a common word or category was a hundred times slower.
 */
function createNames(): NameOf {
  const names = new Map<string, string>();
  const uses = new Map<string, number>();
  return ({ sql, composedOnce }) => {
    if (!composedOnce) return undefined;
    const name = names.get(sql);
    if (name !== undefined || names.size >= maxNames) return name;
    const count = (uses.get(sql) ?? 0) + 1;
    if (count < usesBeforeName) {
      if (uses.size >= 10 * maxNames) uses.clear();
      uses.set(sql, count);
      return undefined;
    }
    uses.delete(sql);
    const newName = `kalends_${names.size + 1}`;
    names.set(sql, newName);
    return newName;
  };
}

export class UnhintedCompiler extends PostgresQueryCompiler {
  protected override visitRaw(node: RawNode): void {
    if (!isSqliteOnly(node)) super.visitRaw(node);
  }
}
