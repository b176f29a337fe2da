// Serialises the writers of all processes with a lock that ends with the transaction.

/** Identifies a calendar among those of a database, each in its own schema. */
export const calendarNumber = `hashtext('calendar_version'::regclass::oid::text) & 2147483647`;

/** Takes the advisory lock of the calendar, waiting for other writers. */
export const takeWriteLock = (calendar: number | string): string =>
  `select pg_advisory_xact_lock(1262701689, ${calendar})`;
