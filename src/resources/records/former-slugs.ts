// Slugs that records had, so that links to their pages stay valid. The record that has a slug now comes before one that had it.
import { ApiError } from '../../core/api-error.ts';
import type { ChangeKind, LoggedKind } from '../../core/kinds.ts';
import { restoredSlug, slugify } from '../../core/text/slug.ts';
import type { Reader, Writer } from '../../store/store.ts';

/** Of several records that had the slug, the last one counts. Links do not have the suffix of records in the trash. */
export async function rememberSlug(db: Writer, kind: LoggedKind, id: number, slug: string): Promise<void> {
  await db
    .insertInto('former_slugs')
    .values({ kind, slug: restoredSlug(slug), record_id: id })
    .onConflict((conflict) => conflict.columns(['kind', 'slug']).doUpdateSet({ record_id: id }))
    .execute();
}

export async function forgetSlugs(db: Writer, kind: LoggedKind, id: number): Promise<void> {
  await db
    .deleteFrom('former_slugs')
    .where((eb) => eb.and({ kind, record_id: id }))
    .execute();
}

/** Ids of the records that had these slugs, by slug. */
export async function formerOwners(
  db: Reader,
  kind: ChangeKind,
  slugs: readonly string[],
): Promise<Map<string, number>> {
  if (slugs.length === 0) return new Map();
  const rows = await db
    .selectFrom('former_slugs')
    .select(['slug', 'record_id'])
    .where('kind', '=', kind)
    .where('slug', 'in', slugs)
    .execute();
  return new Map(rows.map(({ slug, record_id }) => [slug, record_id]));
}

/** The id of the record that had the slug. */
export async function findFormerOwner(db: Reader, kind: ChangeKind, text: string): Promise<number | undefined> {
  const slug = slugify(text);
  return (await formerOwners(db, kind, [slug])).get(slug);
}

interface Named {
  id?: number;
  slug?: string;
}

/** What `read` returns for a record, or else for one that had the slug earlier. Throws what `read` throws. */
export async function readAlsoFormer<Read>(
  db: Reader,
  kind: ChangeKind,
  ref: Named,
  read: (ref: Named) => Promise<Read>,
): Promise<Read> {
  try {
    return await read(ref);
  } catch (error) {
    const isUnknown = error instanceof ApiError && error.status === 404;
    const id = isUnknown && ref.slug !== undefined ? await findFormerOwner(db, kind, ref.slug) : undefined;
    if (id === undefined) throw error;
    return read({ id });
  }
}
