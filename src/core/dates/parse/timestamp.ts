import { isInRange } from '../civil.ts';

/**
 * Unix seconds of a JSON number; of 12 and 13 digits as milliseconds (D21). A fraction of a second is cut. Undefined
 * outside the years 1 to 9999.
 */
export function parseTimestamp(value: number): number | undefined {
  const size = Math.abs(value);
  if (Number.isNaN(value) || size >= 1e13) return undefined;
  const seconds = Math.floor(size >= 1e11 ? value / 1_000 : value);
  // Adding zero makes -0 an ordinary zero.
  return isInRange(seconds) ? seconds + 0 : undefined;
}

/** Text of 9 to 13 digits, or of any behind an `@` (D69), and maybe a fraction; 8 are a day and fewer nothing (D21). */
export function parseTimestampText(text: string): number | undefined {
  return isTimestampText(text) ? parseTimestamp(Number(text.replace('@', ''))) : undefined;
}

export function isTimestampText(text: string): boolean {
  return /^(?:-?\d{9,13}|@-?\d{1,13})(?:\.\d+)?$/.test(text);
}
