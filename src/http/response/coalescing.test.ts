import { expect, test } from 'vitest';
import { createCoalescing } from './coalescing.ts';

interface Made {
  name: string;
  isForAll: boolean;
}

/** Replies that the test completes. */
function flying() {
  let now = 100;
  const open: { resolve: (made: Made) => void; reject: (error: Error) => void }[] = [];
  const coalescing = createCoalescing<Made>({ now: () => now, isShared: ({ isForAll }) => isForAll });
  const ask = (version = 1, key = 'a') =>
    coalescing.share(
      key,
      { version, since: 0, until: 200 },
      () => new Promise((resolve, reject) => open.push({ resolve, reject })),
    );
  const at = (second: number) => {
    now = second;
  };
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  return { ask, open, settled, at };
}
const forAll = (name: string): Made => ({ name, isForAll: true });

test('Concurrent requests for one key are computed once, later ones again', async () => {
  const { ask, open } = flying();
  const readers = [ask(), ask(), ask()];
  expect(open).toHaveLength(1);
  open[0]?.resolve(forAll('one'));
  expect((await Promise.all(readers)).map(({ name }) => name)).toEqual(['one', 'one', 'one']);
  void ask();
  expect(open).toHaveLength(2);
});

test('A request after a write does not join a computation begun before it', async () => {
  const { ask, open } = flying();
  const before = ask(1);
  const after = ask(2);
  expect(open).toHaveLength(2);
  open[0]?.resolve(forAll('old'));
  open[1]?.resolve(forAll('new'));
  expect([(await before).name, (await after).name]).toEqual(['old', 'new']);
});

test('A request does not join a computation whose validity has ended', () => {
  const { ask, open, at } = flying();
  void ask();
  at(200);
  void ask();
  expect(open).toHaveLength(2);
});

test('Requests for different keys are computed separately', () => {
  const { ask, open } = flying();
  void ask(1, 'a');
  void ask(1, 'b');
  expect(open).toHaveLength(2);
});

test('A result that must not be shared is computed for each reader', async () => {
  const { ask, open, settled } = flying();
  const first = ask();
  const second = ask();
  open[0]?.resolve({ name: 'mine', isForAll: false });
  await settled();
  open[1]?.resolve({ name: 'yours', isForAll: false });
  expect([(await first).name, (await second).name]).toEqual(['mine', 'yours']);
});

test('An error is not shared with the other readers', async () => {
  const { ask, open, settled } = flying();
  const first = expect(ask()).rejects.toThrow('no');
  const second = ask();
  open[0]?.reject(new Error('no'));
  await settled();
  open[1]?.resolve(forAll('yes'));
  await first;
  expect((await second).name).toBe('yes');
});
