import { OperationFailed } from '../../shell.ts';
import { StoreUnavailable } from '../../store/unavailable.ts';

/** Adds to an outage of a database what it has left, which is `unchanged` unless the answer to the commit was lost. */
export function withOutcome(error: unknown, unchanged: string): unknown {
  if (!(error instanceof StoreUnavailable)) return error;
  const outcome = error.isOutcomeUnknown
    ? 'It is unknown whether this was completed: run the same command again, with --force.'
    : `${unchanged} Run the same command again when the database is available.`;
  return new OperationFailed(`${error.message} ${outcome}`);
}
