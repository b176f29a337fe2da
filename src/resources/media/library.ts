// Images that writes name, by id or by address.

import type { Problem, Problems } from '../../core/api-error.ts';
import { imageAddress, isStored, type StoredImage } from '../../core/images.ts';
import { mayUpload } from '../../core/roles.ts';
import { toPlainText } from '../../core/text/plain-text.ts';
import type { Reader, Writer } from '../../store/store.ts';
import { recordAudit } from '../records/audit/audit-log.ts';
import { recordNewImage } from '../records/changes/change-log.ts';
import { newRecordId } from '../records/rows/record-ids.ts';
import type { ImageScope } from '../records/scope.ts';
import { saveTexts } from '../records/texts/texts.ts';
import {
  findMediumByKey,
  findMediumIdByContent,
  findMediumIdBySource,
  findMediumRow,
  insertMedium,
} from './repository.ts';
import { emptyMediumColumns, type MediumColumns } from './table.ts';

/** The column for the parameter `image`: nothing where it was not sent, null where it was emptied. */
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

/** The id of the image that a write names, or what is wrong with it. An image just taken in becomes a medium here. */
export async function imageIdOf(db: Writer, value: number | string, scope: ImageScope): Promise<number | Problem> {
  if (typeof value === 'number') return (await findMediumRow(db, value)) ? value : { key: 'unknown_image' };
  if (!mayUpload(scope.caller)) return { key: 'image_by_id_only' };
  const address = imageAddress(value);
  if (address === undefined) return { key: 'unknown_image' };
  const known = await findKnown(db, address);
  if (known !== undefined) return known;
  const taken = scope.images?.get(address) ?? { key: 'unknown_image' };
  if (!isStored(taken)) return taken;
  const twin = await findMediumIdByContent(db, taken.checksum, scope.caller.userId);
  return twin ?? addMedium(db, taken, scope, { source: address });
}

/** The image at an address that needs no fetching: it was fetched before, or the address is one of our own. */
export async function findKnown(db: Reader, address: string): Promise<number | undefined> {
  const key = /\/media\/(\d{4}\/\d{2}\/[a-z0-9]+)\/[^/]+$/.exec(new URL(address).pathname)?.[1];
  const own = key === undefined ? undefined : await findMediumByKey(db, key);
  return own?.id ?? findMediumIdBySource(db, address);
}

/** Of a title that the name of a file gives. */
const longestTitle = 2000;

interface Details {
  source?: string;
  title?: string | undefined;
  altText?: string | undefined;
  columns?: Partial<MediumColumns>;
  /** Free, as imports know. */
  id?: number;
}

/** Makes a medium of stored files and answers its id. */
export async function addMedium(
  db: Writer,
  image: StoredImage,
  scope: ImageScope,
  { source, title = image.title, altText = '', columns, id: wanted }: Details = {},
): Promise<number> {
  const { caller, language, now } = scope;
  const id = await newRecordId(db, 'media', wanted);
  await insertMedium(db, {
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
  });
  const texts = { title: toPlainText([...title].slice(0, longestTitle).join('')), description: altText, slug: null };
  await saveTexts(db, { recordId: id, kind: 'media', original: language }, language, texts);
  await recordNewImage(db, id, now);
  await recordAudit(db, scope, [{ kind: 'media', id, action: 'created' }]);
  return id;
}
