import { foldText } from '../../core/text/fold.ts';
import { insertTerms } from '../../resources/records/bulk.ts';
import { recordChanges } from '../../resources/records/change-log.ts';
import { firstFree } from '../../resources/records/slugs.ts';
import type { Taxonomy } from '../../store/schema.ts';
import type { SourceTerm } from '../pages/types.ts';
import { maxKeptId } from '../pages/values.ts';
import type { MergeContext } from './context.ts';
import { allTermNames, allTerms, changeTermTexts, type StoredTerm } from './repository.ts';
import { isSlugOf } from './slugs.ts';

export type NewTerm = Omit<SourceTerm, 'key' | 'parentKey' | 'count' | 'label'> & { key: string | null };

/** All terms of the calendar, in memory: there are hundreds of them, not millions. */
export interface TermBook {
  byId(id: number): StoredTerm | undefined;
  byKey(taxonomy: Taxonomy, key: string): StoredTerm | undefined;
  /** The one that came from this source, else one of the same slug and name. */
  find(wanted: SourceTerm): { term: StoredTerm; isSource: boolean } | undefined;
  /** Those of this name in any language, whatever their slug and place. */
  named(taxonomy: Taxonomy, name: string): readonly StoredTerm[];
  /** Without a key the term is nobody's but ours. */
  create(wanted: NewTerm): Promise<StoredTerm>;
  update(term: StoredTerm, wanted: SourceTerm): Promise<void>;
}

/** New ids lie above `highestWanted`, so that they take none from a term that comes later. */
export async function createTermBook(context: MergeContext, highestWanted: number): Promise<TermBook> {
  const index = await createIndex(context);
  let highest = Math.max(Math.min(highestWanted, maxKeptId), index.highest());
  return {
    byId: index.byId,
    byKey: index.byKey,
    named: index.named,
    find({ taxonomy, key, slug, name }) {
      const own = index.byKey(taxonomy, key);
      if (own) return { term: own, isSource: true };
      const same = index.byId(index.slugHolder(taxonomy, slug) ?? 0);
      // A page of this very calendar may show it in another language.
      return same && index.named(taxonomy, name).includes(same) ? { term: same, isSource: false } : undefined;
    },
    async create({ taxonomy, key, id: wanted, name, description, slug, language = context.language }) {
      const isFree = wanted !== undefined && wanted <= maxKeptId && index.byId(wanted) === undefined;
      const id = isFree ? wanted : ++highest;
      const text = { name, description, slug: await index.freeSlug(taxonomy, slug, id) };
      const row = { id, taxonomy, parent_id: 0, language, modified_at: context.now, external_id: key };
      await insertTerms(context.db, [{ row, texts: [{ language, ...text }] }], context.now);
      return index.keep({ ...row, ...text });
    },
    async update(term, { taxonomy, name, description, slug }) {
      const kept = isSlugOf(term.slug, slug) ? term.slug : await index.freeSlug(taxonomy, slug, term.id);
      index.keep(Object.assign(term, { name, description, slug: kept }));
      await changeTermTexts(context.db, term, context.now);
      await recordChanges(context.db, taxonomy, [term.id], context.now);
    },
  };
}

async function createIndex({ db }: MergeContext) {
  const terms = new Map<number, StoredTerm>();
  const keys = new Map<string, StoredTerm>();
  const slugs = new Map<string, number>();
  const names = new Map<string, StoredTerm[]>();
  const named = (taxonomy: string, text: string) => `${taxonomy} ${text}`;

  function keepName(term: StoredTerm, text: string): void {
    const name = named(term.taxonomy, foldText(text));
    const namesakes = names.get(name) ?? [];
    if (!namesakes.includes(term)) names.set(name, [...namesakes, term]);
  }

  function keep(term: StoredTerm): StoredTerm {
    keepName(term, term.name);
    terms.set(term.id, term);
    slugs.set(named(term.taxonomy, term.slug), term.id);
    if (term.external_id !== null) keys.set(named(term.taxonomy, term.external_id), term);
    return term;
  }

  for (const term of await allTerms(db)) keep(term);
  for (const { taxonomy, name, slug, term_id } of await allTermNames(db)) {
    slugs.set(named(taxonomy, slug ?? ''), term_id);
    // Behind those that are called so in their own language.
    if (name !== '') keepName(terms.get(term_id) as StoredTerm, name);
  }
  const slugHolder = (taxonomy: Taxonomy, slug: string) => slugs.get(named(taxonomy, slug));
  return {
    keep,
    slugHolder,
    named: (taxonomy: Taxonomy, name: string) => names.get(named(taxonomy, foldText(name))) ?? [],
    byId: (id: number) => terms.get(id),
    byKey: (taxonomy: Taxonomy, key: string) => keys.get(named(taxonomy, key)),
    highest: () => [...terms.keys()].reduce((highest, id) => Math.max(highest, id), 0),
    freeSlug: (taxonomy: Taxonomy, wanted: string, id: number) =>
      firstFree(wanted || taxonomy, async (slug) => ![undefined, id].includes(slugHolder(taxonomy, slug))),
  };
}
