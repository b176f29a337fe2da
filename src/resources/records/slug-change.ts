import { slugify } from '../../core/text/slug.ts';
import type { RecordKind, StoredStatus } from '../../store/schema.ts';
import type { Writer } from '../../store/store.ts';
import { freeSlug, moveSlugs, trashedSlug } from './slugs.ts';

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

/** Moves slugs with the record in and out of the trash, and answers the one to write with the texts, if any. */
export async function changeSlug(db: Writer, change: SlugChange): Promise<string | null | undefined> {
  const { id, kind, sent, language } = change;
  const isTrashed = change.after === 'trash';
  if ((change.before === 'trash') !== isTrashed) await moveSlugs(db, kind, id, isTrashed ? 'aside' : 'back');
  if (sent === null) return change.isTranslation ? null : undefined;
  // Nothing that a slug can be made of: it stays.
  if (sent === undefined || slugify(sent) === '') return undefined;
  const slug = await freeSlug(db, kind, sent, { id, language });
  return isTrashed ? freeSlug(db, kind, trashedSlug(slug), { id, language }) : slug;
}
