import { expect, test } from 'vitest';
import { createSelectiveCache } from './selective-cache.ts';

const open = () => createSelectiveCache<{ bytes: number }>(100, ({ bytes }) => bytes);
const forty = { bytes: 40 };

test('A selective cache admits values while there is room', () => {
  const cache = open();
  cache.set('a', forty);
  cache.set('b', forty);
  expect([cache.get('a'), cache.get('b')]).toEqual([forty, forty]);
});

test('A full cache admits a key at its second set and evicts the least recently used', () => {
  const cache = open();
  cache.set('a', forty);
  cache.set('b', forty);
  cache.get('a');
  cache.set('c', forty);
  expect(['a', 'b', 'c'].map((key) => cache.peek(key))).toEqual([forty, forty, undefined]);
  cache.set('c', forty);
  expect(['a', 'b', 'c'].map((key) => cache.peek(key))).toEqual([forty, undefined, forty]);
});

test('Keys that are set once, or again only after many others, evict nothing', () => {
  const cache = open();
  cache.set('a', forty);
  cache.set('b', forty);
  for (let n = 0; n < 100; n++) cache.set(`once ${n}`, forty);
  expect(['a', 'b', 'once 99'].map((key) => cache.peek(key))).toEqual([forty, forty, undefined]);
  cache.set('once 0', forty);
  expect(cache.peek('once 0')).toBeUndefined();
});

test('A new value of a cached key replaces the old one, however full the cache', () => {
  const cache = open();
  cache.set('a', forty);
  cache.set('b', forty);
  cache.set('a', { bytes: 55 });
  expect([cache.peek('a'), cache.peek('b')]).toEqual([{ bytes: 55 }, forty]);
  cache.delete('a');
  expect(cache.get('a')).toBeUndefined();
  cache.set('c', forty);
  expect(cache.get('c')).toEqual(forty);
});

test('A value larger than the whole cache is not admitted', () => {
  const cache = open();
  cache.set('a', { bytes: 101 });
  cache.set('a', { bytes: 101 });
  expect(cache.get('a')).toBeUndefined();
});

test('Very long keys are admitted only while there is room, and never noted as rejected', () => {
  const cache = open();
  const [first, second] = ['x', 'y'].map((letter) => letter.repeat(501)) as [string, string];
  cache.set(first, forty);
  cache.set('a', forty);
  cache.set(second, forty);
  cache.set(second, forty);
  expect([first, 'a', second].map((key) => cache.peek(key))).toEqual([forty, forty, undefined]);
});
