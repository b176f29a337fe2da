// Copies image files from one storage to another, such as the folder of an export.
import { filesOf, type ImageFiles } from '../../core/images.ts';
import { type MediaStorage, readWhole } from './storage.ts';

export type MediaCopier = ReturnType<typeof createMediaCopier>;

export function createMediaCopier(from: MediaStorage, to: MediaStorage) {
  const copied: string[] = [];
  return {
    /** Returns the keys of files that are missing or have the wrong size. If there are any, nothing is copied. */
    async copy(image: ImageFiles): Promise<string[]> {
      const wrong: string[] = [];
      const files: { key: string; bytes: Buffer; mimeType: string }[] = [];
      for (const { key, filesize, mimeType } of filesOf(image)) {
        const bytes = await readWhole(from, key);
        if (bytes === undefined || bytes.length !== filesize) wrong.push(key);
        else files.push({ key, bytes, mimeType });
      }
      if (wrong.length > 0) return wrong;
      for (const { key, bytes, mimeType } of files) {
        // `undo` must not remove files that already existed, for instance in a bucket shared by two calendars.
        if (await isThere(to, key)) continue;
        copied.push(key);
        await to.put(key, bytes, mimeType);
      }
      return [];
    },
    /** Removes the copied files. */
    async undo(): Promise<void> {
      for (const key of copied.splice(0)) await to.remove(key);
    },
  };
}

async function isThere(storage: MediaStorage, key: string): Promise<boolean> {
  const stream = await storage.read(key);
  stream?.on('error', () => undefined).destroy();
  return stream !== undefined;
}
