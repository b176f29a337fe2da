import pg from 'pg';
import type { Locator } from './locate.ts';
import { asUnavailable, isNetwork, isReadOnly, NoPrimary } from './problems.ts';

/** Connections to the server that takes writes, whichever of several that is. */
export interface Primary {
  /** Throws NoPrimary where none can be reached, StoreUnavailable where none is free. */
  connect(): Promise<pg.PoolClient>;
  /** What failed on one of its connections. */
  failed(error: unknown): void;
  /** Connections to all servers but this one are ended, whatever runs on them. */
  keepOnly(at: number): void;
  close(): Promise<void>;
}

export interface PrimaryOptions {
  /** Settings of a pool for each server. */
  servers: readonly pg.PoolConfig[];
  locator: Locator;
}

interface ServerPool {
  pool: pg.Pool;
  clients: Set<pg.PoolClient>;
}

export function createPrimary({ servers, locator }: PrimaryOptions): Primary {
  const open = new Map<number, ServerPool>();

  const poolAt = (at: number): pg.Pool => {
    const known = open.get(at);
    if (known) return known.pool;
    const made = { pool: openPool(servers[at] as pg.PoolConfig), clients: new Set<pg.PoolClient>() };
    made.pool.on('connect', (client) => void made.clients.add(client));
    made.pool.on('remove', (client) => void made.clients.delete(client));
    open.set(at, made);
    return made.pool;
  };

  const drop = async ({ pool, clients }: ServerPool): Promise<void> => {
    const ended = pool.end();
    for (const client of clients) (client as unknown as pg.Client).end().catch(() => undefined);
    await ended.catch(() => undefined);
  };

  const reach = async (): Promise<pg.PoolClient> => {
    const { at } = await locator.find();
    return poolAt(at).connect();
  };

  return {
    async connect() {
      try {
        return await reach().catch((error: unknown) => {
          if (servers.length === 1 || !isNetwork(error)) throw error;
          locator.doubt();
          return reach();
        });
      } catch (error) {
        if (isNetwork(error)) throw new NoPrimary('The connection to the database is lost.', error);
        throw asUnavailable(error) ?? error;
      }
    },
    failed(error) {
      if (isNetwork(error) || isReadOnly(error)) locator.doubt();
    },
    keepOnly(at) {
      for (const [other, server] of open) {
        if (other === at) continue;
        open.delete(other);
        void drop(server);
      }
    },
    async close() {
      await Promise.all([...open.values()].map(({ pool }) => pool.end()));
    },
  };
}

/** Who works with a connection is told by its query what is wrong with it; an idle one is replaced. */
export function openPool(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({ ...config, connectionTimeoutMillis: 5000, idleTimeoutMillis: 30_000 });
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}
