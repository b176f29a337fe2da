import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { filesOf, hasSocialImage, socialImage } from '../../core/images.ts';
import type { ServedFile } from '../../http/endpoints/file-routes.ts';
import type { SocialImages } from '../../media/social-images.ts';
import type { MediaStorage } from '../../media/storage/storage.ts';
import type { Store } from '../../store/store.ts';
import { findMediumByKey } from './repository.ts';
import { storedImage } from './service.ts';

/** Finds the file at a path below `/media/`: one of an image that the library has, or its crop for link previews. */
export const createFileFinder =
  (store: Store, storage: MediaStorage, socialImages: SocialImages) =>
  async (path: string): Promise<ServedFile | undefined> => {
    const [, key, name] = /^(\d{4}\/\d{2}\/[a-z0-9]+)\/([a-z0-9_.-]+)$/.exec(path) ?? [];
    const medium = key === undefined ? undefined : await findMediumByKey(store.reader, key);
    if (!medium) return undefined;
    const common = {
      etag: `"${createHash('sha256').update(path).digest('base64url').slice(0, 27)}"`,
      modified: medium.published_at,
    };
    if (name === socialImage.file) {
      const bytes = hasSocialImage(medium) ? await socialImages(`${key}/${medium.filename}`) : undefined;
      return bytes && { ...common, ...fileInMemory(bytes) };
    }
    const file = filesOf(storedImage(medium)).find((one) => one.key === path);
    if (!file || name === undefined) return undefined;
    const { mimeType, filesize: size } = file;
    return { ...common, name, mimeType, size, open: (range) => storage.read(path, range) };
  };

function fileInMemory(bytes: Buffer): Pick<ServedFile, 'name' | 'mimeType' | 'size' | 'open'> {
  const { file: name, mimeType } = socialImage;
  const open: ServedFile['open'] = async (range) =>
    Readable.from([range ? bytes.subarray(range.start, range.end + 1) : bytes]);
  return { name, mimeType, size: bytes.length, open };
}
