import { isOfImage, type MediaStorage } from '../media/storage/storage.ts';
import type { WrongFiles } from '../media/storage/wrong-files.ts';
import { filesOfAllImages } from '../resources/media/service.ts';
import type { Reader } from '../store/store.ts';

export interface CheckedFiles extends WrongFiles {
  /** Those that no record has, such as of an interrupted import. */
  orphaned_files: readonly string[];
}

/** Files of images that are not in the storage, cut short there, or without a record. */
export async function wrongFiles(db: Reader, storage: MediaStorage): Promise<CheckedFiles> {
  const wrong = await filesOfAllImages(db);
  const found = new Map<string, number>();
  const others: string[] = [];
  for await (const { key, size } of storage.list()) {
    if (wrong.get(key) === size) wrong.delete(key);
    else if (wrong.has(key)) found.set(key, size);
    else if (isOfImage(key)) others.push(key);
  }
  // Images may have been added or deleted while the files were listed.
  const needed = wrong.size + others.length > 0 ? await filesOfAllImages(db) : wrong;
  const files = [...wrong].filter(([key]) => needed.has(key));
  return {
    missing_files: files.filter(([key]) => !found.has(key)).map(([key]) => key),
    damaged_files: files.flatMap(([key, size]) => {
      const bytes = found.get(key);
      return bytes === undefined ? [] : [{ key, size, found: bytes }];
    }),
    orphaned_files: others.filter((key) => !needed.has(key)),
  };
}
