import { createHash } from 'node:crypto';
import type { ImageFile, ImageSizes } from '../../core/images.ts';
import type { ServedFile } from '../../http/endpoints/file-routes.ts';
import type { MediaStorage } from '../../media/storage/storage.ts';
import type { MediaTable } from '../../store/schema.ts';
import type { Store } from '../../store/store.ts';
import { findMediumByKey } from './repository.ts';

type FileOf = Pick<ImageFile, 'file' | 'mimeType' | 'filesize'>;

/** Finds the file at a path below `/media/`: one of an image that the library has. */
export const createFileFinder =
  (store: Store, storage: MediaStorage) =>
  async (path: string): Promise<ServedFile | undefined> => {
    const [, key, name] = /^(\d{4}\/\d{2}\/[a-z0-9]+)\/([a-z0-9.-]+)$/.exec(path) ?? [];
    const medium = key === undefined ? undefined : await findMediumByKey(store.reader, key);
    const found = medium && filesOf(medium).find(({ file }) => file === name);
    if (!medium || !found) return undefined;
    return {
      name: found.file,
      mimeType: found.mimeType,
      size: found.filesize,
      etag: `"${createHash('sha256').update(path).digest('base64url').slice(0, 27)}"`,
      modified: medium.published_at,
      open: (range) => storage.read(path, range),
    };
  };

const filesOf = ({ filename: file, mime_type: mimeType, filesize, sizes }: MediaTable): FileOf[] => [
  { file, mimeType, filesize },
  ...Object.values(JSON.parse(sizes) as ImageSizes),
];
