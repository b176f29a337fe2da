// Writers of all processes take turns by a lock that ends with the transaction.

/** Which calendar it is of those that a database may hold, each in a schema of its own. */
export const calendarNumber = `hashtext('calendar_version'::regclass::oid::text) & 2147483647`;

/** Takes the advisory lock of the calendar with that number, waiting for other writers. */
export const turnToWrite = (calendar: number | string): string =>
  `select pg_advisory_xact_lock(1262701689, ${calendar})`;
