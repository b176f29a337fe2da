// Failures that no request caused, in one sentence each.
import { errorCodeOf } from '../../core/errors.ts';
import { StoreUnavailable } from '../unavailable.ts';

/** By primary code; extended codes such as SQLITE_READONLY_DBMOVED are included. */
const conditions: Readonly<Record<string, { sentence: string; retryAfterSeconds: number }>> = {
  SQLITE_BUSY: { sentence: 'another program is writing to it and does not finish', retryAfterSeconds: 2 },
  SQLITE_LOCKED: { sentence: 'another program is writing to it and does not finish', retryAfterSeconds: 2 },
  SQLITE_FULL: { sentence: 'the disk is full; writes are refused until there is space', retryAfterSeconds: 60 },
  SQLITE_READONLY: { sentence: 'it is read-only; writes are refused until it is writable', retryAfterSeconds: 60 },
  SQLITE_CANTOPEN: { sentence: 'one of its files cannot be opened', retryAfterSeconds: 30 },
  SQLITE_PERM: { sentence: 'permission is denied', retryAfterSeconds: 60 },
  SQLITE_IOERR: { sentence: 'the disk reports an error', retryAfterSeconds: 30 },
  SQLITE_NOMEM: { sentence: 'there is not enough memory', retryAfterSeconds: 30 },
  SQLITE_CORRUPT: { sentence: 'it is damaged; restore it from a backup', retryAfterSeconds: 300 },
  SQLITE_NOTADB: { sentence: 'it is damaged; restore it from a backup', retryAfterSeconds: 300 },
};

/** The primary code, such as `SQLITE_BUSY`; empty for errors that are not the engine's. */
export function primaryCodeOf(error: unknown): string {
  const code = errorCodeOf(error);
  // No space for the -shm file, which the engine reports as an I/O error.
  if (code === 'SQLITE_IOERR_SHMSIZE') return 'SQLITE_FULL';
  return /^SQLITE_[A-Z]+/.exec(code)?.[0] ?? '';
}

/** Another process is writing. */
export const isBusy = (error: unknown): boolean =>
  error instanceof StoreUnavailable && primaryCodeOf(error.cause) === 'SQLITE_BUSY';

/** StoreUnavailable for a problem of the database; an error about the statement itself is returned unchanged. */
export function asUnavailable(error: unknown, path: string): unknown {
  const condition = conditions[primaryCodeOf(error)];
  if (!condition || !(error instanceof Error)) return error;
  const { sentence, retryAfterSeconds } = condition;
  return new StoreUnavailable(`The database ${path}: ${sentence}.`, { cause: error, retryAfterSeconds });
}
