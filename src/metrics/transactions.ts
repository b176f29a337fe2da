// Transactions that write: how long each waited for its turn and took, and how it ended.
import { createQueue, type TransactionOptions } from '../store/transactions.ts';
import { createDistribution, histogram, note } from './distribution.ts';
import { counter, type Family } from './family.ts';

export interface Transactions {
  counted(options: TransactionOptions): TransactionOptions;
  families(): Family[];
  /** Broken off by the engine and run again. */
  repeated(): number;
}

export function createTransactionCounts(): Transactions {
  const waits = createDistribution();
  const durations = createDistribution();
  const ends = { committed: 0, rolled_back: 0 };
  let repeated = 0;

  function counted(options: TransactionOptions): TransactionOptions {
    const { inTurn = createQueue(), isWorthRepeating } = options;
    /** Of the one whose turn it is: there is one at a time. */
    let askedMs = 0;
    return {
      ...options,
      inTurn(work) {
        const asked = performance.now();
        return inTurn((begun) => {
          askedMs = asked;
          return work(begun);
        });
      },
      async execute(work, begun) {
        let begunMs: number | undefined;
        let end: keyof typeof ends = 'rolled_back';
        try {
          const done = await options.execute((transaction) => {
            begunMs = performance.now();
            note(waits, begunMs - askedMs);
            return work(transaction);
          }, begun);
          end = 'committed';
          return done;
        } finally {
          // Where nothing has begun, another process writes, and it is tried again.
          if (begunMs !== undefined) {
            askedMs = performance.now();
            note(durations, askedMs - begunMs);
            ends[end] += 1;
          }
        }
      },
      isWorthRepeating(error) {
        const isWorth = isWorthRepeating?.(error) ?? false;
        if (isWorth) repeated += 1;
        return isWorth;
      },
    };
  }

  return {
    counted,
    repeated: () => repeated,
    families: () => [
      counter(
        'kalends_database_transactions_total',
        'Write transactions by outcome.',
        Object.entries(ends).map(([outcome, value]) => ({ labels: { outcome }, value })),
      ),
      histogram('kalends_database_transaction_duration_seconds', 'Duration of write transactions.', [[{}, durations]]),
      histogram('kalends_database_transaction_wait_seconds', 'Time that write transactions waited for other writers.', [
        [{}, waits],
      ]),
    ],
  };
}
