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

interface Reads extends Required<ReadWorkerOptions> {
  thread: Worker | undefined;
  idle: NodeJS.Timeout | undefined;
  current: PendingRead | undefined;
  waiting: PendingRead[];
  isDraining: boolean;
}

/** Reads run one at a time. The thread starts with the first. */
export function openReadWorker({ path, idleMs = 30_000, maxWaitMs = 30_000 }: ReadWorkerOptions) {
  const reads: Reads = {
    ...{ path, idleMs, maxWaitMs, thread: undefined, idle: undefined, current: undefined, waiting: [] },
    isDraining: false,
  };
  const reader = new Kysely<Database>({
    dialect: {
      createAdapter: () => new ReadWorkerAdapter(),
      createQueryCompiler: () => new PlannedOnceCompiler(),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createDriver: () => createDriver(reads),
    },
  });
  return {
    reader,
    isReading: (): boolean => reads.current !== undefined,
    waiting: (): number => reads.waiting.length,
    /** From now on, reads that cannot start get 503. */
    drain(): void {
      reads.isDraining = true;
    },
    /** Ends the thread; the next read starts another. */
    release: (): Promise<void> => release(reads),
  };
}

const enqueue = (reads: Reads, { sql, parameters }: Query) =>
  new Promise<unknown[]>((resolve, reject) => {
    reads.waiting.push({ sql, parameters, sinceMs: performance.now(), resolve, reject });
    runNext(reads);
  });

function runNext(reads: Reads): void {
  while (!reads.current) {
    clearTimeout(reads.idle);
    reads.current = nextInTime(reads);
    if (!reads.current) {
      reads.thread?.unref();
      reads.idle = setTimeout(() => void release(reads), reads.idleMs).unref();
      return;
    }
    send(reads, reads.current);
  }
}

function nextInTime({ waiting, isDraining, maxWaitMs }: Reads): PendingRead | undefined {
  for (;;) {
    const read = waiting.shift();
    if (!read || performance.now() - read.sinceMs <= (isDraining ? maxDrainMs : maxWaitMs)) return read;
    read.reject(isDraining ? stopping() : tooMany());
  }
}

function send(reads: Reads, read: PendingRead): void {
  try {
    reads.thread ??= start(reads);
    reads.thread.ref();
    read.by = reads.thread;
    reads.thread.postMessage({ sql: read.sql, parameters: read.parameters } satisfies Query);
  } catch (error) {
    // The system allows no further thread.
    reads.current = undefined;
    read.reject(exitError(error, reads.path));
  }
}

function start(reads: Reads): Worker {
  const { path } = reads;
  const thread = new Worker(new URL(threadFile, import.meta.url), { workerData: { path } });
  let reason: unknown;
  thread.on('message', (result: QueryResult) => end(reads, thread, (read) => settle(read, result, path)));
  thread.on('error', (error) => {
    reason = error;
  });
  thread.on('exit', () => {
    if (reads.thread === thread) reads.thread = undefined;
    end(reads, thread, ({ reject }) => reject(exitError(reason, path)));
  });
  return thread;
}

/** Ignores a previous thread that answers or exits late. */
function end(reads: Reads, by: Worker, settle: (read: PendingRead) => void): void {
  if (reads.current?.by !== by) return;
  settle(reads.current);
  reads.current = undefined;
  runNext(reads);
}

async function release(reads: Reads): Promise<void> {
  const { thread, idle } = reads;
  reads.thread = undefined;
  clearTimeout(idle);
  await thread?.terminate();
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

function createDriver(reads: Reads): Driver {
  const connection: DatabaseConnection = {
    async executeQuery<Row>({ sql, parameters }: Query) {
      return { rows: (await enqueue(reads, { sql, parameters })) as Row[] };
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
    destroy: () => release(reads),
  };
}
