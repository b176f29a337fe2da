// Messages of failed imports, with the state that they leave.
import { errorCodeOf, isSystemError, whyUnwritable } from '../../core/errors.ts';
import { Stopped, TransferProblem } from '../../core/transfer-problem.ts';
import { BadReply } from '../../import/fetch/polite-get.ts';
import { OperationFailed } from '../../shell.ts';
import { StoreUnavailable } from '../../store/unavailable.ts';

/** Files are imported all or none; fetched and imported pages of a live site are preserved. */
export const withMessages = <T>(keeps: 'all or none' | 'resumable', work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw asOperationFailed(error, keeps === 'resumable');
  });

const signIn = 'Check --user, a user of the source, and its application password in KALENDS_IMPORT_PASSWORD.';
const blocked = 'Ask whoever runs the site whether a firewall blocks "Kalends (calendar import)".';
const closed =
  'Its web server asks for a password before the calendar does: ask for that to be switched off during the import.';
const unknown = 'It is unknown whether everything was imported or nothing.';
const resume = 'Run the same command again to resume.';

const databaseSentences: Readonly<Record<string, string>> = {
  SQLITE_BUSY: 'Another program is writing to the calendar; try again when it has ended.',
  SQLITE_FULL: 'The disk is full.',
};

/** The API itself refuses with a code. */
const adviceFor = ({ status, code }: BadReply): string => (code !== '' ? signIn : status === 403 ? blocked : closed);

function asOperationFailed(error: unknown, isResumable: boolean): unknown {
  const outcome = isResumable ? `Not everything was imported. ${resume}` : 'Nothing was imported.';
  if (error instanceof BadReply && (error.status === 401 || error.status === 403))
    return new OperationFailed(`Not everything was imported.\n${error.message} ${adviceFor(error)}`);
  if (error instanceof TransferProblem) return new OperationFailed(`${outcome}\n${error.message}`);
  if (error instanceof Stopped)
    return new OperationFailed(
      `Stopped before the end; ${isResumable ? `what was fetched is kept. ${resume}` : 'nothing was imported.'}`,
    );
  const isOfFile = isSystemError(error) && (error as NodeJS.ErrnoException).syscall !== undefined;
  const sentence = isOfFile
    ? `A file that the import needs cannot be written: ${whyUnwritable(error)}.`
    : databaseSentences[errorCodeOf(error instanceof StoreUnavailable ? error.cause : error)];
  if (sentence !== undefined) return new OperationFailed(`${sentence} ${outcome}`);
  if (!(error instanceof StoreUnavailable)) return error;
  const next = isResumable
    ? outcome
    : `${error.isOutcomeUnknown ? unknown : outcome} Run the same command again when the database is available.`;
  return new OperationFailed(`${error.message} ${next}`);
}
