// The database: what is counted while it works, and how it does when somebody asks.
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
              'Transactions run again, as the server broke them off.',
              transactions.repeated(),
            ),
          ]
        : [
            histogram('kalends_sqlite_flush_duration_seconds', 'Bringing the log to the disk.', [[{}, flushes]]),
            histogram('kalends_sqlite_checkpoint_duration_seconds', 'Moving the log into the database.', [[{}, moves]]),
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
        gauge('kalends_sqlite_database_bytes', 'Size of the database.', state.databaseBytes ?? [], 'max'),
        gauge('kalends_sqlite_log_bytes', 'Size of its log of commits.', state.logBytes ?? [], 'max'),
        gauge('kalends_sqlite_long_reads_running', 'Reads on the thread for long ones.', state.asideRunning),
        gauge('kalends_sqlite_long_reads_waiting', 'Reads that wait for that thread.', state.asideWaiting),
      ]
    : [
        gauge(
          'kalends_postgres_listening',
          'Whether writes of others are heard of: without, nothing is sent from memory.',
          state.isListening ? 1 : 0,
          'min',
        ),
        gauge(
          'kalends_postgres_server_used',
          'Whether it is the server that takes writes, or a standby that answers.',
          serversOf(state.servers, ({ isUsed }) => (isUsed ? 1 : 0)),
          'min',
        ),
        gauge('kalends_postgres_connections', 'Connections of the pools.', [
          ...serversOf(state.servers, ({ connections, idle }) => connections - idle, { state: 'busy' }),
          ...serversOf(state.servers, ({ idle }) => idle, { state: 'idle' }),
        ]),
        gauge(
          'kalends_postgres_connections_awaited',
          'Questions that wait for a connection.',
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
