import { setTimeout } from 'node:timers/promises';
import pino from 'pino';
import { afterEach, expect, test, vi } from 'vitest';
import { startTestApp } from '../../test/support/test-app.ts';
import { storageUnavailable } from '../media/storage/storage.ts';
import { StoreUnavailable } from '../store/unavailable.ts';
import { startAuditPruning, startFileCollection, startGeocoder, startWebhooks } from './background.ts';

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

const lost = new StoreUnavailable('The connection to the database is lost.', { retryAfterSeconds: 5 });
test.each([
  ['the database', lost, 'The connection to the database is lost.'],
  ['the bucket', storageUnavailable(new Error('the object storage answered 503')), 'the object storage answered 503'],
])('Daily work that an outage of %s prevents is logged with the reason, without a stack', async (_, outage, reason) => {
  const { store, clock } = await startTestApp();
  const fail = () => Promise.reject(outage);
  const lines: { msg: string }[] = [];
  const logger = pino({ base: null }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const failing = { store: { ...store, write: fail }, logger, now: clock.now };
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const works = [
    startAuditPruning({ auditRetentionDays: 1, revisions: 0 }, failing),
    startFileCollection({
      ...failing,
      storage: { list: () => ({ [Symbol.asyncIterator]: () => ({ next: fail }) }) } as never,
    }),
  ];
  vi.advanceTimersByTime(60_000);
  await vi.waitUntil(() => lines.length === 2);
  for (const work of works) await work.stop();
  expect(lines).toMatchObject([
    { reason, msg: 'audit: deleting old entries failed' },
    { reason, msg: 'media: cleaning up orphaned files failed' },
  ]);
  expect(JSON.stringify(lines)).not.toContain('stack');
});

/** As of PostgreSQL without notifications: every version differs. */
const unknownVersion = () => {
  let version = 0;
  return vi.fn(() => --version);
};

test.each([
  ['geocoder', { geocoderUrl: 'http://127.0.0.1:9/', geocoderContact: undefined, geocoderIntervalMs: 0 }],
  ['sender of webhooks', undefined],
])('The %s pauses between its looks for work even if it cannot notice writes', async (_, geocoder) => {
  const { store } = await startTestApp();
  const version = unknownVersion();
  const parts = { store: { ...store, version }, logger: pino({ level: 'silent' }), logThrottled: () => undefined };
  const background = geocoder
    ? startGeocoder({ ...geocoder, siteUrl: undefined, language: 'en' }, { ...parts, onRequest: undefined })
    : startWebhooks(
        { webhookAllow: [], siteUrl: undefined },
        { ...parts, resolve: async () => [], onAttempt: undefined },
      );
  await setTimeout(400);
  await background?.stop();
  expect(version.mock.calls.length).toBeLessThan(4);
});

test('Hosts of webhooks are looked up by the resolver of the process, which limits lookups', async () => {
  const { store, request } = await startTestApp({ resolve: async () => ['192.0.9.1'] });
  const json = { url: 'https://hooks.example/kalends', types: ['event.created'] };
  const { id } = (await request<{ id: number }>({ method: 'POST', path: '/webhooks', as: 'admin', json })).body;
  await request({ method: 'POST', path: `/webhooks/${id}/ping`, as: 'admin', json: {} });
  const resolve = vi.fn(async () => []);
  const parts = { store, logger: pino({ level: 'silent' }), logThrottled: () => undefined, onAttempt: undefined };
  const sender = startWebhooks({ webhookAllow: [], siteUrl: undefined }, { ...parts, resolve });
  await vi.waitUntil(() => resolve.mock.calls.length > 0);
  await sender.stop();
  expect(resolve).toHaveBeenCalledWith('hooks.example');
});
