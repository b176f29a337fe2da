// Images and their files.
import type { Problem } from './api-error.ts';

export const variantNames = ['medium', 'large', 'thumbnail', 'medium_large'] as const;
export type VariantName = (typeof variantNames)[number];

/** A file of an image: the original or one of its renditions. */
export interface ImageFile {
  file: string;
  width: number;
  height: number;
  mimeType: string;
  filesize: number;
}

export type ImageSizes = Partial<Record<VariantName, ImageFile>>;

/** The crop for link previews. No stored file has an underscore in its name. */
export const socialImage = { file: 'social_1200x630.jpg', mimeType: 'image/jpeg', width: 1200, height: 630 } as const;

/** Smaller images are not enlarged. */
export const hasSocialImage = ({ width, height }: Pick<ImageFile, 'width' | 'height'>): boolean =>
  width >= socialImage.width && height >= socialImage.height;

/** Renditions as stored; undefined if the value is invalid. */
export function imageSizes(value: unknown): ImageSizes | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const isFile = ({ file, width, height, mimeType, filesize }: Readonly<Record<string, unknown>>) =>
    typeof file === 'string' &&
    /^[\w-][\w.-]{0,200}$/.test(file) &&
    typeof mimeType === 'string' &&
    [width, height, filesize].every((number) => Number.isSafeInteger(number));
  const isSizes = Object.entries(value).every(
    ([name, file]: [string, unknown]) =>
      variantNames.some((variant) => variant === name) &&
      typeof file === 'object' &&
      file !== null &&
      isFile({ ...file }),
  );
  return isSizes ? (value as ImageSizes) : undefined;
}

/** An image whose files are stored, before its record is created. */
export interface StoredImage extends ImageFile {
  /** Its folder in the storage, the beginning of every file's key. */
  key: string;
  extension: string;
  sizes: ImageSizes;
  /** Checksum of the original bytes. */
  checksum: string;
  title: string;
}

/** What locates and describes the files of an image. */
export type ImageFiles = Pick<StoredImage, 'key' | 'file' | 'sizes' | 'mimeType' | 'filesize'>;

/** The original and all renditions, each file once, by their keys in the storage. */
export function filesOf({ key: folder, sizes, ...original }: ImageFiles) {
  const files = new Map<string, { key: string; mimeType: string; filesize: number }>();
  for (const { file, mimeType, filesize } of [original, ...Object.values(sizes)]) {
    const key = `${folder}/${file}`;
    if (!files.has(key)) files.set(key, { key, mimeType, filesize });
  }
  return [...files.values()];
}

/** The image of each URL in a request, or the reason why it was refused. */
export type RemoteImages = ReadonlyMap<string, StoredImage | Problem>;

export const isStored = (image: StoredImage | Problem): image is StoredImage => 'checksum' in image;

/** Storage keys of the images that a path or HTML refers to, as `/media/2027/05/0f3c…/poster.jpg`. */
export const storageKeysIn = (text: string): string[] =>
  [...text.matchAll(/\/media\/(\d{4}\/\d{2}\/[a-z0-9]+)\//g)].map(([, key]) => key as string);

/** The canonical form of an http or https URL; `undefined` for anything else. */
export function imageUrl(text: string): string | undefined {
  const url = URL.parse(text.trim());
  if (url === null || !/^https?:$/.test(url.protocol)) return undefined;
  url.hash = '';
  return url.href;
}
