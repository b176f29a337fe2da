// Metrics of the database: durations measured as it works, and its state when metrics are read.
import type { Histogram } from 'prom-client';
import type { DatabaseState, ServerState, Store, StoreMeter, TransactionMeter } from '../store/store.ts';
import { durationHistogram, type Readings } from './readings.ts';

export function measureStore(readings: Readings, engine: DatabaseState['engine']): StoreMeter {
  if (engine === 'postgresql') {
    let retries = 0;
    const transactions = measureTransactions(readings, () => {
      retries += 1;
    });
    const help = 'Transactions retried after the server aborted them.';
    readings.counter('kalends_postgres_retries_total', help, () => retries);
    return { transactions, fsync: (work) => work(), checkpoint: (work) => work() };
  }
  const durations = (name: string, help: string) =>
    durationHistogram(readings, `kalends_sqlite_${name}_duration_seconds`, help);
  const fsyncs = durations('flush', 'Duration of fsyncs of the write-ahead log.');
  const checkpoints = durations('checkpoint', 'Duration of checkpoints.');
  return {
    transactions: measureTransactions(readings, () => undefined),
    fsync: (work) => timed(work, fsyncs),
    checkpoint: (work) => timed(work, checkpoints),
  };
}

function measureTransactions(readings: Readings, recordRetry: () => void): TransactionMeter {
  const name = 'kalends_database_transaction';
  const help = 'Write transactions by outcome.';
  const count = readings.countBy('outcome', ['committed', 'rolled_back'], `${name}s_total`, help);
  const durations = durationHistogram(readings, `${name}_duration_seconds`, 'Duration of write transactions.');
  const waits = durationHistogram(
    readings,
    `${name}_wait_seconds`,
    'Time that write transactions waited for other writers.',
  );
  return {
    recordWait: (ms) => waits.observe(ms / 1000),
    recordEnd(outcome, ms) {
      durations.observe(ms / 1000);
      count(outcome);
    },
    recordRetry,
  };
}

/** Failures are not observed. */
async function timed(work: () => Promise<void>, durations: Histogram): Promise<void> {
  const end = durations.startTimer();
  await work();
  end();
}

type StateOf<Engine> = Extract<DatabaseState, { engine: Engine }>;

export function watchStore(store: Store, readings: Readings): void {
  if (store.state().engine === 'sqlite') watchSqlite(() => store.state() as StateOf<'sqlite'>, readings);
  else watchPostgres(() => store.state() as StateOf<'postgresql'>, readings);
}

function watchSqlite(state: () => StateOf<'sqlite'>, { gauge }: Readings): void {
  const largest = { aggregator: 'max' } as const;
  gauge('kalends_sqlite_database_bytes', 'Size of the database file.', () => state().databaseBytes, largest);
  gauge('kalends_sqlite_log_bytes', 'Size of the write-ahead log.', () => state().logBytes, largest);
  gauge('kalends_sqlite_long_reads_running', 'Long reads that run on the read worker.', () => state().longReadsRunning);
  gauge(
    'kalends_sqlite_long_reads_waiting',
    'Long reads that wait for the read worker.',
    () => state().longReadsWaiting,
  );
}

function watchPostgres(state: () => StateOf<'postgresql'>, { gauge }: Readings): void {
  const labelNames = ['server', 'purpose'];
  const servers = (read: (server: ServerState) => number, more: { state?: string } = {}) =>
    state().servers.map((one) => ({ labels: { server: one.server, purpose: one.purpose, ...more }, value: read(one) }));
  gauge(
    'kalends_postgres_listening',
    'Whether notifications of writes arrive: without them, responses are not cached.',
    () => (state().isListening ? 1 : 0),
    { aggregator: 'min' },
  );
  gauge(
    'kalends_postgres_server_used',
    'Whether the server is the current primary, or a standby that answers.',
    () => servers(({ isUsed }) => (isUsed ? 1 : 0)),
    { labelNames, aggregator: 'min' },
  );
  gauge(
    'kalends_postgres_connections',
    'Connections in the pools.',
    () => [
      ...servers(({ connections, idle }) => connections - idle, { state: 'busy' }),
      ...servers(({ idle }) => idle, { state: 'idle' }),
    ],
    { labelNames: [...labelNames, 'state'] },
  );
  gauge(
    'kalends_postgres_connections_awaited',
    'Queries that wait for a connection.',
    () => servers(({ waiting }) => waiting),
    { labelNames },
  );
}
