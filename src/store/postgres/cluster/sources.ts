// Routes connections: to the primary, or for reads inside `onReplica`, to a standby.
import { AsyncLocalStorage } from 'node:async_hooks';
import type pg from 'pg';
import { isNetwork, isRetryable, isSilent, NoPrimary } from '../problems.ts';
import type { Primary } from './primary.ts';
import type { Position, ReplicaClient, Replicas } from './replicas.ts';

/** A connection of a pool, in use until its client is released. */
export interface Lease {
  client: pg.PoolClient;
  reportFailure(error: unknown): void;
  /** A connection to retry on when the first query on this one fails; `undefined` if that would not help. */
  retryElsewhere?: (error: unknown) => Promise<Lease> | undefined;
}

export interface SourcesOptions {
  primary: Primary;
  /** `undefined` if none are configured. */
  replicas: Replicas | undefined;
  /** The position that a standby must have reached; `undefined` while it is unknown. */
  position(): Position | undefined;
  /** Called before reads that may be older than the known version. */
  invalidateVersion(): void;
}

/** One `onReplica` call, which reads from a single server. */
interface Reading extends SourcesOptions {
  replicas: Replicas;
  from: ReplicaClient | 'primary' | undefined;
}

export type Sources = ReturnType<typeof createSources>;

export function createSources(options: SourcesOptions) {
  const { primary, replicas } = options;
  const readings = new AsyncLocalStorage<Reading | undefined>();
  return {
    connect(): Promise<Lease> {
      const reading = readings.getStore();
      return reading ? read(reading) : leaseOf(primary);
    },
    hasReplicas: replicas !== undefined,
    /** Lets `work` read from a standby: from a single one, so that its reads are consistent. */
    onReplica: <T>(work: () => T): T =>
      replicas && !readings.getStore() ? readings.run({ ...options, replicas, from: undefined }, work) : work(),
    /** Sends `work` to the primary. */
    onPrimary: <T>(work: () => T): T => (readings.getStore() ? readings.run(undefined, work) : work()),
    close: async (): Promise<void> => void (await Promise.all([primary.close(), replicas?.close()])),
  };
}

const leaseOf = async (primary: Primary): Promise<Lease> => ({
  client: await primary.connect(),
  reportFailure: primary.reportFailure,
});

async function read(reading: Reading): Promise<Lease> {
  const { from: replica, replicas } = reading;
  if (replica === undefined) {
    const minimum = reading.position();
    const found = minimum && minimum.timeline > 0 ? await replicas.connect(minimum) : undefined;
    if (found) return leaseFrom(reading, found, found.client);
  } else if (replica !== 'primary') {
    const client = await replica.connectAgain().catch(() => undefined);
    if (client) return leaseFrom(reading, replica, client);
    replica.reportFailure();
  }
  return fromPrimaryOrAny(reading);
}

async function fromPrimary(reading: Reading): Promise<Lease> {
  const lease = await leaseOf(reading.primary);
  reading.from = 'primary';
  return lease;
}

/** The primary is never behind. If it is down, any server will do. */
async function fromPrimaryOrAny(reading: Reading): Promise<Lease> {
  const isFirst = reading.from === undefined;
  try {
    const lease = await fromPrimary(reading);
    // A pooler may accept connections although its server is down.
    const retryElsewhere = (error: unknown) => (isNetwork(error) ? fromAny(reading, error) : undefined);
    return isFirst ? { ...lease, retryElsewhere } : lease;
  } catch (error) {
    if (!isFirst || !(error instanceof NoPrimary)) throw error;
    return fromAny(reading, error);
  }
}

async function fromAny(reading: Reading, error: unknown): Promise<Lease> {
  reading.primary.reportFailure(error);
  reading.invalidateVersion();
  const replica = await reading.replicas.connectAny();
  if (!replica) throw error;
  return leaseFrom(reading, replica, replica.client);
}

function leaseFrom(reading: Reading, replica: ReplicaClient, client: pg.PoolClient): Lease {
  reading.from = replica;
  return {
    client,
    reportFailure: (error) => {
      if (isNetwork(error) || isSilent(error)) replica.reportFailure();
    },
    // Replay cancels queries that conflict with it.
    retryElsewhere(error) {
      if (!isNetwork(error) && !isSilent(error) && !isRetryable(error)) return undefined;
      replica.reportFailure();
      return fromPrimary(reading);
    },
  };
}
