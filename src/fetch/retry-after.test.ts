import { expect, test } from 'vitest';
import { retryAfterMs } from './retry-after.ts';

test.each([
  ['120', 120_000],
  ['Thu, 01 Jan 1970 00:00:10 GMT', 5000],
  ['Thu, 01 Jan 1970 00:00:01 GMT', 0],
  ['soon', undefined],
  ['-5', undefined],
  [null, undefined],
])('Retry-After %s means a wait of %s ms', (header, wait) => expect(retryAfterMs(header, 5000)).toBe(wait));
