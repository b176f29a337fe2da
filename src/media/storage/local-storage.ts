// Stores images in a local folder.
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { assertKey, type MediaStorage, type StoredFile, storageUnavailable } from './storage.ts';

/** `unique` names temporary files, so that two writers never share one. */
export function createLocalStorage(folder: string, unique: () => string): MediaStorage {
  const pathOf = (key: string): string => {
    assertKey(key);
    return join(folder, ...key.split('/'));
  };
  return {
    put: async (key, bytes) => {
      const path = pathOf(key);
      await putFile(path, `${path}.${unique()}.tmp`, bytes).catch(unavailable('written to'));
    },
    read: async (key, range) => {
      const path = pathOf(key);
      const found = await stat(path).catch(ignoring('ENOENT', 'ENOTDIR')).catch(unavailable('read'));
      if (!found?.isFile()) return undefined;
      return createReadStream(path, range ?? {});
    },
    remove: async (key) => {
      const path = pathOf(key);
      await rm(path, { force: true });
      await rmdir(dirname(path)).catch(ignoring('ENOENT', 'ENOTEMPTY', 'EEXIST', 'ENOTDIR'));
    },
    list: () => filesBelow(folder, folder),
  };
}

async function putFile(path: string, temporary: string, bytes: Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  try {
    await writeFile(temporary, bytes, { flag: 'wx', mode: 0o600, flush: true });
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await syncFolder(dirname(path));
}

/** For instance a full or read-only disk, or missing permissions. */
const unavailable =
  (what: 'read' | 'written to') =>
  (error: NodeJS.ErrnoException): never => {
    if (error.syscall === undefined) throw error;
    throw storageUnavailable(new Error(`the folder of images cannot be ${what} (${error.code})`, { cause: error }));
  };

/** A new name is durable only after an fsync of its folder. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

async function* filesBelow(folder: string, root: string): AsyncIterable<StoredFile> {
  const reading = readdir(folder, { withFileTypes: true }).catch(ignoring('ENOENT'));
  const entries = (await reading.catch(unavailable('read'))) ?? [];
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesBelow(path, root);
    if (!entry.isFile()) continue;
    const found = await stat(path).catch(ignoring('ENOENT'));
    if (!found) continue;
    const key = relative(root, path).split(sep).join('/');
    yield { key, size: found.size, modifiedAt: Math.floor(found.mtimeMs / 1000) };
  }
}

const ignoring =
  (...codes: string[]) =>
  (error: NodeJS.ErrnoException): undefined => {
    if (!codes.includes(error.code ?? '')) throw error;
  };
