import { setImmediate } from 'node:timers/promises';
import { ApiError, forbidden } from '../../core/api-error.ts';
import { type Caller, mayEdit, mayEditOthers, mayRead, type Owned } from '../../core/roles.ts';
import { toPlainText } from '../../core/text/plain-text.ts';
import type { ImageLimits } from '../../media/image-refused.ts';
import type { Intake } from '../../media/intake.ts';
import type { MediaTable } from '../../store/schema.ts';
import type { Reader, Store, Writer } from '../../store/store.ts';
import { recordChanges } from '../records/changes/change-log.ts';
import { releaseRecordId } from '../records/rows/record-ids.ts';
import { chunksOf } from '../records/rows/rows.ts';
import type { ImageScope, Sent } from '../records/scope.ts';
import { ownedOf } from '../records/status.ts';
import { deleteTexts, removeTranslation, saveTexts, type TextChange } from '../records/texts/texts.ts';
import type { WriteHooks } from '../records/write/hooks.ts';
import { addMedium } from './library.ts';
import { uploadError } from './refusals.ts';
import { deleteMedium, findMedium, findMediumRow, touchMedium } from './repository.ts';
import { type ImageUse, takeOff, usesOf } from './repository-uses.ts';
import type { MediaValues, Medium } from './types.ts';

export type MediaWriteScope = ImageScope & WriteHooks<Medium>;

export interface Library {
  store: Store;
  intake: Intake;
  limits: ImageLimits;
}

/** Throws 404 for what is unknown or of another kind (D5). */
export async function getMedium(db: Reader, id: number, language: string): Promise<Medium> {
  const medium = await findMedium(db, id, language);
  if (!medium) throw new ApiError('rest-media-not-found');
  return medium;
}

/** Images are public from the beginning. */
const owned = (medium: MediaTable): Owned => ({ status: 'publish', trashedFrom: null, authorId: medium.author_id });

async function getForWriting(db: Reader, id: number, { caller }: ImageScope): Promise<MediaTable> {
  const medium = await findMediumRow(db, id);
  if (!medium) throw new ApiError('rest-media-not-found');
  if (!mayEdit(caller, owned(medium))) throw forbidden(caller);
  return medium;
}

/** For the `Allow` header. */
export async function mayEditMedium(db: Reader, id: number, caller: Caller): Promise<boolean> {
  const medium = await findMediumRow(db, id);
  return medium ? mayEdit(caller, owned(medium)) : mayEditOthers(caller);
}

async function settled(db: Writer, id: number, scope: MediaWriteScope): Promise<Medium> {
  const medium = await getMedium(db, id, scope.language);
  await scope.settle?.(db, medium);
  return medium;
}

interface SentFile {
  bytes: Buffer;
  name: string;
}

/** Stores the file, then makes the medium: what is refused leaves nothing behind (D26). */
export async function uploadMedium(
  { store, intake, limits }: Library,
  file: SentFile,
  values: MediaValues,
  scope: MediaWriteScope,
): Promise<Medium> {
  const image = await intake.fromBytes(file.bytes, file.name, scope.now).catch((error) => {
    throw uploadError(error, limits);
  });
  const discard = () => intake.discard(image);
  let isBegun = false;
  try {
    return await store.write(async (db) => {
      isBegun = true;
      store.onRollback(discard);
      const { title, alt_text: altText } = cleaned(values);
      const details = { altText: altText ?? '', title: title || image.title };
      return settled(db, await addMedium(db, image, scope, details), scope);
    });
  } catch (error) {
    if (!isBegun) await discard();
    throw error;
  }
}

const cleaned = ({ title, alt_text }: MediaValues): MediaValues => ({
  ...(title === undefined ? {} : { title: title && toPlainText(title) }),
  ...(alt_text === undefined ? {} : { alt_text: alt_text && toPlainText(alt_text) }),
});

export function changeMedium(
  { store }: Library,
  id: number,
  { values, problems }: Sent<MediaValues>,
  scope: MediaWriteScope,
): Promise<Medium> {
  return store.write(async (db) => {
    problems.throwIfAny();
    const medium = await getForWriting(db, id, scope);
    const assertUnchanged = await scope.watch?.(db, id);
    if (Object.keys(values).length > 0) {
      const of = { recordId: id, kind: 'media', original: medium.language } as const;
      await saveTexts(db, of, scope.language, textsOf(cleaned(values)));
      await touchMedium(db, id, scope.now);
    }
    assertUnchanged?.();
    return settled(db, id, scope);
  });
}

/** An emptied text of a translation is the original's again (D59). */
const textsOf = ({ title, alt_text }: MediaValues): TextChange => ({
  ...(title === undefined ? {} : { title: title ?? '' }),
  ...(alt_text === undefined ? {} : { description: alt_text ?? '' }),
});

/** Takes the texts of one language off an image; answers it in the selected language. */
export function removeMediumTranslation(
  { store }: Library,
  id: number,
  segment: string,
  scope: MediaWriteScope,
): Promise<Medium> {
  return store.write(async (db) => {
    const medium = await getForWriting(db, id, scope);
    const assertUnchanged = await scope.watch?.(db, id);
    await removeTranslation(db, medium, segment);
    await touchMedium(db, id, scope.now);
    assertUnchanged?.();
    return settled(db, id, scope);
  });
}

/** For good. Throws 409 while a record shows the image; with `force` it is taken off those. */
export function removeMedium(
  { store, intake }: Library,
  id: number,
  force: boolean,
  scope: MediaWriteScope,
): Promise<Medium> {
  return store.write(async (db) => {
    const medium = await getForWriting(db, id, scope);
    const uses = await usesOf(db, id);
    if (uses.length > 0 && !force) throw inUse(uses, scope);
    (await scope.watch?.(db, id))?.();
    const previous = await settled(db, id, scope);
    await takeOffAll(db, uses, scope.now);
    await eraseMedium(db, id);
    store.onCommit(() => intake.discard(filesOf(medium)));
    return previous;
  });
}

/** Some at a time: others are answered in between, should all events show it. */
async function takeOffAll(db: Writer, uses: readonly ImageUse[], now: number): Promise<void> {
  for (const [kind, records] of Map.groupBy(uses, (use) => use.kind)) {
    for (const ids of chunksOf(records.map(({ id }) => id))) {
      await takeOff(db, kind, ids, now);
      await recordChanges(db, kind, ids, now);
      await setImmediate();
    }
  }
}

/** The records that show it and its files are the caller's business. */
export async function eraseMedium(db: Writer, id: number): Promise<void> {
  await deleteMedium(db, id);
  await deleteTexts(db, id);
  await releaseRecordId(db, id);
}

export const filesOf = ({ storage_key: key, filename: file, sizes }: MediaTable) => ({
  key,
  file,
  sizes: JSON.parse(sizes),
});

/** Names only the records that the caller may read. */
function inUse(uses: readonly ImageUse[], { caller, now }: ImageScope): ApiError {
  const readable = uses.filter((use) => mayRead(caller, ownedOf(use, now)));
  return new ApiError('rest-media-in-use', { data: { records: readable.map(({ kind, id }) => ({ type: kind, id })) } });
}
