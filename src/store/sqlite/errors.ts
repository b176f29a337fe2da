// What the engine cannot do for reasons outside the request, in one sentence each.
import { StoreUnavailable } from '../unavailable.ts';

/** By family: extended codes such as SQLITE_READONLY_DBMOVED count as theirs. */
const troubles: Readonly<Record<string, { sentence: string; retryAfterSeconds: number }>> = {
  SQLITE_BUSY: { sentence: 'another program is writing to it and does not end', retryAfterSeconds: 2 },
  SQLITE_LOCKED: { sentence: 'another program is writing to it and does not end', retryAfterSeconds: 2 },
  SQLITE_FULL: { sentence: 'the disk is full; it takes no changes until there is room', retryAfterSeconds: 60 },
  SQLITE_READONLY: { sentence: 'it is read-only; it takes no changes', retryAfterSeconds: 60 },
  SQLITE_CANTOPEN: { sentence: 'a file of it cannot be opened', retryAfterSeconds: 30 },
  SQLITE_PERM: { sentence: 'permission is denied', retryAfterSeconds: 60 },
  SQLITE_IOERR: { sentence: 'the disk reports an error', retryAfterSeconds: 30 },
  SQLITE_NOMEM: { sentence: 'there is not enough memory', retryAfterSeconds: 30 },
  SQLITE_CORRUPT: { sentence: 'it is damaged; restore it from a backup', retryAfterSeconds: 300 },
  SQLITE_NOTADB: { sentence: 'it is damaged; restore it from a backup', retryAfterSeconds: 300 },
};

/** `SQLITE_BUSY` of every kind of it; empty for what is no error of the engine. */
export function familyOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  // No room for the index of the log, which the engine calls an error of the disk.
  if (code === 'SQLITE_IOERR_SHMSIZE') return 'SQLITE_FULL';
  return /^SQLITE_[A-Z]+/.exec(code)?.[0] ?? '';
}

/** Another process is writing. */
export const isBusy = (error: unknown): boolean =>
  error instanceof StoreUnavailable && familyOf(error.cause) === 'SQLITE_BUSY';

/** The error as the rest of the program knows it; one about the statement itself is returned as it is. */
export function asUnavailable(error: unknown, path: string): unknown {
  const trouble = troubles[familyOf(error)];
  if (!trouble || !(error instanceof Error)) return error;
  const { sentence, retryAfterSeconds } = trouble;
  return new StoreUnavailable(`The database ${path}: ${sentence}.`, { cause: error, retryAfterSeconds });
}
