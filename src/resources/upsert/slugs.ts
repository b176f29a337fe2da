// Allocates slugs for imported records.
import type { RecordKind } from '../../core/kinds.ts';
import { slugify, suffixSlug } from '../../core/text/slug.ts';
import type { Reader } from '../../store/store.ts';
import { chunksOf } from '../records/rows/rows.ts';
import { firstFree } from '../records/slugs.ts';

export type SlugBook = ReturnType<typeof createSlugBook>;

/** Slugs of stored records, and of those that this import will store. */
export function createSlugBook(db: Reader) {
  const holders = new Map<string, number | undefined>();
  const keyOf = (kind: RecordKind, slug: string) => `${kind}/${slug}`;

  async function holderOf(kind: RecordKind, slug: string): Promise<number | undefined> {
    const key = keyOf(kind, slug);
    if (!holders.has(key)) holders.set(key, (await slugHolders(db, kind, [slug])).get(slug));
    return holders.get(key);
  }

  /** The requested slug, or the next free one (D32). */
  async function claim(kind: RecordKind, requested: string, id: number): Promise<string> {
    // A slug of the record itself is taken as well: it belongs to another language.
    const isTaken = async (slug: string) => (await holderOf(kind, slug)) !== undefined;
    const slug = await firstFree(slugify(requested) || String(id), isTaken);
    holders.set(keyOf(kind, slug), id);
    return slug;
  }

  return {
    claim,
    /** The record's own slug if it is the requested one, else as `claim`. */
    keepOrClaim: async (kind: RecordKind, { id, slug }: { id: number; slug: string }, requested: string) =>
      isSlugOf(slug, requested) ? slug : claim(kind, requested, id),
    /** Looks up many slugs in one query, so that `claim` needs none for them. */
    async prepare(kind: RecordKind, slugs: readonly string[]): Promise<void> {
      for (const some of chunksOf(slugs.filter((slug) => !holders.has(keyOf(kind, slug))))) {
        const found = await slugHolders(db, kind, some);
        for (const slug of some) holders.set(keyOf(kind, slug), found.get(slug));
      }
    },
  };
}

/** Whether the slug is the requested one or that with a number, so that the URL need not change. */
export function isSlugOf(slug: string, requested: string): boolean {
  if (slug === requested || requested === '') return true;
  const number = /-(\d{1,9})$/.exec(slug)?.[1];
  return number !== undefined && slug === suffixSlug(requested, Number(number));
}

async function slugHolders(db: Reader, kind: RecordKind, slugs: readonly string[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('record_texts')
    .select(['slug', 'record_id'])
    .where('kind', '=', kind)
    .where('slug', 'in', slugs)
    .execute();
  return new Map(rows.map(({ slug, record_id }) => [slug as string, record_id]));
}
