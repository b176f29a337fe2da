// Which of several servers of one database takes writes. After a failure that is another one than before, and the old
// one may come back believing that it still is: the timeline, which each promotion raises, tells them apart.
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { NoPrimary, reasonOf } from '../problems.ts';

export interface Located {
  /** Its place in the list. */
  at: number;
  /** 0 where the server does not tell. */
  timeline: number;
}

export interface Locator {
  /** The server that takes writes, as far as is known; looks for it where that is in doubt. Throws NoPrimary. */
  find(): Promise<Located>;
  /** Its place as far as is known, without looking. */
  known(): number | undefined;
  /** What is known may not be so any more. */
  doubt(): void;
  /** Calls `listener` when it is another server than before. */
  onMove(listener: (to: Located) => void): void;
}

export interface LocatorOptions {
  servers: readonly pg.ClientConfig[];
  nowMs: () => number;
}

const answerWithinMs = 3000;
/** Who answers after the first that would do may still have the newer timeline. */
const graceMs = 500;
const pauseMs = 100;

export function createLocator({ servers, nowMs }: LocatorOptions): Locator {
  if (servers.length === 1) {
    const only = Promise.resolve({ at: 0, timeline: 0 });
    return { find: () => only, known: () => 0, doubt: () => undefined, onMove: () => undefined };
  }
  const listeners: ((to: Located) => void)[] = [];
  let known: Located | undefined;
  let isCertain = false;
  let search: Promise<Located> | undefined;
  let failure: { error: NoPrimary; until: number } | undefined;

  async function look(): Promise<Located> {
    const reasons: string[] = [];
    const found = await newestOf(
      servers.map((server, at) => ask(server, at, reasons)),
      known?.timeline ?? 0,
    );
    if (!found) {
      const said = Object.values(reasons).join('; ');
      const error = new NoPrimary(`None of the database servers takes writes${said && ` (${said})`}.`);
      failure = { error, until: nowMs() + pauseMs };
      throw error;
    }
    const isOther = known !== undefined && (known.at !== found.at || known.timeline !== found.timeline);
    known = found;
    isCertain = true;
    if (isOther) for (const listener of listeners) listener(found);
    return found;
  }

  return {
    async find() {
      if (known && isCertain) return known;
      if (failure && nowMs() < failure.until) throw failure.error;
      search ??= look().finally(() => {
        search = undefined;
      });
      return search;
    },
    known: () => (isCertain ? known?.at : undefined),
    doubt() {
      isCertain = false;
    },
    onMove: (listener) => void listeners.push(listener),
  };

  /** Puts down why a server will not do. */
  async function ask(config: pg.ClientConfig, at: number, reasons: string[]): Promise<Located | undefined> {
    const client = new pg.Client({ ...config, connectionTimeoutMillis: answerWithinMs, query_timeout: answerWithinMs });
    client.on('error', () => undefined);
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
}

/** How often a standby was promoted since the database was made; 0 where that is unknown. */
export async function timelineOf(client: pg.ClientBase): Promise<number> {
  const asked = client.query<{ timeline: number }>(
    `select ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::int as timeline`,
  );
  const { rows } = await asked.catch(() => ({ rows: [] }));
  return rows[0]?.timeline ?? 0;
}

async function newestOf(answers: readonly Promise<Located | undefined>[], least: number): Promise<Located | undefined> {
  const fit: Located[] = [];
  let isFound: () => void = () => undefined;
  const first = new Promise<void>((resolve) => {
    isFound = resolve;
  });
  const all = Promise.all(
    answers.map(async (answer) => {
      const found = await answer;
      if (!found || found.timeline < least) return;
      fit.push(found);
      isFound();
    }),
  );
  await Promise.race([all, first.then(() => sleep(graceMs, undefined, { ref: false }))]);
  return fit.sort((one, other) => other.timeline - one.timeline || one.at - other.at)[0];
}
