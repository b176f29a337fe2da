import { expect, test } from 'vitest';
import { firstFree } from './slugs.ts';

test('A thousand records with the same title take fewer than forty lookups to number the next one', async () => {
  const taken = new Set(['gala', ...Array.from({ length: 999 }, (_, at) => `gala-${at + 2}`)]);
  let lookups = 0;
  const slug = await firstFree('gala', async (candidate) => {
    lookups += 1;
    return taken.has(candidate);
  });
  expect(slug).toBe('gala-1001');
  expect(lookups).toBeLessThan(40);
});
