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
