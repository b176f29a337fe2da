import type { MediaStorage } from '../media/storage/storage.ts';
import { keysOfAllImages } from '../resources/media/service.ts';
import type { Reader } from '../store/store.ts';

/** Files of images that are not in the storage. */
export async function missingFiles(db: Reader, storage: MediaStorage): Promise<string[]> {
  const missing = await keysOfAllImages(db);
  if (missing.size > 0) for await (const { key } of storage.list()) missing.delete(key);
  // Images may have been deleted while the files were listed.
  return missing.size === 0 ? [] : [...missing.intersection(await keysOfAllImages(db))];
}
