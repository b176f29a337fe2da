import type { MediaStorage } from '../media/storage/storage.ts';
import type { WrongFiles } from '../media/storage/wrong-files.ts';
import { filesOfAllImages } from '../resources/media/service.ts';
import type { Reader } from '../store/store.ts';

/** Files of images that are not in the storage, or cut short there. */
export async function wrongFiles(db: Reader, storage: MediaStorage): Promise<WrongFiles> {
  const wrong = await filesOfAllImages(db);
  if (wrong.size === 0) return { missing_files: [], damaged_files: [] };
  const found = new Map<string, number>();
  for await (const { key, size } of storage.list()) {
    if (wrong.get(key) === size) wrong.delete(key);
    else if (wrong.has(key)) found.set(key, size);
  }
  // Images may have been deleted while the files were listed.
  const needed = wrong.size > 0 ? await filesOfAllImages(db) : wrong;
  const files = [...wrong].filter(([key]) => needed.has(key));
  return {
    missing_files: files.filter(([key]) => !found.has(key)).map(([key]) => key),
    damaged_files: files.flatMap(([key, size]) => {
      const bytes = found.get(key);
      return bytes === undefined ? [] : [{ key, size, found: bytes }];
    }),
  };
}
