// Reads that may take long, on a thread of their own: as long as the engine works, its thread does nothing else.
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { type DatabaseConnection, type Driver, Kysely, SqliteAdapter, SqliteIntrospector } from 'kysely';
import type { Database } from '../schema.ts';
import { StoreUnavailable } from '../unavailable.ts';
import { PlannedOnceCompiler } from './compiler.ts';
import { asUnavailable } from './errors.ts';

/** Of the kind that this file is of: TypeScript in a checkout, JavaScript in a build. */
const threadFile = `read-worker-thread${extname(import.meta.url)}`;

/** The thread's settings. */
export interface ReadWorkerData {
  path: string;
}

export interface Question {
  sql: string;
  parameters: readonly unknown[];
}

export type Answer = { rows: unknown[] } | { error: { message: string; code: string | undefined } };

export interface ReadWorkerOptions extends ReadWorkerData {
  /** The thread ends after so long without a read: it takes some 20 MB. */
  idleMs?: number;
  /** Reads that have waited longer for their turn are answered with 503. */
  patienceMs?: number;
}

interface Asked extends Question {
  sinceMs: number;
  /** Who answers it. */
  by?: Worker;
  resolve: (rows: unknown[]) => void;
  reject: (error: unknown) => void;
}

export interface ReadWorker {
  reader: Kysely<Database>;
  isReading(): boolean;
  /** For a turn. */
  waiting(): number;
  /** From now on no read waits: each that cannot start is answered with 503. */
  hurry(): void;
  /** Ends the thread; who asks next starts another. */
  release(): Promise<void>;
}

/** Reads one after the other. The thread starts with the first. */
export function openReadWorker({ path, idleMs = 30_000, patienceMs = 30_000 }: ReadWorkerOptions): ReadWorker {
  let thread: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  let current: Asked | undefined;
  const waiting: Asked[] = [];
  let isHurried = false;

  function start(): Worker {
    const started = new Worker(new URL(threadFile, import.meta.url), { workerData: { path } });
    let reason: unknown;
    started.on('message', (answer: Answer) => end(started, (asked) => settle(asked, answer, path)));
    started.on('error', (error) => {
      reason = error;
    });
    started.on('exit', () => {
      if (thread === started) thread = undefined;
      end(started, ({ reject }) => reject(asEnded(reason, path)));
    });
    return started;
  }

  /** A thread may end, or answer, when another one has been asked since. */
  function end(by: Worker, tell: (asked: Asked) => void): void {
    if (current?.by !== by) return;
    tell(current);
    current = undefined;
    next();
  }

  function next(): void {
    while (!current) {
      clearTimeout(idle);
      current = nextInTime();
      if (!current) {
        thread?.unref();
        idle = setTimeout(() => void release(), idleMs).unref();
        return;
      }
      hand(current);
    }
  }

  function hand(asked: Asked): void {
    try {
      thread ??= start();
      thread.ref();
      asked.by = thread;
      thread.postMessage({ sql: asked.sql, parameters: asked.parameters } satisfies Question);
    } catch (error) {
      // The system lets the process have no further thread.
      current = undefined;
      asked.reject(asEnded(error, path));
    }
  }

  function nextInTime(): Asked | undefined {
    for (;;) {
      const asked = waiting.shift();
      if (!asked || performance.now() - asked.sinceMs <= (isHurried ? hurriedMs : patienceMs)) return asked;
      asked.reject(isHurried ? stopping() : tooMany());
    }
  }

  async function release(): Promise<void> {
    const ended = thread;
    thread = undefined;
    clearTimeout(idle);
    await ended?.terminate();
  }

  const ask = ({ sql, parameters }: Question) =>
    new Promise<unknown[]>((resolve, reject) => {
      waiting.push({ sql, parameters, sinceMs: performance.now(), resolve, reject });
      next();
    });

  const reader = new Kysely<Database>({
    dialect: {
      createAdapter: () => new ReadWorkerAdapter(),
      createQueryCompiler: () => new PlannedOnceCompiler(),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createDriver: () => driverOver(ask, release),
    },
  });
  const hurry = () => {
    isHurried = true;
  };
  return { reader, isReading: () => current !== undefined, waiting: () => waiting.length, hurry, release };
}

/** Questions wait here, where it is known for how long, and not with Kysely for the connection. */
class ReadWorkerAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

const retryLater = { retryAfterSeconds: 30 };
const tooMany = () => new StoreUnavailable('Too many long searches wait for the database.', retryLater);

/** Enough for whoever finds nobody before. */
const hurriedMs = 100;
const stopping = () => new StoreUnavailable('A long search cannot wait: the service stops.', { retryAfterSeconds: 2 });

function settle({ resolve, reject }: Asked, answer: Answer, path: string): void {
  if ('rows' in answer) resolve(answer.rows);
  else reject(asUnavailable(Object.assign(new Error(answer.error.message), { code: answer.error.code }), path));
}

/** The database could not be opened, or there was no memory left for the thread. */
function asEnded(reason: unknown, path: string): unknown {
  const known = asUnavailable(reason, path);
  if (known instanceof StoreUnavailable) return known;
  return new StoreUnavailable('A long search was broken off.', { cause: reason, ...retryLater });
}

function driverOver(ask: (question: Question) => Promise<unknown[]>, destroy: () => Promise<void>): Driver {
  const connection: DatabaseConnection = {
    async executeQuery<Row>({ sql, parameters }: Question) {
      return { rows: (await ask({ sql, parameters })) as Row[] };
    },
    streamQuery() {
      throw new Error('rows are read all at once');
    },
  };
  const refuse = async () => {
    throw new Error('it only reads');
  };
  return {
    init: async () => undefined,
    acquireConnection: async () => connection,
    releaseConnection: async () => undefined,
    ...{ beginTransaction: refuse, commitTransaction: refuse, rollbackTransaction: refuse },
    destroy,
  };
}
