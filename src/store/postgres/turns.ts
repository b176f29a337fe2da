// Writers of all processes take turns by a lock that ends with the transaction.

/** Which calendar it is of those that a database may hold, each in a schema of its own. */
export const calendarNumber = `hashtext('calendar_version'::regclass::oid::text) & 2147483647`;

/** Waits until nobody else is writing to the calendar of that number. */
export const turnToWrite = (calendar: number | string): string =>
  `select pg_advisory_xact_lock(1262701689, ${calendar})`;
