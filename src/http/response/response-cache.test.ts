import { expect, test } from 'vitest';
import { serialise } from './response.ts';
import { createResponseCache } from './response-cache.ts';

function createCache() {
  const tally = { hits: 0, misses: 0, size: () => ({ entries: 0, bytes: 0 }) };
  const cache = createResponseCache({
    maxBytes: 100_000,
    version: () => 1,
    versionOnArrival: () => 1,
    now: () => 100,
    tally,
  });
  return { cache, bytes: () => tally.size().bytes };
}

test('A compressed copy of a cached response counts towards the size of the cache', async () => {
  const { cache, bytes } = createCache();
  const body = { text: Array.from({ length: 3000 }, (_, n) => n * n).join() };
  const response = serialise({ status: 200, headers: {}, body, cacheable: true, read: {} }, () => 0);
  const entry = cache.set('a', response, { version: 1, since: 0, until: 200 });
  const before = bytes();
  const compressed = await entry?.inCoding('gzip');
  expect(bytes()).toBe(before + (compressed?.body.length ?? 0));
  expect(cache.get('a')?.inCoding('gzip')).toBe(compressed);
});
