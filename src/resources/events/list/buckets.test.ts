import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bucketRanges, bucketShifts } from './buckets.ts';

const bucket = fc.integer({ min: -1_000_000, max: 4_000_000 });

test('Ranges cover every bucket exactly once, the larger ones where they fit', () => {
  fc.assert(
    fc.property(bucket, fc.integer({ min: 0, max: 40_000 }), (first, length) => {
      const ranges = bucketRanges(first, first + length);
      expect(ranges).toHaveLength(5);
      const covered = ranges
        .filter(({ low, high }) => low < high)
        .map(({ shift, low, high }) => [low * 2 ** (shift - bucketShifts[0]), high * 2 ** (shift - bucketShifts[0])])
        .sort(([a], [b]) => (a as number) - (b as number));
      let reached = first;
      for (const [from, to] of covered) {
        expect(from).toBe(reached);
        reached = to as number;
      }
      expect(reached).toBe(first + length);
      const rows = ranges.filter(({ shift }) => shift < 26).reduce((sum, { low, high }) => sum + high - low, 0);
      expect(rows).toBeLessThan(4 * 32);
    }),
  );
});
