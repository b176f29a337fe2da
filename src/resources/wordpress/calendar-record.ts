/** A record in a response of the calendar's routes. */
export type CalendarRecord = Readonly<Record<string, unknown>>;

/** Related records: a list, one object, or nothing. */
export const recordsOf = (value: unknown): CalendarRecord[] =>
  Array.isArray(value) ? value : value && typeof value === 'object' ? [value as CalendarRecord] : [];

/** 0 for none. */
export const imageIdOf = ({ image }: CalendarRecord): number => Number(recordsOf(image)[0]?.['id'] ?? 0);
