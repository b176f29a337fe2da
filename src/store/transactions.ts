// What a transaction means to the service on either engine: which one the running code belongs to, and what follows it.
//
// A transaction is *committed* when `execute` resolves, and all readers see it. It is *on disk* after an fsync that
// started later; only then may a reply acknowledge it. On PostgreSQL both happen at once.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Store, TransactionMeter, Writer } from './store.ts';
import { isOutcomeUnknown, StoreUnavailable } from './unavailable.ts';

export interface TransactionOptions {
  /** Runs `work` in a transaction of the engine, for a write that was requested at this time; commits when it resolves. */
  execute<T>(work: Work<T>, requestedMs: number): Promise<T>;
  /** Resolves when everything committed is on disk; absent where a commit implies that. */
  untilOnDisk?: (() => Promise<void>) | undefined;
  /** Whether the engine aborted a transaction that may succeed when it is run again. */
  isRetryable?: (error: unknown) => boolean;
  /** Writes that have waited longer in the queue get 503. */
  maxWaitMs?: number;
  meter?: TransactionMeter | undefined;
}

export interface Transactions
  extends Pick<Store, 'write' | 'inTransaction' | 'afterFsync' | 'onRollback' | 'onCommit'> {
  /** The transaction that the running code belongs to. */
  current(): Writer | undefined;
  /** Runs `work` after all writes that are queued. */
  afterWrites<T>(work: () => Promise<T>): Promise<T>;
}

/** A transaction with the steps to take outside the database at its end. */
interface Running {
  transaction: Writer;
  undo: Step[];
  follow: Step[];
}

type Step = () => Promise<void>;
type Work<T> = (transaction: Writer) => Promise<T>;

interface Committed<T> {
  result: T;
  /** To be run once it is on disk. */
  follow: Step[];
}

const maxAttempts = 5;

export function createTransactions(options: TransactionOptions): Transactions {
  const { untilOnDisk, maxWaitMs = Number.POSITIVE_INFINITY } = options;
  const enqueue = createQueue();
  const running = new AsyncLocalStorage<Running>();
  /** Set while `afterFsync` waits for the disk at its end, so that no transaction inside has to. */
  const durable = new AsyncLocalStorage<{ hasEnded: boolean }>();
  const commit = createCommit(options, running);

  async function commitInTurn<T>(work: Work<T>): Promise<T> {
    const requestedMs = performance.now();
    const { result, follow } = await enqueue(() => {
      if (performance.now() - requestedMs > maxWaitMs)
        throw new StoreUnavailable('Timed out waiting for another write to finish.', { retryAfterSeconds: 5 });
      return commit(work, requestedMs);
    });
    const onDisk = untilOnDisk?.();
    const isAwaitedLater = durable.getStore()?.hasEnded === false;
    if (isAwaitedLater && follow.length === 0) onDisk?.catch(() => undefined);
    else await onDisk;
    for (const step of follow) await step();
    return result;
  }

  async function afterFsync<T>(work: () => Promise<T>): Promise<T> {
    if (!untilOnDisk || running.getStore()) return work();
    const scope = { hasEnded: false };
    try {
      return await durable.run(scope, work);
    } finally {
      scope.hasEnded = true;
      await untilOnDisk();
    }
  }

  return {
    current: () => running.getStore()?.transaction,
    afterWrites: enqueue,
    afterFsync,
    write: (work) => {
      const outer = running.getStore();
      return outer ? work(outer.transaction) : commitInTurn(work);
    },
    inTransaction: (work) => (running.getStore() ? work() : commitInTurn(work)),
    onRollback: (undo) => void running.getStore()?.undo.push(undo),
    onCommit: (follow) => void running.getStore()?.follow.push(follow),
  };
}

/** Each attempt has its own steps: what a failed one registered has not happened. */
function createCommit(options: TransactionOptions, running: AsyncLocalStorage<Running>) {
  const { isRetryable = () => false, meter } = options;
  return async <T>(work: Work<T>, requestedMs: number): Promise<Committed<T>> => {
    let sinceMs = requestedMs;
    for (let attempt = 1; ; attempt += 1) {
      const undo: Step[] = [];
      const follow: Step[] = [];
      const inside: Work<T> = (transaction) => running.run({ transaction, undo, follow }, () => work(transaction));
      try {
        return { result: await measured(options, inside, sinceMs), follow };
      } catch (error) {
        if (attempt >= maxAttempts || !isRetryable(error)) {
          if (!isOutcomeUnknown(error)) for (const step of undo.reverse()) await step();
          throw error;
        }
        meter?.recordRetry();
        sinceMs = performance.now();
      }
    }
  };
}

async function measured<T>({ execute, meter }: TransactionOptions, work: Work<T>, requestedMs: number): Promise<T> {
  let begunMs: number | undefined;
  let outcome: 'committed' | 'rolled_back' = 'rolled_back';
  try {
    const result = await execute((transaction) => {
      begunMs = performance.now();
      meter?.recordWait(begunMs - requestedMs);
      return work(transaction);
    }, requestedMs);
    outcome = 'committed';
    return result;
  } finally {
    if (begunMs !== undefined) meter?.recordEnd(outcome, performance.now() - begunMs);
  }
}

/** Runs one task at a time, in order of arrival. */
export function createQueue(): <T>(task: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const done = last.then(task);
    last = done.catch(() => undefined);
    return done;
  };
}
