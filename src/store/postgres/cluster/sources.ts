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

/** The server that one `onReplica` call reads from. */
interface Reading {
  from: ReplicaClient | 'primary' | undefined;
}

export type Sources = ReturnType<typeof createSources>;

export function createSources({ primary, replicas, position, invalidateVersion }: SourcesOptions) {
  const readings = new AsyncLocalStorage<Reading | undefined>();

  const fromPrimary = async (): Promise<Lease> => ({
    client: await primary.connect(),
    reportFailure: primary.reportFailure,
  });

  async function read(reading: Reading, from: Replicas): Promise<Lease> {
    if (reading.from === undefined) {
      const minimum = position();
      const replica = minimum && minimum.timeline > 0 ? await from.connect(minimum) : undefined;
      if (replica) return leaseFrom(reading, replica, replica.client);
    } else if (reading.from !== 'primary') {
      const replica = reading.from;
      const client = await replica.connectAgain().catch(() => undefined);
      if (client) return leaseFrom(reading, replica, client);
      replica.reportFailure();
    }
    return fromPrimaryOrAny(reading, from);
  }

  /** The primary is never behind. If it is down, any server will do. */
  async function fromPrimaryOrAny(reading: Reading, from: Replicas): Promise<Lease> {
    const isFirst = reading.from === undefined;
    try {
      const lease = await fromPrimary();
      reading.from = 'primary';
      // A pooler may accept connections although its server is down.
      const retryElsewhere = (error: unknown) => (isNetwork(error) ? fromAny(reading, from, error) : undefined);
      return isFirst ? { ...lease, retryElsewhere } : lease;
    } catch (error) {
      if (!isFirst || !(error instanceof NoPrimary)) throw error;
      return fromAny(reading, from, error);
    }
  }

  async function fromAny(reading: Reading, from: Replicas, error: unknown): Promise<Lease> {
    primary.reportFailure(error);
    invalidateVersion();
    const replica = await from.connectAny();
    if (!replica) throw error;
    return leaseFrom(reading, replica, replica.client);
  }

  const leaseFrom = (reading: Reading, replica: ReplicaClient, client: pg.PoolClient): Lease => {
    reading.from = replica;
    return {
      client,
      reportFailure: (error) => {
        if (isNetwork(error) || isSilent(error)) replica.reportFailure();
      },
      // Replay cancels queries that conflict with it.
      retryElsewhere: (error) =>
        isNetwork(error) || isSilent(error) || isRetryable(error) ? retryOnPrimary(reading, replica) : undefined,
    };
  };

  async function retryOnPrimary(reading: Reading, replica: ReplicaClient): Promise<Lease> {
    replica.reportFailure();
    const lease = await fromPrimary();
    reading.from = 'primary';
    return lease;
  }

  return {
    connect(): Promise<Lease> {
      const reading = readings.getStore();
      return reading && replicas ? read(reading, replicas) : fromPrimary();
    },
    hasReplicas: replicas !== undefined,
    /** Lets `work` read from a standby: from a single one, so that its reads are consistent. */
    onReplica: <T>(work: () => T): T =>
      replicas && !readings.getStore() ? readings.run({ from: undefined }, work) : work(),
    /** Sends `work` to the primary. */
    onPrimary: <T>(work: () => T): T => (readings.getStore() ? readings.run(undefined, work) : work()),
    close: async (): Promise<void> => void (await Promise.all([primary.close(), replicas?.close()])),
  };
}
