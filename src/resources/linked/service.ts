import { ApiError, forbidden, type Problems } from '../../core/api-error.ts';
import { mayEdit, mayEditOthers, mayRead, type Viewer } from '../../core/roles.ts';
import type { ReadContext } from '../../http/params/field.ts';
import type { LinkedKind } from '../../store/schema.ts';
import type { Reader, Store, Writer } from '../../store/store.ts';
import { findBySlug, freeSlug, restoredSlug, trashedSlug } from '../records/slugs.ts';
import { ownedOf } from '../records/status.ts';
import { deleteTexts, insertTexts, newRecordId, releaseRecordId, updateTexts } from '../records/texts.ts';
import { findTwin } from './duplicates.ts';
import { applyValues, assertMaySetAuthor, checkValues, emptyRecord, searchable } from './patch.ts';
import { deleteLinked, findLinked, insertLinked, updateLinked } from './repository.ts';
import type { LinkedRecord, LinkedValues } from './types.ts';

export interface LinkedScope extends ReadContext {
  viewer: Viewer;
  language: string;
}

export type RecordAddress = { id?: number; slug?: string };

/** Throws 404 for what is unknown or of another kind (D5). */
export async function getLinked(
  db: Reader,
  kind: LinkedKind,
  address: RecordAddress,
  language: string,
): Promise<LinkedRecord> {
  const id = address.slug === undefined ? address.id : await findBySlug(db, kind, decodeSlug(address.slug));
  const record = id === undefined ? undefined : await findLinked(db, kind, id, language);
  if (!record) throw new ApiError(`rest-${kind}-not-found`, { unknown: address.slug === undefined ? 'id' : 'slug' });
  return record;
}

/** Slugs come percent-encoded in paths; broken encoding is no slug of ours. */
export function decodeSlug(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return '';
  }
}

/** For reading: hidden records answer 403 (mirror). */
export async function readLinked(
  db: Reader,
  kind: LinkedKind,
  address: RecordAddress,
  scope: LinkedScope,
): Promise<LinkedRecord> {
  const record = await getLinked(db, kind, address, scope.language);
  if (!mayRead(scope.viewer, ownedOf(record, scope.now))) throw new ApiError(`${kind}-not-accessible`);
  return record;
}

/** Without a translation: an update starts from the record's own texts. */
const ownLanguage = '';

async function getForWriting(
  db: Reader,
  kind: LinkedKind,
  address: RecordAddress,
  scope: LinkedScope,
): Promise<LinkedRecord> {
  const record = await getLinked(db, kind, address, ownLanguage);
  if (!mayEdit(scope.viewer, ownedOf(record, scope.now))) throw forbidden(scope.viewer);
  return record;
}

export function createLinked(
  store: Store,
  kind: LinkedKind,
  values: LinkedValues,
  problems: Problems,
  scope: LinkedScope,
): Promise<LinkedRecord> {
  return store.write(async (db) => {
    const checked = await checkValues(db, kind, values, problems, scope);
    problems.throwIfAny();
    assertMaySetAuthor(scope.viewer, checked.author);
    const twin = await findTwin(db, kind, checked, (record) => mayEdit(scope.viewer, ownedOf(record, scope.now)));
    const id = twin?.id ?? (await insertNewLinked(db, kind, checked, scope));
    return getLinked(db, kind, { id }, scope.language);
  });
}

/** Inserts a record whose values have been checked and answers its id. */
export async function insertNewLinked(
  db: Writer,
  kind: LinkedKind,
  values: LinkedValues,
  scope: LinkedScope,
): Promise<number> {
  const id = await newRecordId(db, kind);
  const { row, texts } = applyValues(emptyRecord(kind, id, scope), values, scope);
  const slug = await freeSlug(db, kind, values.slug ?? texts.title, id);
  const stored = row.status === 'trash' ? await freeSlug(db, kind, trashedSlug(slug), id) : slug;
  await insertLinked(db, row);
  await insertTexts(db, {
    ...texts,
    recordId: id,
    kind,
    language: row.language,
    slug: stored,
    searchable: searchable(row, texts.website),
  });
  return id;
}

export function changeLinked(
  store: Store,
  kind: LinkedKind,
  address: RecordAddress,
  values: LinkedValues,
  problems: Problems,
  scope: LinkedScope,
): Promise<LinkedRecord> {
  return store.write(async (db) => {
    const checked = await checkValues(db, kind, values, problems, scope);
    problems.throwIfAny();
    const before = await getForWriting(db, kind, address, scope);
    if (checked.author !== before.author_id) assertMaySetAuthor(scope.viewer, checked.author);
    if (Object.keys(checked).length === 0) return before;
    await save(db, before, checked, scope);
    return getLinked(db, kind, { id: before.id }, scope.language);
  });
}

async function save(db: Writer, before: LinkedRecord, values: LinkedValues, scope: LinkedScope): Promise<void> {
  const { kind, id } = before;
  const { row, texts } = applyValues(before, values, scope);
  const slug = await slugAfter(db, before, row.status, values.slug);
  await updateLinked(db, id, row);
  await updateTexts(db, {
    ...texts,
    recordId: id,
    kind,
    language: row.language,
    slug,
    searchable: searchable(row, texts.website),
  });
}

/** Into the trash the slug is set aside, out of it it comes back (D32). */
export async function slugAfter(
  db: Reader,
  before: { id: number; kind: LinkedKind | 'event'; status: string; slug: string },
  status: string,
  sent: string | undefined,
): Promise<string> {
  const wasTrashed = before.status === 'trash';
  const isTrashed = status === 'trash';
  if (sent === undefined && wasTrashed === isTrashed) return before.slug;
  const wanted = sent ?? (wasTrashed ? restoredSlug(before.slug) : before.slug);
  const slug = await freeSlug(db, before.kind, wanted, before.id);
  return isTrashed ? freeSlug(db, before.kind, trashedSlug(slug), before.id) : slug;
}

export type Removal = { trashed: LinkedRecord } | { removed: LinkedRecord };

/** To the trash, or for good with `force` (D17). A second move to the trash is 410. */
export function removeLinked(
  store: Store,
  kind: LinkedKind,
  address: RecordAddress,
  force: boolean,
  scope: LinkedScope,
): Promise<Removal> {
  return store.write(async (db): Promise<Removal> => {
    const before = await getForWriting(db, kind, address, scope);
    if (force) {
      await deleteLinked(db, before.id);
      await deleteTexts(db, before.id);
      await releaseRecordId(db, before.id);
      return { removed: before };
    }
    if (before.status === 'trash') throw new ApiError(`${kind}-is-in-trash`);
    await save(db, before, { status: 'trash' }, scope);
    return { trashed: await getLinked(db, kind, { id: before.id }, scope.language) };
  });
}

/** For the `Allow` header. What is unknown is as what the viewer may not know of. */
export async function mayEditLinked(
  db: Reader,
  kind: LinkedKind,
  address: RecordAddress,
  scope: LinkedScope,
): Promise<boolean> {
  try {
    return mayEdit(scope.viewer, ownedOf(await getLinked(db, kind, address, ownLanguage), scope.now));
  } catch (error) {
    if (error instanceof ApiError) return mayEditOthers(scope.viewer);
    throw error;
  }
}
