/** The largest offset from UTC in use (D22). */
export const maxOffsetSeconds = 14 * 3_600;

const pattern = /^UTC([+-]?)(\d{1,2})(?::([0-5]\d)|\.(5|25|75))?$/;

/** Seconds of `UTC+3`, `UTC-07`, `UTC+5:30`, `UTC+5.5`; `UTC5` is `UTC+5`. Upper case only, as in the reference. */
export function parseFixedOffset(zone: string): number | undefined {
  const match = pattern.exec(zone);
  if (match === null) return undefined;
  const [, sign, hours, minutes, fraction] = match;
  const seconds = Number(hours) * 3_600 + Number(minutes ?? 0) * 60 + Number(`0.${fraction ?? 0}`) * 3_600;
  if (seconds > maxOffsetSeconds) return undefined;
  return sign === '-' && seconds !== 0 ? -seconds : seconds;
}
