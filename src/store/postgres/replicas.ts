// Standbys to read from. One is used only when it is known to have replayed what this process knows to be committed.
import type pg from 'pg';
import { openPool } from './primary.ts';

/** A state of the calendar. Numbers are compared within one history, which each promotion of a standby ends. */
export interface Reached {
  number: number;
  history: number;
}

export interface Replicas {
  /** A connection to a standby that has reached the state; undefined if none has, as far as can be told at once. */
  connect(least: Reached): Promise<ReplicaClient | undefined>;
  /** A connection to whichever answers, however far it has come. */
  connectAny(): Promise<ReplicaClient | undefined>;
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
  pool: pg.Pool;
  seen: Seen | undefined;
  restsUntilMs: number;
}

/** For how long a standby is believed to be one: it may be promoted, or replaced behind its address. */
const believedMs = 1000;
const restMs = { behind: 20, broken: 1000 };

/** Where the primary's history is written down, for standbys to show which one they follow. */
export const historyKey = 'database_history';

const question = `select v.number, coalesce(m.value::int, 0) as history, pg_is_in_recovery() as "isStandby"
  from calendar_version v left join meta m on m.key = '${historyKey}'`;

export function createReplicas(servers: readonly pg.PoolConfig[], nowMs: () => number): Replicas {
  const replicas: Replica[] = servers.map((server) => {
    const replica: Replica = { pool: openPool(server), seen: undefined, restsUntilMs: 0 };
    replica.pool.on('connect', () => {
      replica.seen = undefined;
    });
    return replica;
  });
  let turn = 0;

  const rest = (replica: Replica, ms: number): void => {
    replica.seen = undefined;
    replica.restsUntilMs = nowMs() + ms;
  };

  const isBelieved = ({ seen }: Replica): boolean => seen !== undefined && nowMs() - seen.atMs < believedMs;

  async function look(replica: Replica, client: pg.PoolClient): Promise<void> {
    const atMs = nowMs();
    const { rows } = await client.query<Reached & { isStandby: boolean }>(question);
    replica.seen = rows[0] && { ...rows[0], atMs };
  }

  async function first(fits: (seen: Seen) => boolean, isRested = false): Promise<ReplicaClient | undefined> {
    turn += 1;
    for (let index = 0; index < replicas.length; index += 1) {
      const replica = replicas[(turn + index) % replicas.length] as Replica;
      if (!isRested && nowMs() < replica.restsUntilMs) continue;
      let client: pg.PoolClient | undefined;
      try {
        client = await replica.pool.connect();
        if (!isBelieved(replica) || !fits(replica.seen as Seen)) await look(replica, client);
        if (replica.seen && fits(replica.seen)) return handle(replica, client);
        client.release();
        rest(replica, restMs.behind);
      } catch {
        client?.release(true);
        rest(replica, restMs.broken);
      }
    }
    return undefined;
  }

  const handle = (replica: Replica, client: pg.PoolClient): ReplicaClient => ({
    client,
    again: () => replica.pool.connect(),
    failed: () => rest(replica, restMs.broken),
  });

  return {
    connect: ({ number, history }) =>
      first((seen) => seen.isStandby && seen.history === history && seen.number >= number),
    // A pooler takes connections although its server is away: it has to answer.
    connectAny: () => first(() => true, true),
    close: async () => void (await Promise.all(replicas.map(({ pool }) => pool.end()))),
  };
}
