import { setImmediate } from 'node:timers/promises';
import { ApiError, Problems } from '../../core/api-error.ts';
import { filesOf, type ImageFiles, type StoredImage } from '../../core/images.ts';
import { mayEdit, mayEditImage, mayRead } from '../../core/roles.ts';
import type { Upload } from '../../http/request/multipart.ts';
import type { ImageLimits } from '../../media/image-refused.ts';
import type { Ingest } from '../../media/ingest.ts';
import type { MediaTable } from '../../store/schema.ts';
import type { Reader, Store, Writer } from '../../store/store.ts';
import { recordAudit, updateOf } from '../records/audit/audit-log.ts';
import { rowChanges } from '../records/audit/record-state.ts';
import { recordChanges } from '../records/changes/change-log.ts';
import { chunksOf } from '../records/rows/rows.ts';
import type { RecordScope, WriteOrigin } from '../records/scope.ts';
import { ownedOf } from '../records/status.ts';
import { changedTexts } from '../records/texts/localised-texts.ts';
import { saveTexts } from '../records/texts/texts.ts';
import { type ChangeableRecords, getRecord, runBeforeCommit, type WriteScope } from '../records/write/resource.ts';
import { addMedium } from './library.ts';
import { uploadError } from './refusals.ts';
import { allMedia, detachImage, findMedium, type ImageUse, type Medium, mediaRows, usesOf } from './repository.ts';
import type { MediaValues } from './schemas.ts';
import { cleanMedium, mediumChanges } from './table.ts';

export interface Library {
  store: Store;
  ingest: Ingest;
  limits: ImageLimits;
}

export const foundMedia = {
  kind: 'media',
  find: (db: Reader, id: number, { language }: { language: string }) => findMedium(db, id, language),
} as const;

export type MediaResource = ChangeableRecords<
  Medium,
  MediaValues,
  MediaTable,
  { values: MediaValues & { author?: never; external_id?: never } },
  MediaValues
>;

/**
 * Images as records. Unlike other records, they are created from files and have no trash. An image in use is only deleted with
 * `force`, which detaches it from its records.
 */
export const mediaResource = ({ store, ingest }: Library, { force = false } = {}): MediaResource => ({
  ...foundMedia,
  store,
  findRow: (db, id) => mediaRows.find(db, id),
  mayEdit: (caller, medium) => mayEditImage(caller, medium.author_id),
  check: async (_db, { values }) => ({ values: cleaned(values) }),
  apply: (_before, { values }) => values,
  async update(db, before, values, scope) {
    const { id, language: original } = before;
    const { language } = scope;
    const { columns, texts: sent } = mediumChanges(values);
    const texts = await changedTexts(db, { recordId: id, original }, language, sent);
    const { changes } = await saveTexts(db, { recordId: id, kind: 'media', original }, language, texts);
    await mediaRows.update(db, id, { ...columns, modified_at: scope.now });
    await recordChanges(db, 'media', [id], scope.now);
    await recordAudit(db, scope, [
      updateOf('media', id, { ...rowChanges(before, { ...before, ...columns }), ...changes }),
    ]);
    return getRecord(db, foundMedia, { id }, scope);
  },
  async assertRemovable(db, { id }, scope) {
    const uses = force ? [] : await usesOf(db, id);
    if (uses.length > 0) throw inUse(uses, scope);
  },
  async detach(db, medium, scope) {
    await detachFromAll(db, medium.id, await usesOf(db, medium.id), scope);
    store.onCommit(() => ingest.discard(storedImage(medium)));
    return [];
  },
});

/** Stores the files of an uploaded image. */
export const ingestUpload = ({ ingest, limits }: Library, { bytes, name }: Upload, now: number): Promise<StoredImage> =>
  ingest.fromBytes(bytes, name, now).catch((error) => {
    throw uploadError(error, limits);
  });

/** Stores the files, then adds the medium. On failure the files are discarded (D26). */
export async function uploadMedium(
  library: Library,
  file: Upload,
  values: MediaValues,
  scope: WriteScope<Medium>,
): Promise<Medium> {
  const { store, ingest } = library;
  const image = file.image ?? (await ingestUpload(library, file, scope.now));
  const discard = () => ingest.discard(image);
  let isInTransaction = false;
  try {
    return await store.write(async (db) => {
      isInTransaction = true;
      store.onRollback(discard);
      const { columns, texts } = mediumChanges(cleaned(values));
      const details = { columns, altText: texts.description, title: texts.title || image.title };
      const id = await addMedium(db, image, scope, details);
      return runBeforeCommit(db, await getRecord(db, foundMedia, { id }, scope), scope);
    });
  } catch (error) {
    if (!isInTransaction) await discard();
    throw error;
  }
}

/** Cleaning the texts of an image never reports problems. */
function cleaned(values: MediaValues): MediaValues {
  const texts = { ...values };
  cleanMedium(texts, new Problems());
  return texts;
}

/** In chunks, so that other requests run in between: all events may use the image. */
async function detachFromAll(db: Writer, image: number, uses: readonly ImageUse[], by: WriteOrigin): Promise<void> {
  const { now } = by;
  const changes = { image: [image, null] } as const;
  for (const [kind, records] of Map.groupBy(uses, (use) => use.kind)) {
    for (const ids of chunksOf(records.map(({ id }) => id))) {
      await detachImage(db, kind, ids, now);
      await recordChanges(db, kind, ids, now);
      await recordAudit(
        db,
        by,
        ids.map((id) => updateOf(kind, id, changes)),
      );
      await setImmediate();
    }
  }
}

/** The image of a row, in the form of the storage. */
export const storedImage = ({ storage_key, filename, mime_type, filesize, sizes }: MediaTable): ImageFiles => ({
  key: storage_key,
  file: filename,
  mimeType: mime_type,
  filesize,
  sizes: JSON.parse(sizes),
});

/** The size of each file, by its key. */
export const filesOfAllImages = async (db: Reader): Promise<Map<string, number>> =>
  new Map((await allMedia(db)).flatMap((row) => filesOf(storedImage(row)).map(({ key, filesize }) => [key, filesize])));

/** Lists only records whose image the caller may see: a password hides that of an event from those who may not edit it. */
function inUse(uses: readonly ImageUse[], { caller, now }: RecordScope): ApiError {
  const readable = uses.filter((use) => (use.password_hash ? mayEdit : mayRead)(caller, ownedOf(use, now)));
  return new ApiError('rest-media-in-use', { data: { records: readable.map(({ kind, id }) => ({ type: kind, id })) } });
}

export interface MediaRoutesOptions {
  library: Library;
  maxPerPage: number;
}
