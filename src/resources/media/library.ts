// Resolves the images in writes, by id or URL, and adds new ones.

import type { Problem, Problems } from '../../core/api-error.ts';
import { imageUrl, isStored, type StoredImage, storageKeysIn } from '../../core/images.ts';
import { mayUpload } from '../../core/roles.ts';
import { toPlainText } from '../../core/text/plain-text.ts';
import type { MediaTable } from '../../store/schema.ts';
import type { Reader, Writer } from '../../store/store.ts';
import { recordCreated } from '../records/audit/audit-log.ts';
import { recordNewImage } from '../records/changes/change-log.ts';
import { maxLineLength } from '../records/fields.ts';
import { idAbove, newRecordId } from '../records/rows/record-table.ts';
import type { ImageScope, WriteOrigin } from '../records/scope.ts';
import { insertTexts, noTexts } from '../records/texts/texts.ts';
import { findMediumByKey, findMediumId, mediaRows } from './repository.ts';
import { emptyMediumColumns, type MediumColumns } from './table.ts';

/** Column value of the parameter `image`: absent if not sent, null if cleared. */
export async function imageColumn(
  db: Writer,
  value: number | string | null | undefined,
  problems: Problems,
  scope: ImageScope,
): Promise<{ image_id?: number | null }> {
  if (value === undefined || value === null) return value === null ? { image_id: null } : {};
  const found = await imageIdOf(db, value, scope);
  if (typeof found === 'number') return { image_id: found };
  problems.set('image', found);
  return {};
}

/** The image's id, or the problem with the parameter. Adds a medium for an image that was just fetched. */
export async function imageIdOf(db: Writer, value: number | string, scope: ImageScope): Promise<number | Problem> {
  if (typeof value === 'number') return (await mediaRows.find(db, value)) ? value : { key: 'unknown_image' };
  if (!mayUpload(scope.caller)) return { key: 'image_by_id_only' };
  const url = imageUrl(value);
  if (url === undefined) return { key: 'unknown_image' };
  const existing = await findExistingImage(db, url);
  if (existing !== undefined) return existing;
  const fetched = scope.images?.get(url) ?? { key: 'unknown_image' };
  if (!isStored(fetched)) return fetched;
  const ownCopy = await findMediumId(db, { checksum: fetched.checksum, author_id: scope.caller.userId });
  return ownCopy ?? addMedium(db, fetched, scope, { source: url });
}

/** The image at a URL that was fetched before or is our own. */
export async function findExistingImage(db: Reader, url: string): Promise<number | undefined> {
  const [key] = storageKeysIn(new URL(url).pathname);
  const ours = key === undefined ? undefined : await findMediumByKey(db, key);
  return ours?.id ?? findMediumId(db, { source_url: url });
}

interface Details {
  source?: string;
  title?: string | undefined;
  altText?: string | undefined;
  translations?: NewMedium['texts'] | undefined;
  columns?: Partial<MediumColumns>;
  /** Must be free; used by imports. */
  id?: number;
}

export async function addMedium(
  db: Writer,
  image: StoredImage,
  scope: ImageScope,
  { source, title = image.title, altText = '', translations = [], columns, id: requestedId }: Details = {},
): Promise<number> {
  const { caller, language, now, highestRequestedId } = scope;
  const otherwise = highestRequestedId === undefined ? undefined : await idAbove(db, highestRequestedId);
  const id = await newRecordId(db, 'media', requestedId ?? otherwise);
  const row = {
    ...emptyMediumColumns,
    ...columns,
    id,
    author_id: caller.userId,
    published_at: now,
    modified_at: now,
    language,
    storage_key: image.key,
    filename: image.file,
    checksum: image.checksum,
    source_url: source ?? null,
    extension: image.extension,
    mime_type: image.mimeType,
    width: image.width,
    height: image.height,
    filesize: image.filesize,
    sizes: JSON.stringify(image.sizes),
  };
  const line = (text: string) => toPlainText([...text].slice(0, maxLineLength).join(''));
  const texts = [{ language, title, description: altText }, ...translations].map((text) => ({
    ...text,
    title: line(text.title),
    description: line(text.description),
  }));
  await insertNewMedium(db, { row, texts }, scope);
  return id;
}

export interface NewMedium {
  row: MediaTable;
  /** The description is the alternative text. */
  texts: readonly { language: string; title: string; description: string }[];
}

/** The id has been reserved, and the files are stored. */
export async function insertNewMedium(db: Writer, { row, texts }: NewMedium, by: WriteOrigin): Promise<void> {
  const of = { recordId: row.id, kind: 'media', original: row.language } as const;
  await mediaRows.insert(db, [row]);
  await insertTexts(db, [{ of, texts: texts.map((text) => ({ ...noTexts, slug: null, ...text })) }]);
  await recordNewImage(db, row.id, by.now);
  await recordCreated(db, by, 'media', [row.id]);
}
