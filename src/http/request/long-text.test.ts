// Requests crafted to be slow: each would take half a minute, or all memory, if the cost were not linear.
import { expect, test } from 'vitest';
import { rangeIn } from '../endpoints/file-routes.ts';
import { readNumber } from '../params/scalars.ts';
import { selectFields } from '../response/select-fields.ts';

/** Far longer than any of these takes. */
const enough = { timeout: 10_000 };

test('A malformed number of many digits is rejected in linear time', enough, () => {
  expect(readNumber(`${'1'.repeat(100_000)}x`)).toBeUndefined();
});

test.each(['bytes=#x', 'bytes#=#1#-#x', 'bytes=1-#x'])(
  'Spaces in a range are read in step with its length: %s',
  enough,
  (header) => {
    expect(rangeIn(header.replaceAll('#', ' '.repeat(200_000)), 10)).toBeUndefined();
  },
);

test('A Range header with spaces is parsed', () => {
  expect(rangeIn(' bytes = 2 - 5 ', 10)).toEqual({ start: 2, end: 5 });
});

test('A field path far deeper than any reply is ignored in linear time', enough, () => {
  expect(selectFields({ a: { a: 1 }, b: 2 }, [`a${'.a'.repeat(20_000)}`, 'b'])).toEqual({ b: 2 });
});
