import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { hasSocialImage, type ImageFile, socialImage } from '../../core/images.ts';
import type { ServedFile } from '../../http/endpoints/file-routes.ts';
import type { SocialImages } from '../../media/social-images.ts';
import type { MediaStorage } from '../../media/storage/storage.ts';
import type { MediaTable } from '../../store/schema.ts';
import type { Store } from '../../store/store.ts';
import { findMediumByKey } from './repository.ts';

type FileOf = Pick<ImageFile, 'file' | 'mimeType' | 'filesize'>;

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
    const found = filesOf(medium).find(({ file }) => file === name);
    if (!found) return undefined;
    const { file, mimeType, filesize } = found;
    return { ...common, name: file, mimeType, size: filesize, open: (range) => storage.read(path, range) };
  };

function fileInMemory(bytes: Buffer): Pick<ServedFile, 'name' | 'mimeType' | 'size' | 'open'> {
  const { file: name, mimeType } = socialImage;
  const open: ServedFile['open'] = async (range) =>
    Readable.from([range ? bytes.subarray(range.start, range.end + 1) : bytes]);
  return { name, mimeType, size: bytes.length, open };
}

const filesOf = ({ filename: file, mime_type: mimeType, filesize, sizes }: MediaTable): FileOf[] => [
  { file, mimeType, filesize },
  ...Object.values(JSON.parse(sizes)),
];
