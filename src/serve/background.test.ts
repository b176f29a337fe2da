import pino from 'pino';
import { afterEach, expect, test, vi } from 'vitest';
import { startTestApp } from '../../test/support/test-app.ts';
import { startFileCollection } from './background.ts';

afterEach(() => {
  vi.useRealTimers();
});

test('The service deletes orphaned files that are a day old, soon after its start and daily', async () => {
  const { store, clock } = await startTestApp();
  const files = new Map([
    ['2027/02/a/old.jpg', clock.now() - 86_400],
    ['2027/02/b/young.jpg', clock.now() - 86_300],
  ]);
  const storage = {
    async *list() {
      for (const [key, modifiedAt] of files) yield { key, size: 1, modifiedAt };
    },
    remove: async (key: string) => void files.delete(key),
  };
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const collection = startFileCollection({
    store,
    storage: storage as never,
    logger: pino({ level: 'silent' }),
    now: clock.now,
  });
  expect(files.size).toBe(2);
  vi.advanceTimersByTime(60_000);
  await vi.waitUntil(() => files.size === 1);
  clock.advance(100);
  vi.advanceTimersByTime(86_400_000);
  await vi.waitUntil(() => files.size === 0);
  await collection.stop();
});

test('A stop does not wait until all files are listed or deleted', async () => {
  const { store, clock } = await startTestApp();
  let listed = 0;
  const storage = {
    async *list() {
      for (;;) {
        await new Promise((resolve) => setImmediate(resolve));
        listed += 1;
        yield { key: `2027/02/a/${listed}.jpg`, size: 1, modifiedAt: clock.now() };
      }
    },
  };
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const lines: string[] = [];
  const collection = startFileCollection({
    store,
    storage: storage as never,
    logger: pino({}, { write: (line) => void lines.push(line) }),
    now: clock.now,
  });
  vi.advanceTimersByTime(60_000);
  await vi.waitUntil(() => listed > 10, { interval: 1 });
  await collection.stop();
  expect(lines).toEqual([]);
});
