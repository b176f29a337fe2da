// Standbys to read from. One is used only if it has replayed the latest version that this process knows.
import type pg from 'pg';
import type { ServerState } from '../../store.ts';
import { serverOf } from '../connection.ts';
import { isSilent } from '../problems.ts';
import { connectionsOf, newClient, openServerPool, type ServerPool } from '../server-pool.ts';

/** A version of the calendar. Numbers are comparable within one timeline only. */
export interface Position {
  number: number;
  timeline: number;
}

export interface ReplicaClient {
  client: pg.PoolClient;
  /** Another connection to the same standby. */
  connectAgain(): Promise<pg.PoolClient>;
  /** Stops using the standby until a probe succeeds. */
  reportFailure(): void;
}

interface ReportedPosition extends Position {
  isStandby: boolean;
  atMs: number;
}

interface Replica {
  config: pg.PoolConfig;
  server: ServerPool;
  openPool(): ServerPool;
  reported: ReportedPosition | undefined;
  pausedUntilMs: number;
  /** It failed and no probe has succeeded since: no read waits for it. */
  isBroken: boolean;
}

type Matches = (reported: ReportedPosition) => boolean;

/** How long a reported position is trusted: the standby may be promoted, or replaced behind its address. */
const trustedMs = 1000;
const pauseMs = { behind: 20, broken: 1000 };
/** To connect and to report its position; beyond that the primary is faster. */
const timeoutMs = 2000;

/** The primary records its timeline under this key, which standbys replicate. */
export const timelineKey = 'database_history';

const positionQuery = `select v.number, coalesce(m.value::int, 0) as timeline, pg_is_in_recovery() as "isStandby"
  from calendar_version v left join meta m on m.key = '${timelineKey}'`;

export type Replicas = ReturnType<typeof createReplicas>;

export function createReplicas(servers: readonly pg.PoolConfig[]) {
  const replicas = servers.map(openReplica);
  let next = 0;

  async function firstMatching(matches: Matches, includePaused = false): Promise<ReplicaClient | undefined> {
    next = (next + 1) % replicas.length;
    for (const replica of [...replicas.slice(next), ...replicas.slice(0, next)]) {
      const client = includePaused || isUsable(replica) ? await connectIf(replica, matches) : undefined;
      if (client) return client;
    }
    return undefined;
  }

  return {
    /** A connection to a standby that has replayed this version; `undefined` if none is known to have. */
    connect: ({ number, timeline }: Position): Promise<ReplicaClient | undefined> =>
      firstMatching((reported) => reported.isStandby && reported.timeline === timeline && reported.number >= number),
    // A pooler accepts connections even if its server is down, so it has to answer a query.
    /** A connection to any server that answers, however far it lags. */
    connectAny: (): Promise<ReplicaClient | undefined> => firstMatching(() => true, true),
    state: (): ServerState[] =>
      replicas.map(({ config, server, isBroken }) => ({
        server: serverOf(config),
        purpose: 'read',
        isUsed: !isBroken,
        ...connectionsOf(server),
      })),
    close: async (): Promise<void> => void (await Promise.all(replicas.map(({ server }) => server.pool.end()))),
  };
}

function openReplica(server: pg.PoolConfig): Replica {
  const config = { ...server, connectionTimeoutMillis: timeoutMs };
  // A new connection may reach another server behind the address.
  const forgetPosition = () => {
    replica.reported = undefined;
  };
  const openPool = () => openServerPool(config, forgetPosition);
  const state = { reported: undefined, pausedUntilMs: 0, isBroken: false };
  const replica: Replica = { config, openPool, server: openPool(), ...state };
  return replica;
}

/** Queries on the old connections fail at once, and are sent to the primary instead. */
function replaceConnections(replica: Replica): void {
  const { server } = replica;
  replica.server = replica.openPool();
  void server.drop();
}

/** Whether a read may wait for it. */
function isUsable(replica: Replica): boolean {
  if (performance.now() < replica.pausedUntilMs) return false;
  if (replica.isBroken) void probe(replica);
  return !replica.isBroken;
}

async function connectIf(replica: Replica, matches: Matches): Promise<ReplicaClient | undefined> {
  let client: pg.PoolClient | undefined;
  try {
    client = await replica.server.pool.connect();
    if (!isTrusted(replica) || !matches(replica.reported as ReportedPosition)) await updatePosition(replica, client);
    if (replica.reported && matches(replica.reported)) return clientOf(replica, client);
    client.release();
    pause(replica, pauseMs.behind);
  } catch {
    client?.release(true);
    markBroken(replica);
  }
  return undefined;
}

const isTrusted = ({ reported }: Replica): boolean =>
  reported !== undefined && performance.now() - reported.atMs < trustedMs;

async function updatePosition(replica: Replica, client: pg.ClientBase): Promise<void> {
  const atMs = performance.now();
  const query = { text: positionQuery, query_timeout: timeoutMs };
  const { rows } = await client.query<Position & { isStandby: boolean }>(query).catch((error: unknown) => {
    if (isSilent(error)) replaceConnections(replica);
    throw error;
  });
  replica.reported = rows[0] && { ...rows[0], atMs };
  replica.isBroken = false;
}

const clientOf = (replica: Replica, client: pg.PoolClient): ReplicaClient => ({
  client,
  connectAgain: () => replica.server.pool.connect(),
  reportFailure: () => markBroken(replica),
});

function pause(replica: Replica, ms: number): void {
  replica.reported = undefined;
  replica.pausedUntilMs = performance.now() + ms;
}

function markBroken(replica: Replica): void {
  if (replica.isBroken) return;
  replica.isBroken = true;
  void probe(replica);
}

/** Over a connection of its own, as those of the pool may all be stuck. */
async function probe(replica: Replica): Promise<void> {
  pause(replica, Number.POSITIVE_INFINITY);
  const client = newClient(replica.config);
  try {
    await client.connect();
    await updatePosition(replica, client);
    replica.pausedUntilMs = 0;
  } catch {
    replaceConnections(replica);
    pause(replica, pauseMs.broken);
  } finally {
    client.end().catch(() => undefined);
  }
}
