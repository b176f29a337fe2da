// Problems of PostgreSQL servers, each in one sentence for the operator. Never contains a password.
import { errorCodeOf, messageOf } from '../../core/errors.ts';
import { StoreUnavailable } from '../unavailable.ts';

/** The calendar cannot be opened; the message is a sentence for the operator. */
export class PostgresProblem extends Error {}

/** There is no calendar, and `mustExist` forbids creating one. */
export class NoCalendarYet extends Error {}

/** No server that accepts writes is reachable. */
export class NoPrimary extends StoreUnavailable {
  constructor(message: string, cause?: unknown) {
    super(message, { cause, retryAfterSeconds: 2 });
  }
}

export interface Target {
  host: string;
  port: number;
  user: string;
  database: string;
}

/** An error for several addresses at once has a code but no message. */
export const reasonOf = (error: unknown): string => messageOf(error) || errorCodeOf(error);

const networkCodes =
  /^(?:ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|ENOENT)$/;
/** node-postgres has no codes for errors that it detects itself. */
const networkMessages =
  /^Connection terminated|^Connection ended|connection timeout|^timeout expired$|Client has encountered a connection error|not queryable|client was closed/i;

export const isDiskFull = (error: unknown): boolean => errorCodeOf(error) === '53100';

/** The server is unreachable or shutting down. */
export const isNetwork = (error: unknown): boolean =>
  networkCodes.test(errorCodeOf(error)) ||
  /^(?:08|57P0)/.test(errorCodeOf(error)) ||
  networkMessages.test(messageOf(error));

export const isReadOnly = (error: unknown): boolean => errorCodeOf(error) === '25006';

type Condition = readonly [sentence: string, retryAfterSeconds: number];

/** By SQLSTATE: a sentence for the log, and `Retry-After`. */
const conditions: Readonly<Record<string, Condition>> = {
  '25006': ['The database is read-only, for example a standby.', 5],
  '53100': ["The database server's disk is full.", 30],
  '53200': ['The database server is out of memory.', 10],
  '53300': ['The database server has no free connection.', 2],
  '55P03': ['Timed out waiting for another program to finish writing to the calendar.', 5],
  '57014': ['The database took longer than the statement timeout.', 5],
  '25P03': ['The database ended a transaction that was idle for too long.', 1],
  '28P01': ['The database server refuses the user of DATABASE_URL; check name and password.', 30],
  '28000': ['The database server refuses the user of DATABASE_URL; check its rights to connect.', 30],
  '3D000': ['The database that DATABASE_URL names does not exist.', 30],
};

/** Completed by the message of the server, which names the object. */
const namingConditions: Readonly<Record<string, Condition>> = {
  '42501': ['The user of DATABASE_URL lacks rights', 60],
  '42P01': ['The database lacks a table', 30],
  '3F000': ['The database lacks a schema', 30],
  // The database was closed to connections, for example to move it.
  '55000': ['The database takes no connections', 30],
};

/** The server did not answer although it should at least have cancelled the statement. */
export const isSilent = (error: unknown): boolean => /^Query read timeout/.test(messageOf(error));

/** The error as a 503; `undefined` if the database is not at fault. */
export function asUnavailable(error: unknown): StoreUnavailable | undefined {
  if (error instanceof StoreUnavailable) return error;
  const [sentence, retryAfterSeconds] = conditionOf(error) ?? [];
  if (sentence === undefined || retryAfterSeconds === undefined) return undefined;
  return new StoreUnavailable(sentence, { cause: error, retryAfterSeconds });
}

function conditionOf(error: unknown): Condition | undefined {
  const code = errorCodeOf(error);
  const [beginning, retryAfterSeconds] = namingConditions[code] ?? [];
  if (retryAfterSeconds !== undefined) return [`${beginning} (${messageOf(error)}).`, retryAfterSeconds];
  if (messageOf(error) === 'timeout exceeded when trying to connect')
    return ['All connections to the database are in use.', 1];
  if (isSilent(error)) return conditions['57014'];
  return conditions[code] ?? (isNetwork(error) ? ['The connection to the database is lost.', 2] : undefined);
}

/** If the answer to a commit is lost, its outcome is unknown. */
export function asLostCommit(error: unknown): unknown {
  if (!(error instanceof StoreUnavailable) || !(isNetwork(error.cause) || isSilent(error.cause))) return error;
  const { message, cause, retryAfterSeconds } = error;
  return new StoreUnavailable(message, { cause, retryAfterSeconds, isOutcomeUnknown: true });
}

/** A prepared statement is outdated because the calendar was migrated. */
export const isPlanOutdated = (error: unknown): boolean =>
  errorCodeOf(error) === '0A000' && /cached plan/.test(messageOf(error));

/** The server aborted a transaction that may succeed when it is run again. */
export const isRetryable = (error: unknown): boolean =>
  ['40001', '40P01'].includes(errorCodeOf(error)) || isPlanOutdated(error);

/** Why a calendar could not be opened. */
export function problemOf(error: unknown, { host, port, user, database }: Target): PostgresProblem {
  if (error instanceof PostgresProblem) return error;
  if (error instanceof NoPrimary) return new PostgresProblem(error.message);
  const cause = error instanceof StoreUnavailable && error.cause !== undefined ? error.cause : error;
  const place = `${host}:${port}`;
  if (errorCodeOf(cause) === '42501' && !/ for (?:database|schema) /.test(messageOf(cause)))
    return new PostgresProblem(
      `The user "${user}" lacks rights on the calendar's tables in the database "${database}" (${messageOf(cause)}); have an administrator make "${user}" their owner.`,
    );
  const sentence = sentences[errorCodeOf(cause)]?.({ place, user, database });
  if (sentence !== undefined) return new PostgresProblem(sentence);
  if (/unsupported startup parameter/.test(messageOf(cause)))
    return new PostgresProblem(
      `The pooler ${place} accepts no connection settings: set KALENDS_DATABASE_POOLER=transaction.`,
    );
  if (isNetwork(cause)) {
    const reason = errorCodeOf(cause) || messageOf(cause).toLowerCase();
    return new PostgresProblem(`The database server ${place} cannot be reached (${reason}).`);
  }
  if (/CERT|LEAF_SIGNATURE/.test(errorCodeOf(cause)))
    return new PostgresProblem(
      `The certificate of the database server ${place} cannot be verified (${errorCodeOf(cause)}); it must be valid for this host, and if a private authority signed it, DATABASE_URL must name the certificate of that authority, as in sslmode=verify-full&sslrootcert=/etc/ssl/db-ca.pem.`,
    );
  if (/does not support SSL/.test(messageOf(cause)))
    return new PostgresProblem(
      `The database server ${place} does not support TLS, which DATABASE_URL requires (sslmode).`,
    );
  return new PostgresProblem(`The database "${database}" on ${place} cannot be used: ${messageOf(cause)}.`);
}

interface Named {
  place: string;
  user: string;
  database: string;
}

const refused = ({ place, user }: Named) =>
  `The database server ${place} refuses the user "${user}"; check name and password in DATABASE_URL.`;

const ended = ({ place }: Named) => `The database server ${place} ended the connection; try again in a moment.`;

const sentences: Readonly<Record<string, (named: Named) => string>> = {
  '28P01': refused,
  '28000': refused,
  '3D000': ({ place, user, database }) =>
    `There is no database "${database}" on ${place}; have an administrator create it: create database "${database}" owner "${user}" encoding 'UTF8' template template0;`,
  '42501': ({ user, database }) =>
    `The user "${user}" lacks rights in the database "${database}"; have an administrator grant them: grant create on database "${database}" to "${user}"; grant usage, create on schema public to "${user}";`,
  '25006': ({ place, database }) =>
    `The database "${database}" on ${place} is read-only, for example a standby; DATABASE_URL must name the primary.`,
  '53100': ({ place }) =>
    `The disk of the database server ${place} is full: nothing was changed; free some space and try again.`,
  '53300': ({ place }) => `The database server ${place} has no free connection.`,
  '57P01': ended,
  '57P02': ended,
  '57P03': ({ place }) => `The database server ${place} is still starting or shutting down; try again in a moment.`,
  '55P03': ({ database }) =>
    `The database "${database}" is locked by another program; try again when that has finished.`,
};
