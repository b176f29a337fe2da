// The crop of an image that other sites show beside a link to a page. It is made on request and kept in memory, so that
// images of any age have one and none is stored.
import { buffer } from 'node:stream/consumers';
import { LRUCache } from 'lru-cache';
import { createGate, tenSeconds } from './gate.ts';
import type { ImageLimits } from './image-refused.ts';
import type { MediaStorage } from './storage/storage.ts';

/** The crop of the image stored under a key; undefined if the file is gone. */
export type SocialImages = (key: string) => Promise<Buffer | undefined>;

const maxBytes = 8 * 1024 * 1024;

export function createSocialImages(storage: MediaStorage, limits: ImageLimits): SocialImages {
  // A decoded image may take hundreds of megabytes.
  const gate = createGate(1, tenSeconds);
  const cache = new LRUCache<string, Buffer>({ maxSize: maxBytes, sizeCalculation: ({ length }) => length || 1 });
  return async (key) =>
    cache.get(key) ??
    gate(async () => {
      const cached = cache.get(key);
      if (cached) return cached;
      // Loaded with the first crop: its library takes longer to load than the service to start.
      const { cropForLinks } = await import('./crop-for-links.ts');
      const original = await storage.read(key);
      if (!original) return undefined;
      const cropped = await cropForLinks(await buffer(original), limits);
      cache.set(key, cropped);
      return cropped;
    });
}
