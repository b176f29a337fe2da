// Transactions that write: how long each waited for its turn and took, and how it ended.
import { Counter } from 'prom-client';
import { createQueue, type TransactionOptions } from '../store/transactions.ts';
import { durationHistogram, type Readings } from './readings.ts';

interface TransactionMeter {
  counted(options: TransactionOptions): TransactionOptions;
  /** Aborted by the engine and run again. */
  repeated(): number;
}

export function measureTransactions(readings: Readings): TransactionMeter {
  const name = 'kalends_database_transaction';
  const ends = new Counter({
    name: `${name}s_total`,
    help: 'Write transactions by outcome.',
    labelNames: ['outcome'],
    registers: [readings.register],
  });
  const durations = durationHistogram(readings, `${name}_duration_seconds`, 'Duration of write transactions.');
  const waits = durationHistogram(
    readings,
    `${name}_wait_seconds`,
    'Time that write transactions waited for other writers.',
  );
  for (const outcome of ['committed', 'rolled_back']) ends.inc({ outcome }, 0);
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
        let outcome = 'rolled_back';
        try {
          const done = await options.execute((transaction) => {
            begunMs = performance.now();
            waits.observe((begunMs - askedMs) / 1000);
            return work(transaction);
          }, begun);
          outcome = 'committed';
          return done;
        } finally {
          // Where nothing has begun, another process writes, and it is tried again.
          if (begunMs !== undefined) {
            askedMs = performance.now();
            durations.observe((askedMs - begunMs) / 1000);
            ends.inc({ outcome });
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

  return { counted, repeated: () => repeated };
}
