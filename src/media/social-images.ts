// Preview images for links on other sites (Open Graph), cropped on demand: old images have one too, and nothing is stored.
import { LRUCache } from 'lru-cache';
import type { ImageLimits } from './image-refused.ts';
import { createSemaphore, requestWaitMs } from './semaphore.ts';
import { type MediaStorage, readWhole } from './storage/storage.ts';

/** The crop of the image stored under a key; undefined if the file does not exist. */
export type SocialImages = (key: string) => Promise<Buffer | undefined>;

const maxBytes = 8 * 1024 * 1024;

export function createSocialImages(storage: MediaStorage, limits: ImageLimits): SocialImages {
  // A decoded image may take hundreds of megabytes.
  const limited = createSemaphore(1, requestWaitMs);
  const crop = async (key: string): Promise<Buffer | undefined> => {
    // Loaded lazily: the image library takes longer to load than the service takes to start.
    const { cropForLinks } = await import('./variants.ts');
    const original = await readWhole(storage, key);
    return original && cropForLinks(original, limits);
  };
  const cache = new LRUCache<string, Buffer>({
    maxSize: maxBytes,
    sizeCalculation: ({ length }) => length || 1,
    fetchMethod: (key) => limited(() => crop(key)),
  });
  return (key) => cache.fetch(key);
}
