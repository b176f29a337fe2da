// What is wrong with a PostgreSQL server, in one sentence for whoever runs the service. Never with a password in it.
import { StoreUnavailable } from '../unavailable.ts';

/** Keeps the calendar from being opened; the message is a sentence for people. */
export class PostgresProblem extends Error {}

/** There is none yet, and none was to be made. */
export class NoCalendarYet extends Error {}

/** No server that takes writes can be reached. */
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

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** In a few words; of several addresses tried at once there is a code only. */
export const reasonOf = (error: unknown): string => messageOf(error) || codeOf(error);

const networkCodes =
  /^(?:ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|ENOENT)$/;
/** node-postgres has no codes for what it finds out by itself. */
const networkMessages =
  /^Connection terminated|^Connection ended|connection timeout|^timeout expired$|Client has encountered a connection error|not queryable|client was closed/i;

/** The server cannot be reached, or is going. */
export const isNetwork = (error: unknown): boolean =>
  networkCodes.test(codeOf(error)) || /^(?:08|57P0)/.test(codeOf(error)) || networkMessages.test(messageOf(error));

export const isReadOnly = (error: unknown): boolean => codeOf(error) === '25006';

/** By SQLSTATE: what the log says, and when to come again. */
const conditions: Readonly<Record<string, readonly [sentence: string, retryAfterSeconds: number]>> = {
  '25006': ['The database is read-only: it is a standby, or was made so.', 5],
  '53100': ["The database server's disk is full.", 30],
  '53200': ['The database server is out of memory.', 10],
  '53300': ['The database server has no connection left.', 2],
  '55P03': ['Another program has been writing to the calendar for too long.', 5],
  '57014': ['The database took longer than the statement timeout.', 5],
  '25P03': ['The database ended a transaction that was idle for too long.', 1],
  '28P01': ['The database server refuses the user of DATABASE_URL; check name and password.', 30],
  '28000': ['The database server refuses the user of DATABASE_URL; check its rights to connect.', 30],
  '3D000': ['The database server has no such database as DATABASE_URL names.', 30],
};

/** With what the server says of it, which names the table. */
const namingConditions: Readonly<Record<string, readonly [beginning: string, retryAfterSeconds: number]>> = {
  '42501': ['The user of DATABASE_URL lacks rights', 60],
  '42P01': ['The database lacks a table', 30],
  '3F000': ['The database lacks a schema', 30],
  // Of a database that was closed, as before it is moved.
  '55000': ['The database takes no connections', 30],
};

/** The server did not answer although it should at least have given up. */
export const isSilent = (error: unknown): boolean => /^Query read timeout/.test(messageOf(error));

/** The same as what HTTP answers with 503; undefined for what is no fault of the database's. */
export function asUnavailable(error: unknown): StoreUnavailable | undefined {
  if (error instanceof StoreUnavailable) return error;
  const [sentence, retryAfterSeconds] = conditions[codeOf(error)] ?? [];
  if (sentence !== undefined && retryAfterSeconds !== undefined)
    return new StoreUnavailable(sentence, { cause: error, retryAfterSeconds });
  const [beginning, againAfterSeconds] = namingConditions[codeOf(error)] ?? [];
  if (beginning !== undefined && againAfterSeconds !== undefined)
    return new StoreUnavailable(`${beginning} (${messageOf(error)}).`, {
      cause: error,
      retryAfterSeconds: againAfterSeconds,
    });
  if (messageOf(error) === 'timeout exceeded when trying to connect')
    return new StoreUnavailable('All connections to the database are in use.', { cause: error, retryAfterSeconds: 1 });
  if (isSilent(error))
    return new StoreUnavailable('The database took longer than the statement timeout.', {
      cause: error,
      retryAfterSeconds: 5,
    });
  if (!isNetwork(error)) return undefined;
  return new StoreUnavailable('The connection to the database is lost.', { cause: error, retryAfterSeconds: 2 });
}

/** Of a commit: without its answer it is unknown whether the server has kept it. */
export function asLostCommit(error: unknown): unknown {
  if (!(error instanceof StoreUnavailable) || !(isNetwork(error.cause) || isSilent(error.cause))) return error;
  const { message, cause, retryAfterSeconds } = error;
  return new StoreUnavailable(message, { cause, retryAfterSeconds, isOutcomeUnknown: true });
}

/** A connection's prepared statement is of a table that has had other columns: somebody has migrated the calendar. */
export const isPlanOutdated = (error: unknown): boolean =>
  codeOf(error) === '0A000' && /cached plan/.test(messageOf(error));

/** Broken off by the server although nothing was wrong with the transaction itself. */
export const isWorthRepeating = (error: unknown): boolean =>
  ['40001', '40P01'].includes(codeOf(error)) || isPlanOutdated(error);

/** Why a calendar could not be opened. */
export function problemOf(error: unknown, { host, port, user, database }: Target): PostgresProblem {
  if (error instanceof PostgresProblem) return error;
  if (error instanceof NoPrimary) return new PostgresProblem(error.message);
  const cause = error instanceof StoreUnavailable && error.cause !== undefined ? error.cause : error;
  const place = `${host}:${port}`;
  if (codeOf(cause) === '42501' && !/ for (?:database|schema) /.test(messageOf(cause)))
    return new PostgresProblem(
      `The user "${user}" may not do with the calendar's tables in the database "${database}" what is to be done (${messageOf(cause)}); its administrator makes "${user}" their owner.`,
    );
  const sentence = sentences[codeOf(cause)]?.({ place, user, database });
  if (sentence !== undefined) return new PostgresProblem(sentence);
  if (/unsupported startup parameter/.test(messageOf(cause)))
    return new PostgresProblem(
      `The pooler ${place} takes no settings of a connection: set KALENDS_DATABASE_POOLER=transaction.`,
    );
  if (isNetwork(cause)) {
    const reason = codeOf(cause) || messageOf(cause).toLowerCase();
    return new PostgresProblem(`The database server ${place} cannot be reached (${reason}).`);
  }
  if (/does not support SSL/.test(messageOf(cause)))
    return new PostgresProblem(`The database server ${place} does not speak TLS; DATABASE_URL asks for it (sslmode).`);
  return new PostgresProblem(`The database "${database}" on ${place} cannot be used: ${messageOf(cause)}.`);
}

interface Named {
  place: string;
  user: string;
  database: string;
}

const refused = ({ place, user }: Named) =>
  `The database server ${place} refuses the user "${user}"; check name and password in DATABASE_URL.`;

const sentences: Readonly<Record<string, (named: Named) => string>> = {
  '28P01': refused,
  '28000': refused,
  '3D000': ({ place, user, database }) =>
    `There is no database "${database}" on ${place}; its administrator makes it: create database "${database}" owner "${user}" encoding 'UTF8' template template0;`,
  '42501': ({ user, database }) =>
    `The user "${user}" lacks rights in the database "${database}"; its administrator gives them: grant create on database "${database}" to "${user}"; grant usage, create on schema public to "${user}";`,
  '25006': ({ place, database }) =>
    `The database "${database}" on ${place} is read-only: it is a standby, or was made so. DATABASE_URL has to name the primary.`,
  '53300': ({ place }) => `The database server ${place} has no connection left.`,
  '57P03': ({ place }) => `The database server ${place} is still starting or shutting down; try again in a moment.`,
  '55P03': ({ database }) =>
    `Another program has held the database "${database}" for too long; try again when that has ended.`,
};
