import { slugify, suffixSlug } from '../../core/text/slug.ts';
import { chunksOf } from '../../resources/records/bulk.ts';
import { firstFree, trashedSlug } from '../../resources/records/slugs.ts';
import type { RecordKind, StoredStatus } from '../../store/schema.ts';
import type { Reader } from '../../store/store.ts';
import { slugHolders } from './repository.ts';

/** Knows the slugs that this import has given away but not yet stored. */
export interface SlugBook {
  /** Looks many slugs up at once, so that `claim` need not ask for each. */
  prepare(kind: RecordKind, slugs: readonly string[]): Promise<void>;
  /** The wanted slug, or the first free one after it (D32). */
  claim(kind: RecordKind, wanted: string, id: number): Promise<string>;
}

export function createSlugBook(db: Reader): SlugBook {
  const holders = new Map<string, number | undefined>();
  const keyOf = (kind: RecordKind, slug: string) => `${kind}/${slug}`;

  async function holderOf(kind: RecordKind, slug: string): Promise<number | undefined> {
    const key = keyOf(kind, slug);
    if (!holders.has(key)) holders.set(key, (await slugHolders(db, kind, [slug])).get(slug));
    return holders.get(key);
  }

  return {
    async prepare(kind, slugs) {
      for (const some of chunksOf(slugs.filter((slug) => !holders.has(keyOf(kind, slug))))) {
        const found = await slugHolders(db, kind, some);
        for (const slug of some) holders.set(keyOf(kind, slug), found.get(slug));
      }
    },
    async claim(kind, wanted, id) {
      // Held by the record itself it is that of another language.
      const isTaken = async (slug: string) => (await holderOf(kind, slug)) !== undefined;
      const slug = await firstFree(slugify(wanted) || String(id), isTaken);
      holders.set(keyOf(kind, slug), id);
      return slug;
    },
  };
}

/** The slug to ask for: that of the source, or one made from the title; set aside in the trash. */
export function wantedSlug({
  slug,
  texts,
  status,
}: {
  slug: string;
  texts: { title: string };
  status: StoredStatus;
}): string {
  const own = (slug || slugify(texts.title)).replace(/__trashed(?:-\d+)?$/, '');
  return status === 'trash' ? trashedSlug(own) : own;
}

/** Whether the wanted slug was given, with a number where it was taken then: no reason to change an address now. */
export function isSlugOf(slug: string, wanted: string): boolean {
  if (slug === wanted || wanted === '') return true;
  const number = /-(\d{1,9})$/.exec(slug)?.[1];
  return number !== undefined && slug === suffixSlug(wanted, Number(number));
}
