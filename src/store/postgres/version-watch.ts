// Holds the version of the calendar in memory, so that a cached response costs no query. Every commit raises a counter
// and announces it with NOTIFY; while connected, the commits of this process count before they are acknowledged. A
// heartbeat also reads the counter several times a second, to detect a silently dead connection: an unconfirmed version is
// not used.
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
  nowMs: () => number;
  /** How long the version is used without being confirmed. */
  maxAgeMs: number;
  /** `missed`: an attempt to reconnect failed. */
  report: (change: 'lost' | 'found' | 'missed', error?: unknown) => void;
}

const heartbeatMs = 250;
/** The versions of one session are below those of the next. */
const versionsPerSession = 2 ** 40;

export type VersionWatch = ReturnType<typeof createVersionWatch>;

/** Connects on the first call of `version()`, which most commands never make. */
export function createVersionWatch(options: WatchOptions) {
  const { client: connect, timelineOf, channel, nowMs, maxAgeMs, report } = options;
  const stopping = new AbortController();
  let running: Promise<void> | undefined;
  /** Raised with each connection: a server that took over may count differently. */
  let session = 0;
  let number: number | undefined;
  let timeline: number | undefined;
  let abandon: () => void = () => undefined;
  let confirmedMs = 0;
  let unknown = 0;

  const raise = (to: number): void => {
    if (number !== undefined) number = Math.max(number, to);
  };

  const isConfirmed = (): boolean => nowMs() - confirmedMs <= maxAgeMs;

  async function listen(client: pg.Client): Promise<never> {
    let isClosed = false;
    const broken = new Promise<never>((_, reject) => {
      const end = (error: unknown): void => {
        isClosed = true;
        reject(error);
      };
      abandon = () => end(new Error('another server has taken over'));
      client.on('error', end);
      client.on('end', () => end(new Error('the connection ended')));
    });
    broken.catch(() => undefined);
    const unlessBroken = <T>(query: Promise<T>): Promise<T> => {
      query.catch(() => undefined);
      return Promise.race([broken, query]);
    };
    client.on('notification', ({ payload }) => {
      if (!isClosed) raise(Number(payload));
    });
    await unlessBroken(client.connect());
    await unlessBroken(client.query(`listen ${channel}`));
    timeline = timelineOf && (await unlessBroken(timelineOf(client)));
    for (;;) {
      const sentMs = nowMs();
      const before = number;
      const { rows } = await unlessBroken(client.query<{ number: number }>('select number from calendar_version'));
      const found = rows[0]?.number ?? 0;
      if (isClosed) await broken;
      if (before === undefined) report('found');
      // A lower counter means that the calendar was replaced, for example by a backup.
      if (before === undefined || found < before) {
        session += 1;
        number = found;
      } else raise(found);
      confirmedMs = sentMs;
      await Promise.race([broken, sleep(heartbeatMs, undefined, { ref: false, signal: stopping.signal })]);
    }
  }

  async function run(open: () => Promise<pg.Client>): Promise<void> {
    let failures = 0;
    while (!stopping.signal.aborted) {
      const sessionBefore = session;
      let client: pg.Client | undefined;
      try {
        client = await open();
        await listen(client);
      } catch (error) {
        number = undefined;
        client?.end().catch(() => undefined);
        client?.on('error', () => undefined);
        if (stopping.signal.aborted) return;
        const wasConnected = session > sessionBefore;
        report(wasConnected ? 'lost' : 'missed', error);
        failures = wasConnected ? 1 : failures + 1;
        await sleep(backoffMs(failures, 50, 1000), undefined, { ref: false, signal: stopping.signal }).catch(
          () => undefined,
        );
      }
    }
  }

  return {
    version(): number {
      if (connect) running ??= run(connect);
      if (number !== undefined && isConfirmed()) return session * versionsPerSession + number;
      unknown -= 1;
      return unknown;
    },
    /** A commit of this process has raised the counter to this number. */
    committed: raise,
    /** The position that a standby must have reached to be read from; `undefined` while it is unknown. */
    position(): Position | undefined {
      return number !== undefined && timeline !== undefined && isConfirmed() ? { number, timeline } : undefined;
    },
    isListening: (): boolean => number !== undefined && isConfirmed(),
    /** The version is unknown until it is confirmed again: another server may have taken over. */
    invalidate(): void {
      number = undefined;
      abandon();
    },
    async stop(): Promise<void> {
      stopping.abort();
      await running;
    },
  };
}
