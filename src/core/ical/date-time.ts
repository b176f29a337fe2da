import { dayOf, formatUtc } from '../dates/civil.ts';

/** `20271002` of `2027-10-02 09:00:00` or of `2027-10-02`. */
export const dateValue = (wall: string): string => (wall.includes(' ') ? dayOf(wall) : wall).replaceAll('-', '');

/** `20271002T090000` */
export const localValue = (wall: string): string => wall.replace(/[-:]/g, '').replace(' ', 'T');

/** `20271002T090000Z` */
export const utcValue = (epoch: number): string => `${localValue(formatUtc(epoch))}Z`;

/** `+0100`, with seconds for local mean times. */
export function offsetValue(seconds: number): string {
  const size = Math.abs(seconds);
  const parts = [Math.trunc(size / 3600), Math.trunc(size / 60) % 60, ...(size % 60 === 0 ? [] : [size % 60])];
  return (seconds < 0 ? '-' : '+') + parts.map((part) => String(part).padStart(2, '0')).join('');
}
