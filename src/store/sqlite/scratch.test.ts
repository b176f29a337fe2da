import { expect, test } from 'vitest';
import { withScratch } from './scratch.ts';

test('A map on disk iterates in insertion order, even while entries are changed', async () => {
  const keys = await withScratch(async (scratch) => {
    const map = scratch.createMap<{ at: number; seen?: true }>();
    for (let at = 0; at < 1200; at++) map.set(`key ${at}`, { at });
    for (const [key, value] of map) map.set(key, { ...value, seen: true });
    expect(map.get('key 7')).toEqual({ at: 7, seen: true });
    expect(map.has('key 1200')).toBe(false);
    expect(map.get('key 1200')).toBeUndefined();
    return [...map].map(([key]) => key);
  });
  expect(keys).toEqual(Array.from({ length: 1200 }, (_, at) => `key ${at}`));
});

test('Maps of one scratch database are separate', async () => {
  await withScratch(async (scratch) => {
    const [one, other] = [scratch.createMap<number[]>(), scratch.createMap<number[]>()];
    one.set('a', [1]);
    expect([...other]).toEqual([]);
  });
});
