import { expect, test } from 'vitest';
import { createBoundedCache } from './bounded-cache.ts';

test('Beyond its bound a cache evicts the least recently used entry', () => {
  const cache = createBoundedCache<{ of: string }>(2);
  for (const key of ['one', 'two']) cache.set(key, { of: key });
  cache.get('one');
  cache.set('three', { of: 'three' });
  expect([...cache.keys()].sort()).toEqual(['one', 'three']);
});
