// Ingests images: fetches, validates, strips metadata, makes renditions and stores the files. Does not touch the database.
import type { ImageFile, StoredImage } from '../core/images.ts';
import type { SafeFetch } from './fetch/safe-fetch.ts';
import type { ImageLimits } from './image-refused.ts';
import { type ImageType, imageTypes } from './image-type.ts';
import type { ProcessedImage } from './process-image.ts';
import type { KeyedSemaphore, Semaphore } from './semaphore.ts';
import { fileStem, nameInAddress, titleOf } from './storage/file-name.ts';
import type { MediaStorage } from './storage/storage.ts';

export interface Ingest {
  /** Throws ImageRefused. */
  fromBytes(bytes: Buffer, name: string, now: number): Promise<StoredImage>;
  /** Throws ImageRefused and FetchFailed, the latter also if `until` aborts while the image waits. */
  fromAddress(address: string, now: number, until: AbortSignal): Promise<StoredImage>;
  /** Removes the files of an image. Never throws: failures are logged, and `kalends media collect` removes what remains. */
  discard(image: Pick<StoredImage, 'key' | 'file' | 'sizes'>): Promise<void>;
}

export interface IngestOptions {
  storage: MediaStorage;
  limits: ImageLimits;
  fetch: SafeFetch;
  /** Limits images processed at once, since each may need memory for all its pixels. */
  work: Semaphore;
  /** Limits concurrent fetches, keyed by host. */
  fetching: KeyedSemaphore;
  /** Returns a unique, unguessable name. */
  unique: () => string;
  /** Called for files that could not be removed. */
  onRemovalFailed: (key: string, error: unknown) => void;
}

export function createIngest(options: IngestOptions): Ingest {
  const { storage, limits, fetch, work, fetching, unique, onRemovalFailed } = options;
  const discard: Ingest['discard'] = async (image) => {
    for (const key of fileKeysOf(image))
      await storage.remove(key).catch((error: unknown) => onRemovalFailed(key, error));
  };
  const fromBytes: Ingest['fromBytes'] = async (bytes, name, now) => {
    // Loaded lazily: the image library takes longer to load than the service takes to start.
    const { processImage } = await import('./process-image.ts');
    const processed = await work(() => processImage(bytes, limits));
    const image = describe(processed, name, `${monthOf(now)}/${unique()}`);
    try {
      await storeAll(storage, image, processed);
    } catch (error) {
      await discard(image);
      throw error;
    }
    return image;
  };
  return {
    fromBytes,
    fromAddress: async (address, now, until) => {
      const { bytes, url } = await fetching(URL.parse(address)?.host ?? '', () => fetch(address, until));
      return fromBytes(bytes, nameInAddress(url), now);
    },
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

/** Keys of the original and of all renditions. */
export const fileKeysOf = ({ key, file, sizes }: Pick<StoredImage, 'key' | 'file' | 'sizes'>): string[] => [
  ...new Set([file, ...Object.values(sizes).map((variant) => variant.file)].map((name) => `${key}/${name}`)),
];
