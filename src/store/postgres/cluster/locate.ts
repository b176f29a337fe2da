// Finds the primary among several servers of one database. After a failover the old primary may come back and still
// accept writes; the timeline, which each promotion raises, identifies the current one.
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { NoPrimary, reasonOf } from '../problems.ts';
import { newClient } from '../server-pool.ts';

export interface Located {
  /** Index in the list of servers. */
  at: number;
  /** 0 if the server does not reveal it. */
  timeline: number;
}

export interface Locator {
  /** The primary; searches for it after `invalidate`. Throws NoPrimary. */
  find(): Promise<Located>;
  /** Index of the primary if it is known, without a search. */
  current(): number | undefined;
  /** The next `find` searches again. */
  invalidate(): void;
}

const answerWithinMs = 3000;
/** After the first answer, how long to wait for a server with a newer timeline. */
const graceMs = 500;

/** Calls `onMove` when another server has become the primary. */
export function createLocator(
  servers: readonly pg.ClientConfig[],
  onMove: (to: Located) => void = () => undefined,
): Locator {
  if (servers.length === 1) {
    const only = Promise.resolve({ at: 0, timeline: 0 });
    return { find: () => only, current: () => 0, invalidate: () => undefined };
  }
  let last: Located | undefined;
  let isCurrent = false;
  let search: Promise<Located> | undefined;

  async function locate(): Promise<Located> {
    const reasons: string[] = [];
    const found = await newestOf(
      servers.map((server, at) => probe(server, at, reasons)),
      last?.timeline ?? 0,
    );
    if (!found) {
      const details = Object.values(reasons).join('; ');
      throw new NoPrimary(`None of the database servers accepts writes${details && ` (${details})`}.`);
    }
    const hasMoved = last !== undefined && (last.at !== found.at || last.timeline !== found.timeline);
    last = found;
    isCurrent = true;
    if (hasMoved) onMove(found);
    return found;
  }

  return {
    async find() {
      if (last && isCurrent) return last;
      search ??= locate().finally(() => {
        search = undefined;
      });
      return search;
    },
    current: () => (isCurrent ? last?.at : undefined),
    invalidate() {
      isCurrent = false;
    },
  };
}

/** Adds to `reasons` why a server is not the primary. */
async function probe(config: pg.ClientConfig, at: number, reasons: string[]): Promise<Located | undefined> {
  const client = newClient({ ...config, connectionTimeoutMillis: answerWithinMs, query_timeout: answerWithinMs });
  try {
    await client.connect();
    const { rows } = await client.query<{ isWritable: boolean }>(
      `select not pg_is_in_recovery() and current_setting('transaction_read_only') = 'off' as "isWritable"`,
    );
    if (rows[0]?.isWritable) return { at, timeline: await timelineOf(client) };
    reasons[at] = `${client.host}:${client.port} is read-only, as a standby is`;
  } catch (error) {
    reasons[at] = `${client.host}:${client.port}: ${reasonOf(error)}`;
  } finally {
    client.end().catch(() => undefined);
  }
  return undefined;
}

/** Raised by each promotion of a standby; 0 if unknown. */
export async function timelineOf(client: pg.ClientBase): Promise<number> {
  const answer = client.query<{ timeline: number }>(
    `select ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::int as timeline`,
  );
  const { rows } = await answer.catch(() => ({ rows: [] }));
  return rows[0]?.timeline ?? 0;
}

/** The newest of the servers that answer; `minimum` excludes older timelines. */
async function newestOf(
  answers: readonly Promise<Located | undefined>[],
  minimum: number,
): Promise<Located | undefined> {
  const found: Located[] = [];
  const searches = answers.map(async (answer) => {
    const server = await answer;
    if (!server || server.timeline < minimum) throw new Error('not the primary');
    found.push(server);
  });
  await Promise.any(searches).catch(() => undefined);
  await Promise.race([Promise.allSettled(searches), sleep(graceMs, undefined, { ref: false })]);
  return found.sort((one, other) => other.timeline - one.timeline || one.at - other.at)[0];
}
