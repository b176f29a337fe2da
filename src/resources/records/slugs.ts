import { slugify, suffixSlug } from '../../core/text/slug.ts';
import type { RecordKind } from '../../store/schema.ts';
import type { Reader } from '../../store/store.ts';

const trashMark = '__trashed';

/** The slug for a name or a sent slug: never empty, unique within the kind, drafts included (D32). */
export async function freeSlug(db: Reader, kind: RecordKind, wanted: string, id: number): Promise<string> {
  const base = slugify(wanted) || String(id);
  return firstFree(base, (slug) => isTaken(db, kind, slug, id));
}

/** `base`, `base-2`, `base-3`, …; after a few it doubles its steps, so that a thousand namesakes cost ten looks. */
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

async function isTaken(db: Reader, kind: RecordKind, slug: string, id: number): Promise<boolean> {
  const found = await db
    .selectFrom('record_texts')
    .select('record_id')
    .where('kind', '=', kind)
    .where('slug', '=', slug)
    .where('record_id', '<>', id)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** A record in the trash frees its slug and remembers it. */
export const trashedSlug = (slug: string): string => `${slug}${trashMark}`;

export const restoredSlug = (slug: string): string => slug.replace(/__trashed(?:-\d+)?$/, '');

/** The id of the record with this slug in any language. */
export async function findBySlug(db: Reader, kind: RecordKind, text: string): Promise<number | undefined> {
  const slug = slugify(text);
  if (slug === '') return undefined;
  const row = await db
    .selectFrom('record_texts')
    .select('record_id')
    .where('kind', '=', kind)
    .where('slug', '=', slug)
    .executeTakeFirst();
  return row?.record_id;
}
