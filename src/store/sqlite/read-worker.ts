// Runs long reads on a worker thread, as SQLite blocks the thread that calls it.
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { type DatabaseConnection, type Driver, Kysely, SqliteAdapter, SqliteIntrospector } from 'kysely';
import type { Database } from '../schema.ts';
import { createQueue } from '../transactions.ts';
import { StoreUnavailable } from '../unavailable.ts';
import { PlannedOnceCompiler } from './connection.ts';
import { asUnavailable } from './errors.ts';

/** TypeScript in a checkout, JavaScript in a build. */
const threadFile = `read-worker-thread${extname(import.meta.url)}`;

export interface Query {
  sql: string;
  parameters: readonly unknown[];
}

export type QueryResult = { rows: unknown[] } | { error: { message: string; code: string | undefined } };

export interface ReadWorkerOptions {
  path: string;
  /** An idle thread, which takes some 20 MB, exits after this time. */
  idleMs?: number;
  /** Reads that have waited longer get 503. */
  maxWaitMs?: number;
}

export type ReadWorker = ReturnType<typeof openReadWorker>;

/** Reads run one at a time. The thread starts with the first. */
export function openReadWorker({ path, idleMs = 30_000, maxWaitMs = 30_000 }: ReadWorkerOptions) {
  const { ask, release } = createThread(path, idleMs);
  const enqueue = createQueue();
  let unanswered = 0;
  let isDraining = false;
  const read = (query: Query): Promise<unknown[]> => {
    const sinceMs = performance.now();
    unanswered += 1;
    return enqueue(async () => {
      const limitMs = isDraining ? maxDrainMs : maxWaitMs;
      if (performance.now() - sinceMs > limitMs) throw isDraining ? stopping() : tooMany();
      return rowsOf(await ask(query), path);
    }).finally(() => {
      unanswered -= 1;
    });
  };
  const reader = new Kysely<Database>({
    dialect: {
      createAdapter: () => new ReadWorkerAdapter(),
      createQueryCompiler: () => new PlannedOnceCompiler(),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createDriver: () => createDriver(read, release),
    },
  });
  return {
    reader,
    isReading: (): boolean => unanswered > 0,
    waiting: (): number => Math.max(0, unanswered - 1),
    /** From now on, reads that cannot start get 503. */
    drain(): void {
      isDraining = true;
    },
    /** Ends the thread; the next read starts another. */
    release,
  };
}

function createThread(path: string, idleMs: number) {
  let thread: Worker | undefined;
  let failure: unknown;
  let idle: NodeJS.Timeout | undefined;
  const start = (): Worker => {
    failure = undefined;
    const started = new Worker(new URL(threadFile, import.meta.url), { workerData: path });
    started.on('error', (error) => {
      failure = error;
    });
    return started.on('exit', () => {
      if (thread === started) thread = undefined;
    });
  };
  const release = async (): Promise<void> => {
    const ending = thread;
    thread = undefined;
    clearTimeout(idle);
    await ending?.terminate();
  };
  return {
    release,
    /** Throws StoreUnavailable if the thread cannot be started, or exits before it answers. */
    async ask(query: Query): Promise<QueryResult> {
      clearTimeout(idle);
      try {
        thread ??= start();
        thread.ref();
        return await answerTo(query, thread);
      } catch (error) {
        throw exitError(failure ?? error, path);
      } finally {
        thread?.unref();
        idle = setTimeout(() => void release(), idleMs).unref();
      }
    },
  };
}

const answerTo = (query: Query, thread: Worker): Promise<QueryResult> =>
  new Promise((resolve, reject) => {
    thread.once('exit', reject).once('message', (result: QueryResult) => {
      thread.off('exit', reject);
      resolve(result);
    });
    thread.postMessage(query);
  });

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

function rowsOf(result: QueryResult, path: string): unknown[] {
  if ('rows' in result) return result.rows;
  const { message, code } = result.error;
  throw asUnavailable(Object.assign(new Error(message), { code }), path);
}

/** The error for a thread that exited: the database could not be opened, or memory was short. */
function exitError(reason: unknown, path: string): unknown {
  const known = asUnavailable(reason, path);
  if (known instanceof StoreUnavailable) return known;
  return new StoreUnavailable('A long search was aborted.', { cause: reason, ...retryLater });
}

function createDriver(read: (query: Query) => Promise<unknown[]>, release: () => Promise<void>): Driver {
  const connection: DatabaseConnection = {
    async executeQuery<Row>({ sql, parameters }: Query) {
      return { rows: (await read({ sql, parameters })) as Row[] };
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
    beginTransaction: refuse,
    commitTransaction: refuse,
    rollbackTransaction: refuse,
    destroy: release,
  };
}
