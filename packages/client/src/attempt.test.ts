import fc from 'fast-check';
import { expect, test } from 'vitest';
import { delayBefore, maxRetryAfterMs, readRetryAfter } from './attempt.ts';

const random = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true });
const now = Date.parse('2027-03-01T12:00:00Z');

test('Waits between tries grow, and are neither zero nor long', () => {
  fc.assert(
    fc.property(fc.nat(40), random, random, (retry, a, b) => {
      const delay = delayBefore(retry, undefined, a) as number;
      expect(delay).toBeGreaterThanOrEqual(125);
      expect(delay).toBeLessThanOrEqual(8000);
      expect(delayBefore(retry + 1, undefined, b) as number).toBeGreaterThanOrEqual(delay / 2);
    }),
  );
});

test('A requested wait is respected unless it is too long', () => {
  fc.assert(
    fc.property(fc.nat(2 * maxRetryAfterMs), fc.nat(5), random, (requested, retry, chance) => {
      const delay = delayBefore(retry, requested, chance);
      if (requested > maxRetryAfterMs) expect(delay).toBeUndefined();
      else expect(delay as number).toBeGreaterThanOrEqual(requested);
    }),
  );
});

test.each([
  [null, undefined],
  ['0', 0],
  [' 120 ', 120_000],
  ['Mon, 01 Mar 2027 12:00:30 GMT', 30_000],
  ['Mon, 01 Mar 2027 11:00:00 GMT', 0],
  ['soon', undefined],
  ['', undefined],
])('Retry-After %j is %j ms', (header, expected) => {
  expect(readRetryAfter(header, now)).toBe(expected);
});
