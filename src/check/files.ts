import { fileKeysOf } from '../media/ingest.ts';
import type { MediaStorage } from '../media/storage/storage.ts';
import { allMedia } from '../resources/media/repository.ts';
import { filesOf } from '../resources/media/service.ts';
import type { Reader } from '../store/store.ts';

/** Files of images that are not in the storage. */
export async function missingFiles(db: Reader, storage: MediaStorage): Promise<string[]> {
  const needed = new Set((await allMedia(db)).flatMap((medium) => fileKeysOf(filesOf(medium))));
  if (needed.size === 0) return [];
  for await (const { key } of storage.list()) needed.delete(key);
  return [...needed];
}
