// Takes images in: fetches, judges, cleans, makes the renditions, stores. What becomes of them is decided elsewhere.
import type { ImageFile, StoredImage } from '../core/images.ts';
import type { SafeFetch } from './fetch/safe-fetch.ts';
import type { FairGate, Gate } from './gate.ts';
import type { ImageLimits } from './image-refused.ts';
import { type ImageType, imageTypes } from './image-type.ts';
import type { ProcessedImage } from './process-image.ts';
import { fileStem, nameInAddress, titleOf } from './storage/file-name.ts';
import type { MediaStorage } from './storage/storage.ts';

export interface Intake {
  /** Throws ImageRefused. */
  fromBytes(bytes: Buffer, name: string, now: number): Promise<StoredImage>;
  /** Throws ImageRefused and FetchFailed; the latter too when `until` comes before the turn of this image does. */
  fromAddress(address: string, now: number, until: AbortSignal): Promise<StoredImage>;
  /** Removes the files of an image. Never fails: what is left is logged, and `kalends media collect` finds it. */
  discard(image: Pick<StoredImage, 'key' | 'file' | 'sizes'>): Promise<void>;
}

export interface IntakeOptions {
  storage: MediaStorage;
  limits: ImageLimits;
  fetch: SafeFetch;
  /** Images in work at once: each may take memory for all its pixels. */
  work: Gate;
  /** Images being fetched at once, by their hosts. */
  fetching: FairGate;
  /** A unique name that cannot be guessed. */
  unique: () => string;
  /** Logs files that could not be removed. */
  onLeft: (key: string, error: unknown) => void;
}

export function createIntake(options: IntakeOptions): Intake {
  const { storage, limits, fetch, work, fetching, unique, onLeft } = options;
  const discard: Intake['discard'] = async (image) => {
    for (const key of fileKeysOf(image)) await storage.remove(key).catch((error: unknown) => onLeft(key, error));
  };
  const fromBytes: Intake['fromBytes'] = async (bytes, name, now) => {
    // Loaded with the first image: its library takes longer to load than the service to start.
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

type Made = { type: ImageType; width: number; height: number; bytes: Buffer };

const fileOf = ({ type, width, height, bytes }: Made, file: string): ImageFile => ({
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
