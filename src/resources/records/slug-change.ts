import { slugify } from '../../core/text/slug.ts';
import type { RecordKind, StoredStatus } from '../../store/schema.ts';
import type { Writer } from '../../store/store.ts';
import { freeSlug, hasSlug, moveSlugs, trashedSlug } from './slugs.ts';

interface SlugChange {
  id: number;
  kind: RecordKind;
  before: StoredStatus;
  after: StoredStatus;
  /** `null` gives a translation's own slug up; the original's stays. */
  sent: string | null | undefined;
  isTranslation: boolean;
  /** Of the texts that are written. */
  language: string;
}

/**
 * Moves slugs with the record in and out of the trash, and answers the one to write with the texts, if any. One that
 * the record has already, in whichever language and before the move or after it, is as if it were not sent (D20).
 */
export async function changeSlug(db: Writer, change: SlugChange): Promise<string | null | undefined> {
  const { id, kind, sent, language } = change;
  const isTrashed = change.after === 'trash';
  const wanted = slugify(sent ?? '');
  const wasOwn = wanted !== '' && (await hasSlug(db, kind, id, wanted));
  if ((change.before === 'trash') !== isTrashed) await moveSlugs(db, kind, id, isTrashed ? 'aside' : 'back');
  if (sent === null) return change.isTranslation ? null : undefined;
  // Nothing that a slug can be made of: it stays.
  if (wanted === '' || wasOwn) return undefined;
  if (await hasSlug(db, kind, id, isTrashed ? trashedSlug(wanted) : wanted)) return undefined;
  const slug = await freeSlug(db, kind, wanted, { id, language });
  return isTrashed ? freeSlug(db, kind, trashedSlug(slug), { id, language }) : slug;
}

/** An original always has a slug: an empty one, or one that no slug can be made of, is as if it were not sent (D4). */
export function withoutEmptySlug<V extends { slug?: string | null | undefined }>(values: V, isTranslation: boolean): V {
  const isEmpty = values.slug !== undefined && slugify(values.slug ?? '') === '';
  if (!isEmpty || (isTranslation && values.slug === null)) return values;
  const { slug: _slug, ...others } = values;
  return others as V;
}
