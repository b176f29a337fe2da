import pg from 'pg';
import type { ServerState } from '../store.ts';

const int8 = 20;
const numeric = 1700;

/** Ids, times and counts are numbers here; none comes near 2^53. */
const types = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    return oid === int8 || oid === numeric ? Number : pg.types.getTypeParser(oid, format as 'text');
  },
} as pg.CustomTypesConfig;

/** Connections to one server. */
export type ServerPool = ReturnType<typeof openServerPool>;

/** `connected` is called with each new connection. */
export function openServerPool(config: pg.PoolConfig, connected = () => {}) {
  const pool = new pg.Pool({ connectionTimeoutMillis: 5000, ...config, types, idleTimeoutMillis: 30_000 });
  const clients = new Set<pg.PoolClient>();
  // A query on a failed connection reports the error itself; an idle connection is replaced.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
    clients.add(client);
    connected();
  });
  pool.on('remove', (client) => void clients.delete(client));
  return {
    pool,
    /** Ends all connections and the queries on them. */
    async drop(): Promise<void> {
      const closed = pool.end();
      for (const client of clients) (client as unknown as pg.Client).end().catch(() => undefined);
      await closed.catch(() => undefined);
    },
  };
}

/** A client that is not connected yet. */
export function newClient(config: pg.ClientConfig): pg.Client {
  const client = new pg.Client({ ...config, types });
  // Without a listener, an error of an idle connection would crash the process.
  client.on('error', () => undefined);
  return client;
}

export const connectionsOf = (
  server: ServerPool | undefined,
): Pick<ServerState, 'connections' | 'idle' | 'waiting'> => ({
  connections: server?.pool.totalCount ?? 0,
  idle: server?.pool.idleCount ?? 0,
  waiting: server?.pool.waitingCount ?? 0,
});
