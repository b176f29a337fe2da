import { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import pino from 'pino';
import { expect, test, vi } from 'vitest';
import { jpeg } from '../../test/support/media/images.ts';
import { startImageHost } from '../../test/support/servers/image-host.ts';
import { parseAllowance } from '../fetch/fetch-allowance.ts';
import { createIngest } from './ingest.ts';
import { createSocialImages } from './social-images.ts';
import { type MediaStorage, storageUnavailable } from './storage/storage.ts';

const limits = { bytes: 10_000_000, pixels: 10_000_000, seconds: 20 };

/** In memory; `put` fails once there are `max` files. */
function createStorage(max = Number.POSITIVE_INFINITY) {
  const files = new Map<string, Uint8Array>();
  let reads = 0;
  const storage: MediaStorage = {
    async put(key, bytes) {
      if (files.size >= max) throw new Error('full');
      files.set(key, bytes);
    },
    async read(key) {
      reads += 1;
      const bytes = files.get(key);
      return bytes && Readable.from([bytes]);
    },
    async remove(key) {
      files.delete(key);
    },
    async *list() {},
  };
  return { storage, files, reads: () => reads };
}

test('If not all files of an image can be stored, none remains', async () => {
  const { storage, files } = createStorage(1);
  const logger = pino({ level: 'silent' });
  const ingest = createIngest({ storage, limits, allow: [], resolve: async () => [], logger });
  const bytes = await jpeg({ width: 800, height: 600 });
  await expect(ingest.fromBytes(bytes, 'lamp.jpg', 0)).rejects.toThrow('full');
  expect([...files.keys()]).toEqual([]);
});

test('While the storage is unavailable, an image that cannot be stored takes one line of the log, with the reason', async () => {
  const unavailable = () => Promise.reject(storageUnavailable(new Error('the object storage answered 503')));
  const storage = { ...createStorage().storage, put: unavailable, remove: unavailable };
  const lines: object[] = [];
  const logger = pino({ base: null }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const ingest = createIngest({ storage, limits, allow: [], resolve: async () => [], logger });
  const bytes = await jpeg({ width: 800, height: 600 });
  await expect(ingest.fromBytes(bytes, 'lamp.jpg', 0)).rejects.toMatchObject({ status: 503 });
  expect(lines).toEqual([
    {
      level: 50,
      time: expect.any(Number),
      image: expect.stringMatching(/^1970\/01\//),
      reason: 'the object storage answered 503',
      msg: 'media: files of an image could not be removed',
    },
  ]);
});

test('Of many URLs only a few images are in memory at once, however slowly they are stored', async () => {
  const { storage } = createStorage();
  const { promise: stored, resolve: store } = Promise.withResolvers<void>();
  const picture = await jpeg();
  const paths = Array.from({ length: 12 }, (_, n) => `/${n}.jpg`);
  const host = await startImageHost(Object.fromEntries(paths.map((path) => [path, picture])));
  const ingest = createIngest({
    storage: { ...storage, put: () => stored },
    limits,
    allow: [parseAllowance(host.host)].flatMap((allowance) => allowance ?? []),
    resolve: async () => [],
    logger: pino({ level: 'silent' }),
  });
  const images = paths.map((path) => ingest.fromUrl(host.origin + path, 0, AbortSignal.timeout(20_000)));
  await vi.waitUntil(() => host.requests.length >= 4, { timeout: 10_000 });
  await setTimeout(500);
  expect(host.requests).toHaveLength(4);
  store();
  expect(await Promise.all(images)).toHaveLength(12);
});

test('The crop of an image for link previews is generated once, even for concurrent requests', async () => {
  const { storage, reads } = createStorage();
  await storage.put('a/lamp.jpg', await jpeg({ width: 1300, height: 700 }), 'image/jpeg');
  const socialImages = createSocialImages(storage, limits);
  const [first, second] = await Promise.all([socialImages('a/lamp.jpg'), socialImages('a/lamp.jpg')]);
  expect(await socialImages('a/lamp.jpg')).toBe(first);
  expect(second).toBe(first);
  expect(reads()).toBe(1);
  expect(await socialImages('a/none.jpg')).toBeUndefined();
});
