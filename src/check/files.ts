import type { MediaStorage } from '../media/storage/storage.ts';
import { filesOfAllImages } from '../resources/media/service.ts';
import type { Reader } from '../store/store.ts';

/** Files of images that are not in the storage, or cut short there. */
export async function missingFiles(db: Reader, storage: MediaStorage): Promise<string[]> {
  const missing = await filesOfAllImages(db);
  if (missing.size > 0)
    for await (const { key, size } of storage.list()) if (missing.get(key) === size) missing.delete(key);
  if (missing.size === 0) return [];
  // Images may have been deleted while the files were listed.
  const needed = await filesOfAllImages(db);
  return [...missing.keys()].filter((key) => needed.has(key));
}
