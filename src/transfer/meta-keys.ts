/** Row of `meta` with the salt of the events' passwords, as `resources/events/passwords.ts` makes it. */
export const eventPasswordSaltKey = 'event_password_salt';
