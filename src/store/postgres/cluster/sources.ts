// Where the connections of the store come from: the primary, or for reads that may, a standby.
import { AsyncLocalStorage } from 'node:async_hooks';
import type pg from 'pg';
import { isNetwork, isSilent, isWorthRepeating, NoPrimary } from '../problems.ts';
import type { Primary } from './primary.ts';
import type { Reached, ReplicaClient, Replicas } from './replicas.ts';

export interface Lent {
  client: pg.PoolClient;
  failed(error: unknown): void;
  /** A connection to ask instead when the first query on this one has failed; undefined if that would not help. */
  instead?: (error: unknown) => Promise<Lent> | undefined;
}

export interface Sources {
  connect(): Promise<Lent>;
  /** What `work` reads may come from a standby: from one alone, so that what belongs together is of one state. */
  onReplica<T>(work: () => T): T;
  readonly hasReplicas: boolean;
  /** What `work` does is for the primary. */
  onPrimary<T>(work: () => T): T;
  close(): Promise<void>;
}

export interface SourcesOptions {
  primary: Primary;
  /** Undefined where there are none. */
  replicas: Replicas | undefined;
  /** What a standby has to have reached; undefined while that is not known. */
  known(): Reached | undefined;
  /** What is read from now on may be older than what is known. */
  doubt(): void;
}

/** Where one piece of work reads. */
interface Reading {
  from: ReplicaClient | 'primary' | undefined;
}

export function createSources({ primary, replicas, known, doubt }: SourcesOptions): Sources {
  const readings = new AsyncLocalStorage<Reading | undefined>();

  const fromPrimary = async (): Promise<Lent> => ({ client: await primary.connect(), failed: primary.failed });

  async function read(reading: Reading, from: Replicas): Promise<Lent> {
    if (reading.from === undefined) {
      const least = known();
      const replica = least && least.history > 0 ? await from.connect(least) : undefined;
      if (replica) return lend(reading, replica, replica.client);
    } else if (reading.from !== 'primary') {
      const replica = reading.from;
      const client = await replica.again().catch(() => undefined);
      if (client) return lend(reading, replica, client);
      replica.failed();
    }
    return ahead(reading, from);
  }

  /** The primary is never behind; without it, what there is. */
  async function ahead(reading: Reading, from: Replicas): Promise<Lent> {
    const isFirst = reading.from === undefined;
    try {
      const lent = await fromPrimary();
      reading.from = 'primary';
      // A pooler may be there although its server is not.
      const instead = (error: unknown) => (isNetwork(error) ? behind(reading, from, error) : undefined);
      return isFirst ? { ...lent, instead } : lent;
    } catch (error) {
      if (!isFirst || !(error instanceof NoPrimary)) throw error;
      return behind(reading, from, error);
    }
  }

  async function behind(reading: Reading, from: Replicas, error: unknown): Promise<Lent> {
    primary.failed(error);
    doubt();
    const replica = await from.connectAny();
    if (!replica) throw error;
    return lend(reading, replica, replica.client);
  }

  const lend = (reading: Reading, replica: ReplicaClient, client: pg.PoolClient): Lent => {
    reading.from = replica;
    return {
      client,
      failed: (error) => {
        if (isNetwork(error) || isSilent(error)) replica.failed();
      },
      // Replaying may end a query that it has to wait for.
      instead: (error) =>
        isNetwork(error) || isSilent(error) || isWorthRepeating(error) ? onward(reading, replica) : undefined,
    };
  };

  async function onward(reading: Reading, replica: ReplicaClient): Promise<Lent> {
    replica.failed();
    const lent = await fromPrimary();
    reading.from = 'primary';
    return lent;
  }

  return {
    connect() {
      const reading = readings.getStore();
      return reading && replicas ? read(reading, replicas) : fromPrimary();
    },
    hasReplicas: replicas !== undefined,
    onReplica: (work) => (replicas && !readings.getStore() ? readings.run({ from: undefined }, work) : work()),
    onPrimary: (work) => (readings.getStore() ? readings.run(undefined, work) : work()),
    close: async () => void (await Promise.all([primary.close(), replicas?.close()])),
  };
}
