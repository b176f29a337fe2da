// Holds the version of the calendar in memory, so that a cached response costs no query. Every commit raises a counter
// and announces it with NOTIFY; while connected, the commits of this process count before they are acknowledged. A
// heartbeat also reads the counter several times a second, to detect a silently dead connection: an unconfirmed version is
// not used.
import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { backoffMs } from '../../core/clock.ts';
import type { Position } from './cluster/replicas.ts';

export interface WatchOptions {
  /** A new, unconnected client; `undefined` if notifications cannot be received. */
  client: (() => Promise<pg.Client>) | undefined;
  /** Called with each connection: the timeline of its server. */
  timelineOf?: ((client: pg.Client) => Promise<number>) | undefined;
  channel: string;
  /** Notifies the channel as writers do; absent if they use the same URL, so that their notifications arrive anyway. */
  notify?: ((payload: string) => Promise<unknown>) | undefined;
  /** How long the version is used without being confirmed. */
  maxAgeMs: number;
  /** `lost`: the connection ended, or the first attempt to connect failed. `missed`: a further attempt failed. */
  report: (change: 'lost' | 'found' | 'missed', error?: unknown) => void;
}

const heartbeatMs = 250;
/** The versions of one session are below those of the next. */
const versionsPerSession = 2 ** 40;

interface Watch extends WatchOptions {
  stopping: AbortController;
  /** Raised with each connection: a server that took over may count differently. */
  session: number;
  number: number | undefined;
  timeline: number | undefined;
  confirmedMs: number;
  /** Ends the connection. */
  abandon: () => void;
}

export type VersionWatch = ReturnType<typeof createVersionWatch>;

/** Connects on the first call of `version()`, which most commands never make. */
export function createVersionWatch(options: WatchOptions) {
  const watch: Watch = {
    ...options,
    stopping: new AbortController(),
    session: 0,
    number: undefined,
    timeline: undefined,
    confirmedMs: 0,
    abandon: () => undefined,
  };
  let running: Promise<void> | undefined;
  let unknown = 0;
  return {
    version(): number {
      if (options.client) running ??= keepListening(watch, options.client);
      if (watch.number !== undefined && isConfirmed(watch)) return watch.session * versionsPerSession + watch.number;
      unknown -= 1;
      return unknown;
    },
    /** A commit of this process has raised the counter to this number. */
    committed: (number: number): void => raise(watch, number),
    /** The position that a standby must have reached to be read from; `undefined` while it is unknown. */
    position(): Position | undefined {
      const { number, timeline } = watch;
      return number !== undefined && timeline !== undefined && isConfirmed(watch) ? { number, timeline } : undefined;
    },
    isListening: (): boolean => watch.number !== undefined && isConfirmed(watch),
    /** The version is unknown until it is confirmed again: another server may have taken over. */
    invalidate(): void {
      watch.number = undefined;
      watch.abandon();
    },
    async stop(): Promise<void> {
      watch.stopping.abort();
      await running;
    },
  };
}

const isConfirmed = ({ confirmedMs, maxAgeMs }: Watch): boolean => performance.now() - confirmedMs <= maxAgeMs;

function raise(watch: Watch, to: number): void {
  if (watch.number !== undefined) watch.number = Math.max(watch.number, to);
}

/** Connects again whenever the connection ends. */
async function keepListening(watch: Watch, open: () => Promise<pg.Client>): Promise<void> {
  const { signal } = watch.stopping;
  let failures = 0;
  while (!signal.aborted) {
    const sessionBefore = watch.session;
    let client: pg.Client | undefined;
    try {
      client = await open();
      await listen(watch, client);
    } catch (error) {
      watch.number = undefined;
      client?.end().catch(() => undefined);
      client?.on('error', () => undefined);
      if (signal.aborted) return;
      if (watch.session > sessionBefore) failures = 0;
      watch.report(failures === 0 ? 'lost' : 'missed', error);
      failures += 1;
      await sleep(backoffMs(failures, 50, 1000), undefined, { ref: false, signal }).catch(() => undefined);
    }
  }
}

async function listen(watch: Watch, client: pg.Client): Promise<never> {
  const { timelineOf, channel, notify, report, stopping } = watch;
  const connection = watchConnection(client);
  const { unlessBroken } = connection;
  watch.abandon = () => connection.end(new Error('another server has taken over'));
  client.on('notification', ({ payload }) => {
    if (!connection.isClosed()) raise(watch, Number(payload));
  });
  await unlessBroken(client.connect());
  await unlessBroken(client.query(`listen ${channel}`));
  if (notify) await unlessBroken(assertArrives(client, notify, stopping.signal));
  watch.timeline = timelineOf && (await unlessBroken(timelineOf(client)));
  for (;;) {
    const sentMs = performance.now();
    const before = watch.number;
    const { rows } = await unlessBroken(client.query<{ number: number }>('select number from calendar_version'));
    const found = rows[0]?.number ?? 0;
    connection.assertOpen();
    if (before === undefined) report('found');
    // A lower counter means that the calendar was replaced, for example by a backup.
    if (before === undefined || found < before) {
      watch.session += 1;
      watch.number = found;
    } else raise(watch, found);
    watch.confirmedMs = sentMs;
    await unlessBroken(sleep(heartbeatMs, undefined, { ref: false, signal: stopping.signal }));
  }
}

const arrivalTimeoutMs = 3000;

/** Listening to another database, the version would never change. */
async function assertArrives(
  client: pg.Client,
  notify: (payload: string) => Promise<unknown>,
  signal: AbortSignal,
): Promise<void> {
  // Lower than any version, so that other listeners ignore it.
  const sent = String(-randomInt(2 ** 47));
  const arrived = new Promise<void>((resolve) => {
    client.on('notification', ({ payload }) => {
      if (payload === sent) resolve();
    });
  });
  await notify(sent);
  const missed = sleep(arrivalTimeoutMs, undefined, { ref: false, signal }).then(() => {
    throw new Error(
      'notifications of writes do not arrive: DATABASE_LISTEN_URL must lead to the database of DATABASE_URL',
    );
  });
  missed.catch(() => undefined);
  await Promise.race([arrived, missed]);
}

/** A query on a connection that has ended may never be answered. */
function watchConnection(client: pg.Client) {
  let failure: Error | undefined;
  let failQuery: (error: Error) => void = () => undefined;
  const end = (error: Error): void => {
    failure ??= error;
    failQuery(failure);
  };
  const assertOpen = (): void => {
    if (failure) throw failure;
  };
  client.on('error', end);
  client.on('end', () => end(new Error('the connection ended')));
  return {
    assertOpen,
    isClosed: () => failure !== undefined,
    end,
    /** For one query at a time. `Promise.race` with a promise of the end would keep all results until then. */
    unlessBroken: <T>(query: Promise<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        failQuery = reject;
        query.then(resolve, reject);
        assertOpen();
      }),
  };
}
