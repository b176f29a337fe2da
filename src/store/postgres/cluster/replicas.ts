// Standbys to read from. One is used only when it is known to have replayed what this process knows to be committed.
import pg from 'pg';
import type { ServerState } from '../../store.ts';
import { serverOf } from '../connection.ts';
import { isSilent } from '../problems.ts';
import { connectionsOf, openServerPool, type ServerPool } from '../server-pool.ts';

/** A state of the calendar. Numbers are compared within one history, which each promotion of a standby ends. */
export interface Reached {
  number: number;
  history: number;
}

export interface Replicas {
  /** A connection to a standby that has reached the state; undefined if none is known to have. */
  connect(least: Reached): Promise<ReplicaClient | undefined>;
  /** A connection to whichever answers, however far it has come. */
  connectAny(): Promise<ReplicaClient | undefined>;
  state(): ServerState[];
  close(): Promise<void>;
}

export interface ReplicaClient {
  client: pg.PoolClient;
  /** Another connection to the same standby. */
  again(): Promise<pg.PoolClient>;
  /** It is left alone for a while. */
  failed(): void;
}

interface Seen extends Reached {
  isStandby: boolean;
  atMs: number;
}

interface Replica {
  config: pg.PoolConfig;
  server: ServerPool;
  seen: Seen | undefined;
  restsUntilMs: number;
  /** It failed and has not answered since: no read waits for it. */
  isBroken: boolean;
}

/** For how long a standby is believed to be one: it may be promoted, or replaced behind its address. */
const believedMs = 1000;
const restMs = { behind: 20, broken: 1000 };
/** To connect, and to tell how far it has come; the primary is quicker than waiting for longer. */
const answersWithinMs = 2000;

/** Where the primary's history is written down, for standbys to show which one they follow. */
export const historyKey = 'database_history';

const question = `select v.number, coalesce(m.value::int, 0) as history, pg_is_in_recovery() as "isStandby"
  from calendar_version v left join meta m on m.key = '${historyKey}'`;

export function createReplicas(servers: readonly pg.PoolConfig[], nowMs: () => number): Replicas {
  const openServer = (config: pg.PoolConfig): ServerPool => {
    const server = openServerPool(config);
    server.pool.on('connect', () => {
      const replica = replicas.find((one) => one.server === server);
      if (replica) replica.seen = undefined;
    });
    return server;
  };
  const replicas: Replica[] = servers.map((server) => {
    const config = { ...server, connectionTimeoutMillis: answersWithinMs };
    return { config, server: openServer(config), seen: undefined, restsUntilMs: 0, isBroken: false };
  });
  let turn = 0;

  const rest = (replica: Replica, ms: number): void => {
    replica.seen = undefined;
    replica.restsUntilMs = nowMs() + ms;
  };

  const breakOff = (replica: Replica): void => {
    if (replica.isBroken) return;
    replica.isBroken = true;
    void probe(replica);
  };

  const isBelieved = ({ seen }: Replica): boolean => seen !== undefined && nowMs() - seen.atMs < believedMs;

  async function look(replica: Replica, client: pg.ClientBase): Promise<void> {
    const atMs = nowMs();
    const asked = { text: question, query_timeout: answersWithinMs };
    const { rows } = await client.query<Reached & { isStandby: boolean }>(asked).catch((error: unknown) => {
      if (isSilent(error)) replaceConnections(replica);
      throw error;
    });
    replica.seen = rows[0] && { ...rows[0], atMs };
    replica.isBroken = false;
  }

  /** What runs on the old ones ends now, to be asked of the primary. */
  function replaceConnections(replica: Replica): void {
    const { server } = replica;
    replica.server = openServer(replica.config);
    void server.drop();
  }

  /** By a connection of its own: those of the pool may all be waiting for an answer. */
  async function probe(replica: Replica): Promise<void> {
    rest(replica, Number.POSITIVE_INFINITY);
    const client = new pg.Client(replica.config);
    client.on('error', () => undefined);
    try {
      await client.connect();
      await look(replica, client);
      replica.restsUntilMs = 0;
    } catch {
      replaceConnections(replica);
      rest(replica, restMs.broken);
    } finally {
      client.end().catch(() => undefined);
    }
  }

  async function first(fits: (seen: Seen) => boolean, isRested = false): Promise<ReplicaClient | undefined> {
    turn += 1;
    for (let index = 0; index < replicas.length; index += 1) {
      const replica = replicas[(turn + index) % replicas.length] as Replica;
      if (!isRested && nowMs() < replica.restsUntilMs) continue;
      if (!isRested && replica.isBroken) {
        void probe(replica);
        continue;
      }
      let client: pg.PoolClient | undefined;
      try {
        client = await replica.server.pool.connect();
        if (!isBelieved(replica) || !fits(replica.seen as Seen)) await look(replica, client);
        if (replica.seen && fits(replica.seen)) return handle(replica, client);
        client.release();
        rest(replica, restMs.behind);
      } catch {
        client?.release(true);
        breakOff(replica);
      }
    }
    return undefined;
  }

  const handle = (replica: Replica, client: pg.PoolClient): ReplicaClient => ({
    client,
    again: () => replica.server.pool.connect(),
    failed: () => breakOff(replica),
  });

  return {
    connect: ({ number, history }) =>
      first((seen) => seen.isStandby && seen.history === history && seen.number >= number),
    // A pooler takes connections although its server is away: it has to answer.
    connectAny: () => first(() => true, true),
    state: () =>
      replicas.map(({ config, server, isBroken }) => ({
        server: serverOf(config),
        purpose: 'read',
        isUsed: !isBroken,
        ...connectionsOf(server),
      })),
    close: async () => void (await Promise.all(replicas.map(({ server }) => server.pool.end()))),
  };
}
