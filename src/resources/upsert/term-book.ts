// Creates and updates terms for imports, with an index of all terms in memory; calendars have hundreds of them, not millions.
import type { Taxonomy } from '../../core/kinds.ts';
import { foldText } from '../../core/text/fold.ts';
import type { Reader } from '../../store/store.ts';
import { maxImportedId } from '../records/rows/record-table.ts';
import { firstFree } from '../records/slugs.ts';
import { insertTerms, updateTerm } from '../terms/save.ts';
import { isSameLanguage } from './decision.ts';
import { allTermNames, allTerms } from './repository.ts';
import { isSlugOf } from './slugs.ts';
import type { Decision, ImportTerm, StoredTerm, UpsertContext } from './types.ts';

/** `isSource`: the term came from this source, rather than having the same name and slug. */
type TermOutcome = { term: StoredTerm; decision: Decision; isSource: boolean };

/** New ids are above `highestRequested`, so that they do not collide with terms that are imported later. */
export async function createTermBook(
  { db, now, by, language: defaultLanguage }: Pick<UpsertContext, 'db' | 'now' | 'by' | 'language'>,
  highestRequested: number,
) {
  const index = await createIndex(db);
  let highest = Math.max(Math.min(highestRequested, maxImportedId), index.highest());

  async function create(record: ImportTerm): Promise<StoredTerm> {
    const { taxonomy, key, name, description, language = defaultLanguage, parentId = 0 } = record;
    const isFree = record.id !== undefined && record.id <= maxImportedId && index.byId(record.id) === undefined;
    const id = isFree ? (record.id as number) : ++highest;
    const texts = { name, description, slug: await index.uniqueSlug(taxonomy, record.slug, id) };
    const row = { id, taxonomy, parent_id: parentId, language, modified_at: now, external_id: key };
    await insertTerms(db, [{ row, texts: [{ language, ...texts }] }], by);
    return index.add({ ...row, ...texts });
  }

  async function update(term: StoredTerm, { taxonomy, name, description, slug: requested }: ImportTerm): Promise<void> {
    const slug = isSlugOf(term.slug, requested) ? term.slug : await index.uniqueSlug(taxonomy, requested, term.id);
    const texts = { name, description, slug };
    index.change(term, texts);
    await updateTerm(db, term, { language: term.language, texts }, by);
  }

  return {
    ...index,
    create,
    /**
     * Creates or updates a term. Modification times are not compared: the source always wins. A namesake whose key `isAtSource`
     * is not the same term, as the source has both.
     */
    async upsert(record: ImportTerm & { key: string }, isAtSource: (key: string) => boolean): Promise<TermOutcome> {
      const ofSource = index.byKey(record.taxonomy, record.key);
      const namesake = index.namesake(record);
      const term = ofSource ?? (isAtSource(namesake?.external_id ?? '') ? undefined : namesake);
      if (term === undefined) return { term: await create(record), decision: 'created', isSource: true };
      const isChanged = ofSource !== undefined && differs(record, ofSource);
      if (isChanged) await update(term, record);
      return { term, decision: isChanged ? 'updated' : 'unchanged', isSource: ofSource !== undefined };
    },
    /** Gives a term the slug if it is free; returns whether it was. */
    async restoreSlug(id: number, slug: string): Promise<boolean> {
      const term = index.byId(id);
      if (term === undefined || (await index.uniqueSlug(term.taxonomy, slug, id)) !== slug) return false;
      index.change(term, { slug });
      await updateTerm(db, term, { language: term.language, texts: { slug } }, by);
      return true;
    },
    async move(term: StoredTerm, parentId: number): Promise<void> {
      term.parent_id = parentId;
      await updateTerm(db, term, { language: term.language, parent_id: parentId }, by);
    },
  };
}

const differs = (record: ImportTerm, stored: StoredTerm): boolean =>
  isSameLanguage(record, stored) &&
  (record.name !== stored.name || record.description !== stored.description || !isSlugOf(stored.slug, record.slug));

const keyIn = (taxonomy: string, text: string): string => `${taxonomy} ${text}`;

/** Terms by their names in any language. */
function createNames() {
  const terms = new Map<string, readonly StoredTerm[]>();
  const keyOf = (taxonomy: Taxonomy, name: string) => keyIn(taxonomy, foldText(name));
  const named = (taxonomy: Taxonomy, name: string) => terms.get(keyOf(taxonomy, name)) ?? [];
  return {
    named,
    add(term: StoredTerm, name: string): void {
      const namesakes = named(term.taxonomy, name);
      if (!namesakes.includes(term)) terms.set(keyOf(term.taxonomy, name), [...namesakes, term]);
    },
    remove(term: StoredTerm, name: string): void {
      const others = named(term.taxonomy, name).filter((one) => one !== term);
      terms.set(keyOf(term.taxonomy, name), others);
    },
  };
}

async function createIndex(db: Reader) {
  const terms = new Map<number, StoredTerm>();
  const keys = new Map<string, StoredTerm>();
  const slugs = new Map<string, number>();
  const names = createNames();

  function add(term: StoredTerm): StoredTerm {
    names.add(term, term.name);
    terms.set(term.id, term);
    slugs.set(keyIn(term.taxonomy, term.slug), term.id);
    if (term.external_id !== null) keys.set(keyIn(term.taxonomy, term.external_id), term);
    return term;
  }

  for (const term of await allTerms(db)) add(term);
  for (const { taxonomy, name, slug, term_id } of await allTermNames(db)) {
    slugs.set(keyIn(taxonomy, slug ?? ''), term_id);
    // Added after all original names, which take precedence.
    if (name !== '') names.add(terms.get(term_id) as StoredTerm, name);
  }
  const slugHolder = (taxonomy: Taxonomy, slug: string) => slugs.get(keyIn(taxonomy, slug));
  return {
    add,
    /** Gives a term other texts. Another one may then have its former name and slug. */
    change(term: StoredTerm, texts: Partial<Pick<StoredTerm, 'name' | 'description' | 'slug'>>): void {
      slugs.delete(keyIn(term.taxonomy, term.slug));
      if (texts.name !== undefined && foldText(texts.name) !== foldText(term.name)) names.remove(term, term.name);
      add(Object.assign(term, texts));
    },
    /** Terms with this name in any language. */
    named: names.named,
    /** A term with the same slug and name in any language, as in replies of this calendar itself. */
    namesake({ taxonomy, slug, name }: ImportTerm): StoredTerm | undefined {
      const term = terms.get(slugHolder(taxonomy, slug) ?? 0);
      return term && names.named(taxonomy, name).includes(term) ? term : undefined;
    },
    byId: (id: number) => terms.get(id),
    byKey: (taxonomy: Taxonomy, key: string) => keys.get(keyIn(taxonomy, key)),
    highest: () => [...terms.keys()].reduce((highest, id) => Math.max(highest, id), 0),
    uniqueSlug: (taxonomy: Taxonomy, requested: string, id: number) =>
      firstFree(requested || taxonomy, async (slug) => ![undefined, id].includes(slugHolder(taxonomy, slug))),
  };
}
