import type { TransactionOptions } from './transactions.ts';

/** Who counts what a database does where somebody wants to know; without a meter nothing is counted. */
export interface StoreMeter {
  /** The same transactions. */
  transactions(options: TransactionOptions): TransactionOptions;
  /** SQLite: brings the log of commits to the disk. */
  flush(work: () => Promise<void>): Promise<void>;
  /** SQLite: moves that into the database. */
  moveLog(work: () => Promise<void>): Promise<void>;
}
