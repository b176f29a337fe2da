// Finds and removes what uploads have left behind: files of no image, and images that nothing shows.
import { program } from '../../core/roles.ts';
import { fileKeysOf } from '../../media/intake.ts';
import type { MediaStorage } from '../../media/storage/storage.ts';
import type { Reader, Store, Writer } from '../../store/store.ts';
import { recordAudit } from '../records/audit/audit-log.ts';
import { pairs } from '../records/audit/changes.ts';
import { stateOf } from '../records/audit/record-state.ts';
import { recordChanges } from '../records/changes/change-log.ts';
import { allMedia } from './repository.ts';
import { unusedMedia, usesOf } from './repository-uses.ts';
import { eraseMedium, filesOf } from './service.ts';

export interface Collecting {
  store: Store;
  storage: MediaStorage;
  /** UTC seconds. */
  now: number;
  /** Images that are older and that no record shows go too; without it all images stay. */
  unusedSeconds?: number | undefined;
  /** Only reports what would go. */
  dryRun: boolean;
  /** A younger file may belong to an upload under way; an hour if not set. */
  graceSeconds?: number | undefined;
}

export interface Collected {
  files: { key: string; size: number }[];
  images: { id: number; key: string; size: number }[];
}

export async function collectMedia(options: Collecting): Promise<Collected> {
  const images = await collectUnused(options);
  return { images, files: await collectOrphans(options) };
}

async function collectUnused(options: Collecting): Promise<Collected['images']> {
  const { store, storage, now, unusedSeconds, dryRun } = options;
  if (unusedSeconds === undefined) return [];
  const collected: Collected['images'] = [];
  for (const medium of await unusedMedia(store.reader, now - unusedSeconds)) {
    const { id, storage_key: key } = medium;
    const isGone = dryRun || (await store.write((db) => eraseIfUnused(db, id, now)));
    if (!isGone) continue;
    collected.push({ id, key, size: medium.filesize });
    if (!dryRun) for (const file of fileKeysOf(filesOf(medium))) await storage.remove(file);
  }
  return collected;
}

/** A record may have come to show it since it was found. */
async function eraseIfUnused(db: Writer, id: number, now: number): Promise<boolean> {
  if ((await usesOf(db, id)).length > 0) return false;
  const changes = pairs(await stateOf(db, 'media', id), {});
  await eraseMedium(db, id);
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
}: Collecting): Promise<Collected['files']> {
  const old: Collected['files'] = [];
  for await (const { key, size, modifiedAt } of storage.list()) {
    if (modifiedAt <= now - graceSeconds) old.push({ key, size });
  }
  // Asked after the files were listed: an image that was added meanwhile is known by now.
  const known = await knownKeys(store.reader);
  const orphans = old.filter(({ key }) => !known.has(key));
  if (!dryRun) for (const { key } of orphans) await storage.remove(key);
  return orphans;
}

const knownKeys = async (db: Reader): Promise<Set<string>> =>
  new Set((await allMedia(db)).flatMap((medium) => fileKeysOf(filesOf(medium))));
