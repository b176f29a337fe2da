import { isInRange } from '../civil.ts';

/** Unix seconds; numbers of 12 and 13 digits are milliseconds (D21). Undefined outside the years 1 to 9999. */
export function parseTimestamp(value: number): number | undefined {
  const size = Math.abs(value);
  if (Number.isNaN(value) || size >= 1e13) return undefined;
  const seconds = Math.floor(size >= 1e11 ? value / 1_000 : value);
  // Adding zero turns -0 into 0.
  return isInRange(seconds) ? seconds + 0 : undefined;
}

/** 9 to 13 digits, or any number after `@` (D69), optionally with a fraction. 8 digits are a day (D21). */
export function parseTimestampText(text: string): number | undefined {
  return isTimestampText(text) ? parseTimestamp(Number(text.replace('@', ''))) : undefined;
}

export function isTimestampText(text: string): boolean {
  return /^(?:-?\d{9,13}|@-?\d{1,13})(?:\.\d+)?$/.test(text);
}
