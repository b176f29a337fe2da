// A response is built in memory, so its size has a limit: texts of venues, organizers and terms are repeated with
// every event that has them.
import { ApiError } from '../../core/api-error.ts';

const mebibytes = 32;
const maxBytes = mebibytes * 1024 ** 2;

export const isTooLarge = (bytes: number): boolean => bytes > maxBytes;

/** Throws 400 `rest_response_too_large` for a response of that size. */
export function assertSize(bytes: number): void {
  if (isTooLarge(bytes)) throw new ApiError('rest_response_too_large', { args: { mebibytes } });
}

/** Adds up the sizes of the parts of one response, and throws as soon as they are too large together. */
export function createSizeTotal(): (bytes: number) => void {
  let total = 0;
  return (bytes) => {
    total += bytes;
    assertSize(total);
  };
}

/** About the size of the value as JSON. Counting stops beyond the limit. */
export const sizeOf = (value: unknown): number => maxBytes - remaining(value, maxBytes);

function remaining(value: unknown, left: number): number {
  if (left < 0) return left;
  if (typeof value === 'string') return left - 2 - bytesOf(value);
  if (typeof value !== 'object' || value === null) return left - 5;
  if (Array.isArray(value)) return value.reduce((rest: number, member) => remaining(member, rest - 1), left);
  let rest = left;
  for (const name in value) rest = remaining((value as Record<string, unknown>)[name], rest - name.length - 4);
  return rest;
}

/** Counting the bytes of a short text takes longer than the difference is worth. */
const bytesOf = (text: string): number => (text.length < 1000 ? text.length : Buffer.byteLength(text));
