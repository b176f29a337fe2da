import type pg from 'pg';
import type { ServerState } from '../../store.ts';
import { serverOf } from '../connection.ts';
import { asUnavailable, isNetwork, isReadOnly, NoPrimary } from '../problems.ts';
import { connectionsOf, openServerPool, type ServerPool } from '../server-pool.ts';
import type { Locator } from './locate.ts';

/** Connections to the primary, whichever of the servers that is. */
export type Primary = ReturnType<typeof createPrimary>;

/** With the pool settings of each server. */
export function createPrimary(servers: readonly pg.PoolConfig[], locator: Locator) {
  const open = new Map<number, ServerPool>();

  const poolAt = (at: number): pg.Pool => {
    const server = open.get(at) ?? openServerPool(servers[at] as pg.PoolConfig);
    open.set(at, server);
    return server.pool;
  };

  return {
    /** Throws NoPrimary if no primary is reachable, StoreUnavailable if no connection is free. */
    async connect(): Promise<pg.PoolClient> {
      try {
        const { at } = await locator.find();
        return await poolAt(at).connect();
      } catch (error) {
        if (isNetwork(error)) {
          locator.invalidate();
          throw new NoPrimary('The connection to the database is lost.', error);
        }
        throw asUnavailable(error) ?? error;
      }
    },
    /** Reports an error of one of its connections. */
    reportFailure(error: unknown): void {
      if (isNetwork(error) || isReadOnly(error)) locator.invalidate();
    },
    /** Ends connections to all servers but this one, and the queries on them. */
    keepOnly(at: number): void {
      for (const [other, server] of open) {
        if (other === at) continue;
        open.delete(other);
        void server.drop();
      }
    },
    state: (): ServerState[] =>
      servers.map((server, at) => ({
        server: serverOf(server),
        purpose: 'write',
        isUsed: locator.current() === at,
        ...connectionsOf(open.get(at)),
      })),
    async close(): Promise<void> {
      await Promise.all([...open.values()].map(({ pool }) => pool.end()));
    },
  };
}
