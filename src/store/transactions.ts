// What a transaction is to the service, whatever the engine: who is in one, what follows it, and whose turn it is.
//
// Two moments: it is *committed* when its turn ends, and all readers see it; it is *on the disk* when a flush that began
// after that has ended, and only then is anyone told that it is kept. With PostgreSQL both are one.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Store, Writer } from './store.ts';
import { StoreUnavailable } from './unavailable.ts';

export interface TransactionOptions {
  /** Runs `work` in a transaction of the engine, committed when it resolves; `begun` is called once it has begun. */
  execute<T>(work: (transaction: Writer) => Promise<T>, begun: () => void): Promise<T>;
  /** Resolves when all that is committed is on the disk; without it, a commit only ends then. */
  untilOnDisk?: (() => Promise<void>) | undefined;
  /** Whose turn it is; without, that of whoever asked first. */
  inTurn?: InTurn;
  /** Whether the engine broke a transaction off that may succeed when it is run again. */
  isWorthRepeating?: (error: unknown) => boolean;
  /** Writes that have waited longer for their turn are answered with 503. */
  patienceMs?: number;
}

/** Runs `work` when its turn has come; it may be run again until it has begun. */
export type InTurn = <T>(work: (begun: () => void) => Promise<T>) => Promise<T>;

export interface Transactions
  extends Pick<Store, 'write' | 'inTransaction' | 'afterFsync' | 'onRollback' | 'onCommit'> {
  /** The transaction that the code under way belongs to. */
  current(): Writer | undefined;
  /** Runs `work` when all transactions before it have ended. */
  inTurn: InTurn;
}

/** With what is to be done elsewhere at either end of it. */
interface Running {
  transaction: Writer;
  undo: Step[];
  follow: Step[];
}

type Step = () => Promise<void>;

interface Committed<T> {
  result: T;
  /** For when it is on the disk. */
  follow: Step[];
}

const mostAttempts = 5;

export function createTransactions({
  execute,
  untilOnDisk,
  inTurn = createQueue(),
  isWorthRepeating,
  patienceMs,
}: TransactionOptions): Transactions {
  const running = new AsyncLocalStorage<Running>();
  /** Of the work that waits for the disk at its end, so that no transaction within it has to. */
  const durable = new AsyncLocalStorage<{ hasEnded: boolean }>();

  /** Steps are those of the last attempt: what an earlier one announced has not happened. */
  async function commit<T>(work: (transaction: Writer) => Promise<T>, begun: () => void): Promise<Committed<T>> {
    for (let attempts = 1; ; attempts += 1) {
      const undo: Step[] = [];
      const follow: Step[] = [];
      try {
        const result = await execute(
          (transaction) => running.run({ transaction, undo, follow }, () => work(transaction)),
          begun,
        );
        return { result, follow };
      } catch (error) {
        if (attempts < mostAttempts && isWorthRepeating?.(error)) continue;
        if (!isOutcomeUnknown(error)) for (const step of undo.reverse()) await step();
        throw error;
      }
    }
  }

  async function keep<T>(work: (transaction: Writer) => Promise<T>): Promise<T> {
    const asked = performance.now();
    const { result, follow } = await inTurn((begun) => {
      if (patienceMs !== undefined && performance.now() - asked > patienceMs)
        throw new StoreUnavailable('A write waited too long for one before it that does not end.', {
          retryAfterSeconds: 5,
        });
      return commit(work, begun);
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
    inTurn,
    afterFsync,
    write: (work) => {
      const outer = running.getStore();
      return outer ? work(outer.transaction) : keep(work);
    },
    inTransaction: (work) => (running.getStore() ? work() : keep(work)),
    onRollback: (undo) => void running.getStore()?.undo.push(undo),
    onCommit: (follow) => void running.getStore()?.follow.push(follow),
  };
}

const isOutcomeUnknown = (error: unknown): boolean => error instanceof StoreUnavailable && error.isOutcomeUnknown;

/** One piece of work at a time, in the order of arrival. */
export function createQueue(): InTurn {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = last.then(() => work(() => undefined));
    last = turn.catch(() => undefined);
    return turn;
  };
}
