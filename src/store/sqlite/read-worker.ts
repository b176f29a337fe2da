// Runs long reads on a worker thread, as SQLite blocks the thread that calls it.
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { type DatabaseConnection, type Driver, Kysely, SqliteAdapter, SqliteIntrospector } from 'kysely';
import type { Database } from '../schema.ts';
import { StoreUnavailable } from '../unavailable.ts';
import { PlannedOnceCompiler } from './connection.ts';
import { asUnavailable } from './errors.ts';

/** TypeScript in a checkout, JavaScript in a build. */
const threadFile = `read-worker-thread${extname(import.meta.url)}`;

/** The thread's settings. */
export interface ReadWorkerData {
  path: string;
}

export interface Query {
  sql: string;
  parameters: readonly unknown[];
}

export type QueryResult = { rows: unknown[] } | { error: { message: string; code: string | undefined } };

export interface ReadWorkerOptions extends ReadWorkerData {
  /** An idle thread, which takes some 20 MB, exits after this time. */
  idleMs?: number;
  /** Reads that have waited longer get 503. */
  maxWaitMs?: number;
}

interface PendingRead extends Query {
  sinceMs: number;
  /** The thread that runs it. */
  by?: Worker;
  resolve: (rows: unknown[]) => void;
  reject: (error: unknown) => void;
}

export type ReadWorker = ReturnType<typeof openReadWorker>;

/** Reads run one at a time. The thread starts with the first. */
export function openReadWorker({ path, idleMs = 30_000, maxWaitMs = 30_000 }: ReadWorkerOptions) {
  let thread: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  let current: PendingRead | undefined;
  const waiting: PendingRead[] = [];
  let isDraining = false;

  function start(): Worker {
    const started = new Worker(new URL(threadFile, import.meta.url), { workerData: { path } });
    let reason: unknown;
    started.on('message', (result: QueryResult) => end(started, (read) => settle(read, result, path)));
    started.on('error', (error) => {
      reason = error;
    });
    started.on('exit', () => {
      if (thread === started) thread = undefined;
      end(started, ({ reject }) => reject(exitError(reason, path)));
    });
    return started;
  }

  /** Ignores a previous thread that answers or exits late. */
  function end(by: Worker, settle: (read: PendingRead) => void): void {
    if (current?.by !== by) return;
    settle(current);
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
      send(current);
    }
  }

  function send(read: PendingRead): void {
    try {
      thread ??= start();
      thread.ref();
      read.by = thread;
      thread.postMessage({ sql: read.sql, parameters: read.parameters } satisfies Query);
    } catch (error) {
      // The system allows no further thread.
      current = undefined;
      read.reject(exitError(error, path));
    }
  }

  function nextInTime(): PendingRead | undefined {
    for (;;) {
      const read = waiting.shift();
      if (!read || performance.now() - read.sinceMs <= (isDraining ? maxDrainMs : maxWaitMs)) return read;
      read.reject(isDraining ? stopping() : tooMany());
    }
  }

  async function release(): Promise<void> {
    const previous = thread;
    thread = undefined;
    clearTimeout(idle);
    await previous?.terminate();
  }

  const enqueue = ({ sql, parameters }: Query) =>
    new Promise<unknown[]>((resolve, reject) => {
      waiting.push({ sql, parameters, sinceMs: performance.now(), resolve, reject });
      next();
    });

  const reader = new Kysely<Database>({
    dialect: {
      createAdapter: () => new ReadWorkerAdapter(),
      createQueryCompiler: () => new PlannedOnceCompiler(),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createDriver: () => createDriver(enqueue, release),
    },
  });
  const drain = () => {
    isDraining = true;
  };
  return {
    reader,
    isReading: (): boolean => current !== undefined,
    waiting: (): number => waiting.length,
    /** From now on, reads that cannot start get 503. */
    drain,
    /** Ends the thread; the next read starts another. */
    release,
  };
}

/** Lets queries wait in our queue, which measures the time, instead of Kysely's. */
class ReadWorkerAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

const retryLater = { retryAfterSeconds: 30 };
const tooMany = () => new StoreUnavailable('Too many long searches are waiting for the database.', retryLater);

/** Long enough to start when no other read is waiting. */
const maxDrainMs = 100;
const stopping = () =>
  new StoreUnavailable('A long search was refused because the service is stopping.', { retryAfterSeconds: 2 });

function settle({ resolve, reject }: PendingRead, result: QueryResult, path: string): void {
  if ('rows' in result) resolve(result.rows);
  else reject(asUnavailable(Object.assign(new Error(result.error.message), { code: result.error.code }), path));
}

/** The error for a thread that exited: the database could not be opened, or memory was short. */
function exitError(reason: unknown, path: string): unknown {
  const known = asUnavailable(reason, path);
  if (known instanceof StoreUnavailable) return known;
  return new StoreUnavailable('A long search was aborted.', { cause: reason, ...retryLater });
}

function createDriver(run: (query: Query) => Promise<unknown[]>, destroy: () => Promise<void>): Driver {
  const connection: DatabaseConnection = {
    async executeQuery<Row>({ sql, parameters }: Query) {
      return { rows: (await run({ sql, parameters })) as Row[] };
    },
    streamQuery() {
      throw new Error('streaming is not supported');
    },
  };
  const refuse = async () => {
    throw new Error('the read worker is read-only');
  };
  return {
    init: async () => undefined,
    acquireConnection: async () => connection,
    releaseConnection: async () => undefined,
    ...{ beginTransaction: refuse, commitTransaction: refuse, rollbackTransaction: refuse },
    destroy,
  };
}
