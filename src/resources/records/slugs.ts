// Slugs of records: allocating unique ones, renaming them in the trash, finding records by slug.
import { isTaxonomy, type LoggedKind, type RecordKind, type StoredStatus } from '../../core/kinds.ts';
import { restoredSlug, slugify, suffixSlug, trashedSlug } from '../../core/text/slug.ts';
import { decodeUri } from '../../core/uri.ts';
import { statement } from '../../store/statement.ts';
import type { Reader, Writer } from '../../store/store.ts';
import { externalIdIn, findByExternalId } from './external-ids.ts';

/** Makes a slug that is not empty, and unique among all records of the kind in all languages (D32). */
export async function uniqueSlug(
  db: Reader,
  kind: RecordKind,
  requested: string,
  { id, language, otherwise = '' }: { id: number; language: string | undefined; otherwise?: string | undefined },
): Promise<string> {
  const base = slugify(requested) || slugify(otherwise) || String(id);
  return firstFree(base, async (slug) =>
    (await ownersOf(db, { kind, slug })).some((owner) => owner.record_id !== id || owner.language !== language),
  );
}

/** `base`, `base-2`, `base-3`, …; from 20 on by binary search: a thousand records with the same title take fewer than forty lookups. */
export async function firstFree(base: string, isTaken: (slug: string) => Promise<boolean>): Promise<string> {
  if (!(await isTaken(base))) return base;
  for (let n = 2; n <= 20; n++) if (!(await isTaken(suffixSlug(base, n)))) return suffixSlug(base, n);
  let free = 40;
  while (await isTaken(suffixSlug(base, free))) free *= 2;
  for (let taken = free / 2; free - taken > 1; ) {
    const middle = Math.floor((taken + free) / 2);
    if (await isTaken(suffixSlug(base, middle))) taken = middle;
    else free = middle;
  }
  return suffixSlug(base, free);
}

const ownersOf = statement((db, { kind, slug }: { kind: RecordKind; slug: string }) =>
  db.selectFrom('record_texts').select(['record_id', 'language']).where('kind', '=', kind).where('slug', '=', slug),
);

/** Whether the record has the slug in one of its languages. */
export const hasSlug = async (db: Reader, kind: RecordKind, id: number, slug: string): Promise<boolean> =>
  (await ownersOf(db, { kind, slug })).some((owner) => owner.record_id === id);

/** A unique slug, suffixed if the record is in the trash. */
export async function slugFor(
  db: Reader,
  kind: RecordKind,
  status: StoredStatus,
  requested: string,
  of: Parameters<typeof uniqueSlug>[3],
): Promise<string> {
  const slug = await uniqueSlug(db, kind, requested, of);
  return status === 'trash' ? uniqueSlug(db, kind, trashedSlug(slug), of) : slug;
}

/** Suffixes the slugs of a record that enters the trash in all languages, or restores them (D32). */
export async function renameSlugs(db: Writer, kind: RecordKind, id: number, to: 'trash' | 'public'): Promise<void> {
  const rows = await db
    .selectFrom('record_texts')
    .select(['rowid', 'language', 'slug'])
    .where('record_id', '=', id)
    .where('slug', 'is not', null)
    .execute();
  for (const { rowid, language, slug } of rows) {
    const requested = to === 'trash' ? trashedSlug(slug as string) : restoredSlug(slug as string);
    await db
      .updateTable('record_texts')
      .set({ slug: await uniqueSlug(db, kind, requested, { id, language }) })
      .where('rowid', '=', rowid)
      .execute();
  }
}

/** How a path or a caller names a record: by one of these. */
export type RecordRef = { id?: number; slug?: string; externalId?: string };

/** Detail of a 404 error that existing clients expect; they know no external ids. */
export const unknownIn = ({ slug, externalId }: RecordRef): { unknown?: 'id' | 'slug' } =>
  externalId === undefined ? { unknown: slug === undefined ? 'id' : 'slug' } : {};

/** The id of a record. A slug is normalised first. */
export async function idOf(
  db: Reader,
  kind: LoggedKind,
  { id, slug, externalId }: RecordRef,
): Promise<number | undefined> {
  if (kind === 'media') return id;
  if (externalId !== undefined) {
    const decoded = externalIdIn(externalId);
    return decoded === undefined ? undefined : (await findByExternalId(db, kind, decoded))?.id;
  }
  if (slug === undefined || isTaxonomy(kind)) return id;
  const normal = slugify(decodeSlug(slug));
  return normal === '' ? undefined : (await ownersOf(db, { kind, slug: normal }))[0]?.record_id;
}

/** Decodes a slug in a path; malformed encoding yields an empty slug, which no record has. */
export const decodeSlug = (segment: string): string => decodeUri(segment) ?? '';

/**
 * Renames slugs if the record enters or leaves the trash, and returns the slug to write with the texts in the language, if any.
 * `null` removes that of a translation, and has no effect on the original's. A slug that the record already has in any language,
 * before or after the move, is ignored (D20).
 */
export async function changeSlug(
  db: Writer,
  kind: RecordKind,
  before: { status: StoredStatus },
  { id, status, language: original }: { id: number; status: StoredStatus; language: string },
  { sent, language }: { sent: string | null | undefined; language: string },
): Promise<string | null | undefined> {
  const isTrashed = status === 'trash';
  const requested = slugify(sent ?? '');
  const isOwn = (slug: string) => hasSlug(db, kind, id, slug);
  const isIgnored = requested === '' || (await isOwn(requested));
  if ((before.status === 'trash') !== isTrashed) await renameSlugs(db, kind, id, isTrashed ? 'trash' : 'public');
  if (sent === null && language !== original) return null;
  if (isIgnored || (await isOwn(isTrashed ? trashedSlug(requested) : requested))) return undefined;
  return slugFor(db, kind, status, requested, { id, language });
}

/** An original always has a slug, so a value that results in an empty slug is ignored (D4). */
export function withoutEmptySlug<V extends { slug?: string | null | undefined }>(values: V, isTranslation: boolean): V {
  const isEmpty = values.slug !== undefined && slugify(values.slug ?? '') === '';
  if (!isEmpty || (isTranslation && values.slug === null)) return values;
  const { slug: _slug, ...others } = values;
  return others as V;
}
