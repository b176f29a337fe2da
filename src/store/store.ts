import type { Kysely, Transaction } from 'kysely';
import type { Dialect } from './dialect.ts';
import type { Database } from './schema.ts';

/** A connection to read with: the store's reader, or the transaction of the write under way. */
export type Reader = Kysely<Database>;
export type Writer = Transaction<Database>;

export interface Store {
  readonly dialect: Dialect;
  /** Sees committed data only. */
  readonly reader: Reader;
  /** One transaction; whatever `work` throws rolls all of it back. Writers wait for each other. */
  write<T>(work: (writer: Writer) => Promise<T>): Promise<T>;
  /** Another number after every commit, by whichever process: what caches are keyed by. */
  version(): number;
  close(): Promise<void>;
}
