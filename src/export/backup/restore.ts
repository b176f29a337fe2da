// Replaces a calendar by a backup: verified first, then in one transaction, which a running service sees like any other.
import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { filesOf } from '../../core/images.ts';
import type { Progress } from '../../core/progress.ts';
import { program } from '../../core/roles.ts';
import { TransferProblem } from '../../core/transfer-problem.ts';
import { assertKey, type MediaStorage, readWhole } from '../../media/storage/storage.ts';
import { allMedia } from '../../resources/media/repository.ts';
import { storedImage } from '../../resources/media/service.ts';
import type { Store } from '../../store/store.ts';
import { isOutcomeUnknown } from '../../store/unavailable.ts';
import { type Copied, copyCalendar } from '../copy.ts';
import { readArchive } from './archive.ts';
import {
  type ArchivedFile,
  databaseName,
  type Manifest,
  manifestName,
  mediaFolder,
  parseManifest,
} from './manifest.ts';

/** Verifies a backup and unpacks its database into a folder. Throws TransferProblem if any of it has been altered. */
export async function verifyBackup(path: string, folder?: string, signal?: AbortSignal): Promise<Manifest> {
  const found = new Map<string, Omit<ArchivedFile, 'name'>>();
  let manifest: Manifest | undefined;
  await readArchive(path, async (name, content) => {
    if (name === manifestName) {
      manifest = parseManifest((await buffer(content)).toString());
      return;
    }
    assertName(name);
    const hash = createHash('sha256');
    let size = 0;
    async function* hashed() {
      for await (const chunk of content) {
        signal?.throwIfAborted();
        hash.update(chunk);
        size += chunk.length;
        yield chunk;
      }
    }
    if (name === databaseName && folder !== undefined) {
      const file = await open(join(folder, name), 'wx', 0o600);
      await pipeline(hashed, file.createWriteStream());
    } else for await (const _ of hashed());
    found.set(name, { size, sha256: hash.digest('hex') });
  });
  if (!manifest) throw new TransferProblem('It is not a backup, or it is damaged or incomplete.');
  assertAsWritten(manifest, found);
  return manifest;
}

function assertName(name: string): void {
  if (name === databaseName) return;
  if (!name.startsWith(mediaFolder))
    throw new TransferProblem(`It has a file ${JSON.stringify(name)}, which is not part of a backup.`);
  assertKey(name.slice(mediaFolder.length));
}

function assertAsWritten({ files }: Manifest, found: ReadonlyMap<string, Omit<ArchivedFile, 'name'>>): void {
  for (const { name, size, sha256 } of files) {
    const there = found.get(name);
    if (there?.size !== size || there.sha256 !== sha256) throw new TransferProblem(`Its file ${name} is damaged.`);
  }
  if (files.length !== found.size || !found.has(databaseName))
    throw new TransferProblem('It is damaged or incomplete.');
}

export interface RestoreTask {
  /** Verified. */
  path: string;
  /** Its database, opened. */
  from: Store;
  to: Store;
  storage: MediaStorage;
  /** Replaces a calendar that is not empty. */
  force: boolean;
  /** Does not pause them. */
  keepWebhooks: boolean;
  /** UTC seconds. */
  now: number;
  progress: Progress;
  signal: AbortSignal;
}

/**
 * Images come first: their keys are unique, so that whenever the restore is interrupted, either calendar has all of its
 * images. Those of the old calendar are removed by the collection of unused files. Throws TransferProblem.
 */
export async function restoreCalendar({
  path,
  from,
  to,
  storage,
  now,
  keepWebhooks,
  ...task
}: RestoreTask): Promise<Copied> {
  const added: string[] = [];
  const pausedBy = keepWebhooks ? undefined : { now, caller: program('restore') };
  try {
    await restoreFiles(path, added, { from, storage, signal: task.signal });
    return await copyCalendar({ from, to, ...task, restoredAt: now, pausedBy });
  } catch (error) {
    if (!isOutcomeUnknown(error)) for (const key of added) await storage.remove(key).catch(() => undefined);
    throw error;
  }
}

async function restoreFiles(
  path: string,
  added: string[],
  { from, storage, signal }: { from: Store; storage: MediaStorage; signal: AbortSignal },
): Promise<void> {
  const types = new Map<string, string>();
  for (const image of await allMedia(from.reader))
    for (const { key, mimeType } of filesOf(storedImage(image))) types.set(key, mimeType);
  if (types.size === 0) return;
  await readArchive(path, async (name, content) => {
    signal.throwIfAborted();
    const bytes = await buffer(content);
    const key = name.slice(mediaFolder.length);
    const mimeType = types.get(key);
    if (!name.startsWith(mediaFolder) || mimeType === undefined) return;
    const present = await readWhole(storage, key);
    if (present && bytes.equals(present)) return;
    if (!present) added.push(key);
    await storage.put(key, bytes, mimeType);
  });
}
