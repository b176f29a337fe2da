import { expect, test } from 'vitest';
import { createKeyedSemaphore, createSemaphore } from './semaphore.ts';

test('Work runs up to the limit, and the rest follows in order, after failures too', async () => {
  const semaphore = createSemaphore(2);
  let running = 0;
  let most = 0;
  const order: number[] = [];
  const work = (n: number) =>
    semaphore(async () => {
      running += 1;
      most = Math.max(most, running);
      order.push(n);
      await new Promise((resolve) => setTimeout(resolve, 5));
      running -= 1;
      if (n % 2 === 0) throw new Error('failed');
    });
  const results = await Promise.allSettled([0, 1, 2, 3, 4, 5].map(work));
  expect(most).toBe(2);
  expect(order).toEqual([0, 1, 2, 3, 4, 5]);
  expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(3);
});

test('Work that has waited too long is refused and occupies no place', async () => {
  const semaphore = createSemaphore(1, 10);
  let finish = () => {};
  const first = semaphore(() => new Promise<void>((resolve) => (finish = resolve)));
  await expect(semaphore(async () => 'second')).rejects.toMatchObject({ status: 503 });
  finish();
  await first;
  expect(await semaphore(async () => 'third')).toBe('third');
  expect(await Promise.all([semaphore(async () => 4), semaphore(async () => 5)])).toEqual([4, 5]);
});

test('One key with much work leaves places to others', async () => {
  const semaphore = createKeyedSemaphore(2, 5000);
  const running: string[] = [];
  const ends: (() => void)[] = [];
  const work = (name: string) => () => {
    running.push(name);
    return new Promise<void>((resolve) => ends.push(resolve));
  };
  const all = ['a1', 'a2', 'a3', 'b1'].map((name) => semaphore(name[0] as string, work(name)));
  await new Promise(setImmediate);
  expect(running).toEqual(['a1', 'b1']);
  for (let n = 0; n < 4; n++) {
    ends.shift()?.();
    await new Promise(setImmediate);
  }
  await Promise.all(all);
  expect(running).toEqual(['a1', 'b1', 'a2', 'a3']);
});

test('A key with several places leaves the others free', async () => {
  const semaphore = createKeyedSemaphore(3, undefined, 2);
  const running: string[] = [];
  let end = () => {};
  const ended = new Promise<void>((resolve) => (end = resolve));
  const work = (name: string) => () => {
    running.push(name);
    return ended;
  };
  const all = ['a1', 'a2', 'a3', 'b1'].map((name) => semaphore(name[0] as string, work(name)));
  await new Promise(setImmediate);
  expect(running).toEqual(['a1', 'a2', 'b1']);
  end();
  await Promise.all(all);
  expect(running).toEqual(['a1', 'a2', 'b1', 'a3']);
});
