// Metrics of the database: durations measured as it works, and its state when metrics are read.
import type { DatabaseState, ServerState } from '../store/store.ts';
import type { StoreMeter } from '../store/store-meter.ts';
import { createDistribution, type Distribution, histogram, note } from './distribution.ts';
import { counter, type Family, gauge, type Sample } from './family.ts';
import { createTransactionCounts } from './transactions.ts';

type Engine = DatabaseState['engine'];

export interface DatabaseWork {
  meter: StoreMeter;
  families(engine: Engine): Family[];
}

export function createDatabaseWork(): DatabaseWork {
  const transactions = createTransactionCounts();
  const flushes = createDistribution();
  const moves = createDistribution();
  return {
    meter: {
      transactions: transactions.counted,
      flush: (work) => timed(work, flushes),
      moveLog: (work) => timed(work, moves),
    },
    families: (engine) => [
      ...transactions.families(),
      ...(engine === 'postgresql'
        ? [
            counter(
              'kalends_postgres_retries_total',
              'Transactions retried after the server aborted them.',
              transactions.repeated(),
            ),
          ]
        : [
            histogram('kalends_sqlite_flush_duration_seconds', 'Duration of fsyncs of the write-ahead log.', [
              [{}, flushes],
            ]),
            histogram('kalends_sqlite_checkpoint_duration_seconds', 'Duration of checkpoints.', [[{}, moves]]),
          ]),
    ],
  };
}

/** Only what was done counts. */
async function timed(work: () => Promise<void>, taken: Distribution): Promise<void> {
  const sinceMs = performance.now();
  await work();
  note(taken, performance.now() - sinceMs);
}

export const stateFamilies = (state: DatabaseState): Family[] =>
  state.engine === 'sqlite'
    ? [
        gauge('kalends_sqlite_database_bytes', 'Size of the database file.', state.databaseBytes ?? [], 'max'),
        gauge('kalends_sqlite_log_bytes', 'Size of the write-ahead log.', state.logBytes ?? [], 'max'),
        gauge('kalends_sqlite_long_reads_running', 'Long reads that run on the read worker.', state.asideRunning),
        gauge('kalends_sqlite_long_reads_waiting', 'Long reads that wait for the read worker.', state.asideWaiting),
      ]
    : [
        gauge(
          'kalends_postgres_listening',
          'Whether notifications of writes arrive: without them, responses are not cached.',
          state.isListening ? 1 : 0,
          'min',
        ),
        gauge(
          'kalends_postgres_server_used',
          'Whether the server is the current primary, or a standby that answers.',
          serversOf(state.servers, ({ isUsed }) => (isUsed ? 1 : 0)),
          'min',
        ),
        gauge('kalends_postgres_connections', 'Connections in the pools.', [
          ...serversOf(state.servers, ({ connections, idle }) => connections - idle, { state: 'busy' }),
          ...serversOf(state.servers, ({ idle }) => idle, { state: 'idle' }),
        ]),
        gauge(
          'kalends_postgres_connections_awaited',
          'Queries that wait for a connection.',
          serversOf(state.servers, ({ waiting }) => waiting),
        ),
      ];

const serversOf = (
  servers: readonly ServerState[],
  read: (server: ServerState) => number,
  more: { state?: string } = {},
): Sample[] =>
  servers.map((state) => ({
    labels: { server: state.server, purpose: state.purpose, ...more },
    value: read(state),
  }));
