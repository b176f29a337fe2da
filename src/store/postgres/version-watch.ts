// Which state of the calendar the database is in, known in memory, so that a kept reply costs no query. Every commit
// raises a counter and tells it to all who listen; this process's own are known before they are acknowledged. The
// counter is also read several times a second: a connection that died without a word is found out that way, and what
// has not been confirmed for a while is not relied on.
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Reached } from './cluster/replicas.ts';

export interface VersionWatch {
  version(): number;
  /** What a standby has to have reached to be read from; undefined while that is not known. */
  known(): Reached | undefined;
  /** What is known may be of a server that is none any more. */
  doubt(): void;
  /** A commit of this process has raised the counter to that. */
  saw(number: number): void;
  isListening(): boolean;
  stop(): Promise<void>;
}

export interface WatchOptions {
  /** A new, unconnected client; undefined where notifications cannot come through. */
  client: (() => Promise<pg.Client>) | undefined;
  /** Called with each connection: which history its server writes. */
  historyOf?: ((client: pg.Client) => Promise<number>) | undefined;
  channel: string;
  nowMs: () => number;
  reliedOnMs: number;
  /** `missed`: not found again, either. */
  tell: (change: 'lost' | 'found' | 'missed', error?: unknown) => void;
}

const beatMs = 250;
const answerWithinMs = 3000;
const pausesMs = [50, 100, 250, 500, 1000] as const;
/** The counters of one connection's life lie below those of the next. */
const span = 2 ** 40;

/** Starts to listen when it is asked for the first time: most commands never are. */
export function createVersionWatch(options: WatchOptions): VersionWatch {
  const { client: connect, historyOf, channel, nowMs, reliedOnMs, tell } = options;
  const stopping = new AbortController();
  let ended: Promise<void> | undefined;
  /** Each connection's life has its own numbers: a server that took over may count differently. */
  let life = 0;
  let number: number | undefined;
  /** Of this process, since it tried to listen: the first answer may be older. */
  let own = 0;
  let history: number | undefined;
  let abandon: () => void = () => undefined;
  let confirmedMs = 0;
  let unknown = 0;

  const raise = (to: number): void => {
    if (number !== undefined) number = Math.max(number, to);
  };

  const isConfirmed = (): boolean => nowMs() - confirmedMs <= reliedOnMs;

  async function listen(client: pg.Client): Promise<never> {
    let isOver = false;
    const broken = new Promise<never>((_, reject) => {
      const end = (error: unknown): void => {
        isOver = true;
        reject(error);
      };
      abandon = () => end(new Error('another server has taken over'));
      client.on('error', end);
      client.on('end', () => end(new Error('the connection ended')));
    });
    broken.catch(() => undefined);
    const answered = <T>(asked: Promise<T>): Promise<T> => {
      const tooLate = late();
      for (const one of [asked, tooLate]) one.catch(() => undefined);
      return Promise.race([broken, asked, tooLate]);
    };
    client.on('notification', ({ payload }) => {
      if (!isOver) raise(Number(payload));
    });
    own = 0;
    await answered(client.connect());
    await answered(client.query(`listen ${channel}`));
    history = historyOf && (await answered(historyOf(client)));
    for (;;) {
      const askedMs = nowMs();
      const before = number;
      const { rows } = await answered(client.query<{ number: number }>('select number from calendar_version'));
      const found = rows[0]?.number ?? 0;
      if (isOver) await broken;
      if (before === undefined) tell('found');
      // A counter that has gone back is that of a calendar that somebody has put in the place of this one.
      if (before === undefined || found < before) {
        life += 1;
        number = before === undefined ? Math.max(found, own) : found;
      } else raise(found);
      confirmedMs = askedMs;
      await Promise.race([broken, sleep(beatMs, undefined, { ref: false, signal: stopping.signal })]);
    }
  }

  async function run(open: () => Promise<pg.Client>): Promise<void> {
    let failures = 0;
    while (!stopping.signal.aborted) {
      const livesBefore = life;
      let client: pg.Client | undefined;
      try {
        client = await open();
        await listen(client);
      } catch (error) {
        number = undefined;
        client?.end().catch(() => undefined);
        client?.on('error', () => undefined);
        if (stopping.signal.aborted) return;
        const wasKnown = life > livesBefore;
        tell(wasKnown ? 'lost' : 'missed', error);
        failures = wasKnown ? 1 : failures + 1;
        const pauseMs = pausesMs[Math.min(failures, pausesMs.length) - 1];
        await sleep(pauseMs, undefined, { ref: false, signal: stopping.signal }).catch(() => undefined);
      }
    }
  }

  return {
    version() {
      if (connect) ended ??= run(connect);
      if (number !== undefined && isConfirmed()) return life * span + number;
      unknown -= 1;
      return unknown;
    },
    saw(to) {
      own = Math.max(own, to);
      raise(to);
    },
    known() {
      return number !== undefined && history !== undefined && isConfirmed() ? { number, history } : undefined;
    },
    isListening: () => number !== undefined && isConfirmed(),
    doubt() {
      number = undefined;
      abandon();
    },
    async stop() {
      stopping.abort();
      await ended;
    },
  };
}

const late = (): Promise<never> =>
  sleep(answerWithinMs, undefined, { ref: false }).then(() => Promise.reject(new Error('no answer')));
