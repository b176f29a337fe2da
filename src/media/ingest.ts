// Ingests images: fetches, validates, strips metadata, makes renditions and stores the files. Does not touch the database.
import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import { filesOf, type ImageFile, type ImageFiles, type StoredImage } from '../core/images.ts';
import type { Allowance } from '../fetch/fetch-allowance.ts';
import type { ResolveHost } from '../fetch/fetch-target.ts';
import { createSafeFetch } from '../fetch/safe-fetch.ts';
import { logDetails } from '../store/unavailable.ts';
import type { ImageLimits } from './image-refused.ts';
import { type ImageType, imageTypes } from './image-type.ts';
import type { ProcessedImage } from './process-image.ts';
import { createKeyedSemaphore, createSemaphore } from './semaphore.ts';
import { fileStem, nameInUrl, titleOf } from './storage/file-name.ts';
import type { MediaStorage } from './storage/storage.ts';

export interface IngestSettings {
  storage: MediaStorage;
  limits: ImageLimits;
  /** Exceptions for private hosts. */
  allow: readonly Allowance[];
  resolve: ResolveHost;
  logger: Logger;
}

/** Decoding an AVIF image of 50 megapixels takes a gigabyte; other types take far less. */
const maxProcessed = 1;
const maxFetched = 8;
/** So that a slow host does not block all others. */
const maxFetchedPerHost = 4;
const fetchTimeoutMs = 10_000;

export type Ingest = ReturnType<typeof createIngest>;

export function createIngest({ storage, limits, allow, resolve, logger }: IngestSettings) {
  const fetch = createSafeFetch({ allow, resolve, maxBytes: limits.bytes, timeoutMs: fetchTimeoutMs });
  const fetching = createKeyedSemaphore(maxFetched, undefined, maxFetchedPerHost);
  const processing = createSemaphore(maxProcessed);
  const discard = async (image: ImageFiles): Promise<void> => {
    try {
      for (const { key } of filesOf(image)) await storage.remove(key);
    } catch (error) {
      logger.error({ image: image.key, ...logDetails(error) }, 'media: files of an image could not be removed');
    }
  };
  const fromBytes = async (bytes: Buffer, name: string, now: number): Promise<StoredImage> => {
    // Loaded lazily: the image library takes longer to load than the service takes to start.
    const { processImage } = await import('./process-image.ts');
    const processed = await processing(() => processImage(bytes, limits));
    const image = describe(processed, name, `${monthOf(now)}/${randomBytes(16).toString('hex')}`);
    try {
      await storeAll(storage, image, processed);
    } catch (error) {
      await discard(image);
      throw error;
    }
    return image;
  };
  return {
    /** Throws ImageRefused. */
    fromBytes,
    /** Throws ImageRefused and FetchFailed, the latter also if `until` aborts while the image waits. */
    fromUrl: (sourceUrl: string, now: number, until: AbortSignal): Promise<StoredImage> =>
      // Until it is stored, so that fetched images do not pile up in memory.
      fetching(URL.parse(sourceUrl)?.host ?? '', async () => {
        const { bytes, url } = await fetch(sourceUrl, until);
        return fromBytes(bytes, nameInUrl(url), now);
      }),
    /**
     * Removes the files of an image. Never throws: the first failure ends it and is logged, as others would follow, and
     * `kalends media collect` removes what remains.
     */
    discard,
  };
}

const monthOf = (now: number): string => new Date(now * 1000).toISOString().slice(0, 7).replace('-', '/');

function describe(processed: ProcessedImage, name: string, key: string): StoredImage {
  const stem = fileStem(name);
  const { type, width, height, bytes, checksum } = processed;
  const sizes = processed.variants.map((variant) => {
    const file = `${stem}-${variant.width}x${variant.height}.${imageTypes[variant.type].extension}`;
    return [variant.name, fileOf(variant, file)] as const;
  });
  return {
    key,
    ...fileOf({ type, width, height, bytes }, `${stem}.${imageTypes[type].extension}`),
    extension: imageTypes[type].extension,
    sizes: Object.fromEntries(sizes),
    checksum,
    title: titleOf(name),
  };
}

type Rendered = { type: ImageType; width: number; height: number; bytes: Buffer };

const fileOf = ({ type, width, height, bytes }: Rendered, file: string): ImageFile => ({
  file,
  width,
  height,
  mimeType: imageTypes[type].mimeType,
  filesize: bytes.length,
});

async function storeAll(storage: MediaStorage, image: StoredImage, { bytes, variants }: ProcessedImage): Promise<void> {
  await storage.put(`${image.key}/${image.file}`, bytes, image.mimeType);
  for (const variant of variants) {
    const { file, mimeType } = image.sizes[variant.name] as ImageFile;
    await storage.put(`${image.key}/${file}`, variant.bytes, mimeType);
  }
}
