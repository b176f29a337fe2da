import { slugify } from '../../../core/text/slug.ts';
import type { RelatedKind, Taxonomy } from '../../../store/schema.ts';
import type { Reader } from '../../../store/store.ts';
import { findManyRelated } from '../../related/repository.ts';
import { termIdsBySlug, termsIn } from '../../terms/repository.ts';
import type { ListValues } from '../list/list-request.ts';

/** External ids of events, for the UIDs of parents. */
export async function externalIdsOf(db: Reader, ids: readonly number[]): Promise<Map<number, string | null>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('events').select(['id', 'external_id']).where('id', 'in', ids).execute();
  return new Map(rows.map((row) => [row.id, row.external_id]));
}

interface NameReader {
  language: string;
  now: number;
}

/** Names of the terms that a filter names by slug or id. */
export async function namesOfTerms(
  db: Reader,
  taxonomy: Taxonomy,
  references: readonly string[],
  { language, now }: NameReader,
): Promise<string[]> {
  const bySlug = await termIdsBySlug(db, taxonomy, references.map(slugify));
  const ids = references.map((text) => bySlug.get(slugify(text)) ?? Number(text)).filter(Number.isSafeInteger);
  if (ids.length === 0) return [];
  const terms = await termsIn(db, language, now).where('t.id', 'in', ids).where('t.taxonomy', '=', taxonomy).execute();
  return terms.map(({ name }) => name).sort();
}

/** Names of venues or organizers that the caller is known to be allowed to read. */
const namesOfRelated = async (
  db: Reader,
  kind: RelatedKind,
  ids: readonly number[],
  { language }: NameReader,
): Promise<string[]> => (await findManyRelated(db, kind, ids, language)).map(({ name }) => name).sort();

export type CategoryNames = ReadonlyMap<number, { name: string; parentId: number }>;

/** Names of what the parameters choose the events by: `Jazz`, `Town hall`. */
export async function namesOfChosen(db: Reader, values: ListValues, reader: NameReader): Promise<string[]> {
  const { categories = [], tags = [], venue = [], organizer = [], search } = values;
  return [
    ...(await namesOfTerms(db, 'category', categories, reader)),
    ...(await namesOfTerms(db, 'tag', tags, reader)),
    ...(await namesOfRelated(db, 'venue', venue, reader)),
    ...(await namesOfRelated(db, 'organizer', organizer, reader)),
    ...(search === undefined ? [] : [`“${search}”`]),
  ];
}

/** All categories, by id: paths of names are made of them. */
export async function categoryNames(db: Reader, { language, now }: NameReader): Promise<CategoryNames> {
  const terms = await termsIn(db, language, now)
    .clearSelect()
    .select(['t.id', 't.parent_id', 'o.name', 'l.name as translated'])
    .where('t.taxonomy', '=', 'category')
    .execute();
  return new Map(terms.map((term) => [term.id, { name: term.translated || term.name, parentId: term.parent_id }]));
}
