// Which state of the calendar the database is in, known in memory, so that a kept reply costs no query. Every commit
// raises a counter and tells it to all who listen; this process's own are known before they are acknowledged. The
// counter is also read several times a second: a connection that died without a word is found out that way, and what
// has not been confirmed for a while is not relied on.
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';

export interface VersionWatch {
  version(): number;
  /** A commit of this process has raised the counter to that. */
  saw(number: number): void;
  stop(): Promise<void>;
}

export interface WatchOptions {
  /** A new, unconnected client; undefined where notifications cannot come through. */
  client: (() => pg.Client) | undefined;
  channel: string;
  nowMs: () => number;
  reliedOnMs: number;
  tell: (change: 'lost' | 'found', error?: unknown) => void;
}

const beatMs = 250;
const answerWithinMs = 3000;
const pausesMs = [50, 100, 250, 500, 1000] as const;
/** The counters of one connection's life lie below those of the next. */
const span = 2 ** 40;

/** Starts to listen when it is asked for the first time: most commands never are. */
export function createVersionWatch({ client: connect, channel, nowMs, reliedOnMs, tell }: WatchOptions): VersionWatch {
  const stopping = new AbortController();
  let ended: Promise<void> | undefined;
  /** Each connection's life has its own numbers: a server that took over may count differently. */
  let life = 0;
  let number: number | undefined;
  /** Of this process, since it tried to listen: the first answer may be older. */
  let own = 0;
  let confirmedMs = 0;
  let unknown = 0;

  const raise = (to: number): void => {
    if (number !== undefined) number = Math.max(number, to);
  };

  async function listen(client: pg.Client): Promise<never> {
    const broken = new Promise<never>((_, reject) => {
      client.on('error', reject);
      client.on('end', () => reject(new Error('the connection ended')));
    });
    broken.catch(() => undefined);
    own = 0;
    client.on('notification', ({ payload }) => raise(Number(payload)));
    await Promise.race([client.connect(), broken]);
    await client.query(`listen ${channel}`);
    for (;;) {
      const askedMs = nowMs();
      const before = number;
      const asked = client.query<{ number: number }>('select number from calendar_version');
      asked.catch(() => undefined);
      const late = sleep(answerWithinMs, undefined, { ref: false }).then(() => Promise.reject(new Error('no answer')));
      late.catch(() => undefined);
      const { rows } = await Promise.race([asked, broken, late]);
      const found = rows[0]?.number ?? 0;
      if (before === undefined) tell('found');
      // A counter that has gone back is that of a calendar that somebody has put in the place of this one.
      if (before === undefined || found < before) {
        life += 1;
        number = before === undefined ? Math.max(found, own) : found;
      } else raise(found);
      confirmedMs = askedMs;
      await Promise.race([sleep(beatMs, undefined, { ref: false, signal: stopping.signal }), broken]);
    }
  }

  async function run(open: () => pg.Client): Promise<void> {
    let failures = 0;
    while (!stopping.signal.aborted) {
      const client = open();
      try {
        await listen(client);
      } catch (error) {
        const wasKnown = number !== undefined;
        number = undefined;
        client.end().catch(() => undefined);
        client.on('error', () => undefined);
        if (stopping.signal.aborted) return;
        if (wasKnown) tell('lost', error);
        failures = wasKnown ? 1 : failures + 1;
        const pauseMs = pausesMs[Math.min(failures, pausesMs.length) - 1];
        await sleep(pauseMs, undefined, { ref: false, signal: stopping.signal }).catch(() => undefined);
      }
    }
  }

  return {
    version() {
      if (connect) ended ??= run(connect);
      if (number !== undefined && nowMs() - confirmedMs <= reliedOnMs) return life * span + number;
      unknown -= 1;
      return unknown;
    },
    saw(to) {
      own = Math.max(own, to);
      raise(to);
    },
    async stop() {
      stopping.abort();
      await ended;
    },
  };
}
