// Metrics of the database: durations measured as it works, and its state when metrics are read.
import type { Histogram } from 'prom-client';
import type { DatabaseState, ServerState, Store } from '../store/store.ts';
import type { StoreMeter } from '../store/store-meter.ts';
import { durationHistogram, type Readings } from './readings.ts';
import { measureTransactions } from './transactions.ts';

export function measureStore(readings: Readings, engine: DatabaseState['engine']): StoreMeter {
  const { counted, repeated } = measureTransactions(readings);
  if (engine === 'postgresql') {
    const help = 'Transactions retried after the server aborted them.';
    readings.counter('kalends_postgres_retries_total', help, repeated);
    return { transactions: counted, flush: (work) => work(), moveLog: (work) => work() };
  }
  const durations = (name: string, help: string) =>
    durationHistogram(readings, `kalends_sqlite_${name}_duration_seconds`, help);
  const flushes = durations('flush', 'Duration of fsyncs of the write-ahead log.');
  const checkpoints = durations('checkpoint', 'Duration of checkpoints.');
  return {
    transactions: counted,
    flush: (work) => timed(work, flushes),
    moveLog: (work) => timed(work, checkpoints),
  };
}

/** Only what succeeds is counted. */
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
