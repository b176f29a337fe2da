// Takes images in: fetches, judges, cleans, makes the renditions, stores. What becomes of them is decided elsewhere.
import { fileStem, nameInAddress, titleOf } from './file-name.ts';
import type { Gate } from './gate.ts';
import type { ImageLimits } from './image-refused.ts';
import { type ImageType, imageTypes } from './image-type.ts';
import { type ProcessedImage, processImage } from './process-image.ts';
import type { SafeFetch } from './safe-fetch.ts';
import type { MediaStorage } from './storage.ts';
import type { VariantName } from './variants.ts';

/** A file of an image: the original or one of its renditions. */
export interface ImageFile {
  file: string;
  width: number;
  height: number;
  mimeType: string;
  filesize: number;
}

/** An image whose files are stored and that nothing refers to yet. */
export interface StoredImage extends ImageFile {
  /** Its folder in the storage, the beginning of every file's key. */
  key: string;
  extension: string;
  sizes: Partial<Record<VariantName, ImageFile>>;
  checksum: string;
  title: string;
}

export interface Intake {
  /** Throws ImageRefused. */
  fromBytes(bytes: Buffer, name: string, now: number): Promise<StoredImage>;
  /** Throws ImageRefused and FetchFailed. */
  fromAddress(address: string, now: number): Promise<StoredImage>;
  /** Removes the files of an image. */
  discard(image: Pick<StoredImage, 'key' | 'file' | 'sizes'>): Promise<void>;
}

export interface IntakeOptions {
  storage: MediaStorage;
  limits: ImageLimits;
  fetch: SafeFetch;
  /** Images in work at once: each may take memory for all its pixels. */
  work: Gate;
  /** Images being fetched at once. */
  fetching: Gate;
  /** A name that nobody can guess and that nothing else has. */
  unique: () => string;
}

export function createIntake(options: IntakeOptions): Intake {
  const { storage, limits, fetch, work, fetching, unique } = options;
  const discard: Intake['discard'] = async (image) => {
    for (const key of keysOf(image)) await storage.remove(key);
  };
  const fromBytes: Intake['fromBytes'] = async (bytes, name, now) => {
    const processed = await work(() => processImage(bytes, limits));
    const image = describe(processed, name, `${monthOf(now)}/${unique()}`);
    try {
      await storeAll(storage, image, processed);
    } catch (error) {
      await discard(image).catch(() => {});
      throw error;
    }
    return image;
  };
  return {
    fromBytes,
    fromAddress: async (address, now) => {
      const { bytes, url } = await fetching(() => fetch(address));
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

const keysOf = ({ key, file, sizes }: Pick<StoredImage, 'key' | 'file' | 'sizes'>): string[] => [
  ...new Set([file, ...Object.values(sizes).map((variant) => variant.file)].map((name) => `${key}/${name}`)),
];
