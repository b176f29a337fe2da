// Garbage collection of media: files without an image and, on request, images that no record uses.
import { filesOf } from '../../core/images.ts';
import { program } from '../../core/roles.ts';
import { isOfImage, type MediaStorage } from '../../media/storage/storage.ts';
import type { Store, Writer } from '../../store/store.ts';
import { pairs, recordAudit } from '../records/audit/audit-log.ts';
import { stateOf } from '../records/audit/record-state.ts';
import { recordChanges } from '../records/changes/change-log.ts';
import { eraseRecord } from '../records/rows/record-table.ts';
import { unusedMedia, usesOf } from './repository.ts';
import { filesOfAllImages, storedImage } from './service.ts';

export interface Collecting {
  store: Store;
  storage: MediaStorage;
  /** UTC seconds. */
  now: number;
  /** Also deletes unused images older than this; if missing, keeps all images. */
  unusedSeconds?: number | undefined;
  /** Only reports what would be deleted. */
  dryRun: boolean;
  /** Newer files may belong to an upload in progress. One hour by default. */
  graceSeconds?: number | undefined;
  /** Stops it early; it then throws. */
  signal?: AbortSignal;
}

export interface Collected {
  files: { key: string; size: number }[];
  images: { id: number; key: string; size: number }[];
}

export async function collectMedia(options: Collecting): Promise<Collected> {
  const images = await collectUnused(options);
  return { images, files: await collectOrphans(options) };
}

async function collectUnused({ store, storage, now, unusedSeconds, dryRun }: Collecting): Promise<Collected['images']> {
  if (unusedSeconds === undefined) return [];
  const collected: Collected['images'] = [];
  for (const medium of await unusedMedia(store.reader, now - unusedSeconds)) {
    const { id, storage_key: key } = medium;
    const isDeleted = dryRun || (await store.write((db) => eraseIfUnused(db, id, now)));
    if (!isDeleted) continue;
    collected.push({ id, key, size: medium.filesize });
    if (!dryRun) for (const file of filesOf(storedImage(medium))) await storage.remove(file.key);
  }
  return collected;
}

/** Checks again in the transaction, since a record may have started to use the image. */
async function eraseIfUnused(db: Writer, id: number, now: number): Promise<boolean> {
  if ((await usesOf(db, id)).length > 0) return false;
  const changes = pairs(await stateOf(db, 'media', id), {});
  await eraseRecord(db, 'media', id);
  await recordChanges(db, 'media', [id], now);
  await recordAudit(db, { now, caller: program('media collect') }, [{ kind: 'media', id, action: 'deleted', changes }]);
  return true;
}

async function collectOrphans({
  store,
  storage,
  now,
  dryRun,
  graceSeconds = 3600,
  signal,
}: Collecting): Promise<Collected['files']> {
  const old: Collected['files'] = [];
  for await (const { key, size, modifiedAt } of storage.list()) {
    signal?.throwIfAborted();
    if (isOfImage(key) && modifiedAt <= now - graceSeconds) old.push({ key, size });
  }
  // Must be read after the files were listed, so that images added in between are included.
  const used = await filesOfAllImages(store.reader);
  const orphans = old.filter(({ key }) => !used.has(key));
  for (const { key } of dryRun ? [] : orphans) {
    signal?.throwIfAborted();
    await storage.remove(key);
  }
  return orphans;
}
