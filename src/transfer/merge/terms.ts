// Categories and tags of a source become terms here. They carry no dates: the source's name, description and
// parent win over what was changed here.
import { foldText } from '../../core/text/fold.ts';
import { insertTerms } from '../../resources/records/bulk.ts';
import { recordChanges } from '../../resources/records/change-log.ts';
import { firstFree } from '../../resources/records/slugs.ts';
import { termKinds } from '../../resources/terms/types.ts';
import type { Taxonomy } from '../../store/schema.ts';
import { keyOfTerm, readTerm } from '../pages/term.ts';
import { labelOf } from '../pages/texts.ts';
import { type PageContext, type SourceTerm, Unusable } from '../pages/types.ts';
import { idOf, isBare, maxKeptId, plainOf, type RawRecord } from '../pages/values.ts';
import type { Subject } from '../report.ts';
import { createNotes, type MergeContext } from './context.ts';
import { allTermSlugs, allTerms, changeTermTexts, type StoredTerm } from './repository.ts';
import { isSlugOf } from './slugs.ts';
import { isSameLanguage } from './verdict.ts';

/** A category whose place in the tree is settled when all are there. */
export interface ParentWish {
  term: StoredTerm;
  parentKey: string;
  subject: Subject;
  /** Its creation or update has been counted. */
  isCounted: boolean;
}

export interface TermMerger {
  /** The id of the term here; undefined for what cannot be taken over. */
  resolve(raw: RawRecord, taxonomy: Taxonomy, context: PageContext, source: string): Promise<number | undefined>;
  wishes: readonly ParentWish[];
  /** Terms of this import, with the number of events that the source counts. */
  counted: ReadonlyMap<number, { subject: Subject; count: number }>;
  byKey(taxonomy: Taxonomy, key: string): StoredTerm | undefined;
  byId(id: number): StoredTerm | undefined;
}

export async function createTermMerger(context: MergeContext, highestWanted: number): Promise<TermMerger> {
  const book = await createTermBook(context, highestWanted);
  const resolved = new Map<string, number | undefined>();
  const wishes: ParentWish[] = [];
  const counted = new Map<number, { subject: Subject; count: number }>();
  const { reporter } = context;

  async function merge(
    raw: RawRecord,
    taxonomy: Taxonomy,
    page: PageContext,
    source: string,
  ): Promise<number | undefined> {
    const kind = termKinds[taxonomy].plural;
    const subject = { source, record: labelOf(taxonomy, idOf(raw['id']), plainOf(raw['name'])) };
    try {
      const notes = createNotes(reporter, subject);
      const wanted = readTerm(raw, taxonomy, page, notes.add);
      const found = book.find(wanted);
      const outcome =
        found === undefined ? 'created' : found.isSource && differs(wanted, found.term) ? 'updated' : 'unchanged';
      const term = found === undefined ? await book.create(wanted) : found.term;
      if (outcome === 'updated') await book.update(term, wanted);
      reporter.count(kind, outcome);
      if (outcome !== 'unchanged') notes.tell();
      const { parentKey, count } = wanted;
      if (parentKey !== undefined && (found?.isSource ?? true)) {
        wishes.push({ term, parentKey, subject, isCounted: outcome !== 'unchanged' });
      }
      if (count !== undefined) counted.set(term.id, { subject, count });
      return term.id;
    } catch (error) {
      if (!(error instanceof Unusable)) throw error;
      reporter.skip(kind, subject, error.message, error.detail);
      return undefined;
    }
  }

  return {
    async resolve(raw, taxonomy, page, source) {
      const key = keyOfTerm(raw, taxonomy, page);
      const memo = `${taxonomy} ${key}`;
      if (!resolved.has(memo))
        resolved.set(memo, isBare(raw) ? book.byKey(taxonomy, key)?.id : await merge(raw, taxonomy, page, source));
      return resolved.get(memo);
    },
    wishes,
    counted,
    byKey: book.byKey,
    byId: book.byId,
  };
}

const differs = (source: SourceTerm, stored: StoredTerm): boolean =>
  isSameLanguage(source, stored) && textsDiffer(source, stored);

const textsDiffer = (source: SourceTerm, stored: StoredTerm): boolean =>
  source.name !== stored.name || source.description !== stored.description || !isSlugOf(stored.slug, source.slug);

/** All terms of the calendar, in memory: there are hundreds of them, not millions. */
async function createTermBook({ db, now, language: usual }: MergeContext, highestWanted: number) {
  const terms = new Map((await allTerms(db)).map((term) => [term.id, term]));
  const keys = new Map(
    [...terms.values()]
      .filter((term) => term.external_id !== null)
      .map((term) => [`${term.taxonomy} ${term.external_id}`, term]),
  );
  const slugs = new Map(
    (await allTermSlugs(db)).map(({ taxonomy, slug, term_id }) => [`${taxonomy} ${slug}`, term_id]),
  );
  let highest = Math.max(Math.min(highestWanted, maxKeptId), 0, ...terms.keys());

  const freeSlug = (taxonomy: Taxonomy, wanted: string, id: number) =>
    firstFree(wanted || taxonomy, async (slug) => ![undefined, id].includes(slugs.get(`${taxonomy} ${slug}`)));

  function keep(term: StoredTerm): StoredTerm {
    terms.set(term.id, term);
    slugs.set(`${term.taxonomy} ${term.slug}`, term.id);
    if (term.external_id !== null) keys.set(`${term.taxonomy} ${term.external_id}`, term);
    return term;
  }

  return {
    byId: (id: number) => terms.get(id),
    byKey: (taxonomy: Taxonomy, key: string) => keys.get(`${taxonomy} ${key}`),
    /** The one that came from this source, else one of the same slug and name. */
    find({ taxonomy, key, slug, name }: SourceTerm): { term: StoredTerm; isSource: boolean } | undefined {
      const own = keys.get(`${taxonomy} ${key}`);
      if (own) return { term: own, isSource: true };
      const same = terms.get(slugs.get(`${taxonomy} ${slug}`) ?? 0);
      return same && foldText(same.name) === foldText(name) ? { term: same, isSource: false } : undefined;
    },
    async create({
      taxonomy,
      key,
      id: wanted,
      name,
      description,
      slug,
      language = usual,
    }: SourceTerm): Promise<StoredTerm> {
      const isFree = wanted !== undefined && wanted <= maxKeptId && !terms.has(wanted);
      const id = isFree ? wanted : ++highest;
      const text = { name, description, slug: await freeSlug(taxonomy, slug, id) };
      const row = { id, taxonomy, parent_id: 0, language, modified_at: now, external_id: key };
      await insertTerms(db, [{ row, texts: [{ language, ...text }] }], now);
      return keep({ ...row, ...text });
    },
    async update(term: StoredTerm, { taxonomy, name, description, slug }: SourceTerm): Promise<void> {
      const kept = isSlugOf(term.slug, slug) ? term.slug : await freeSlug(taxonomy, slug, term.id);
      Object.assign(term, { name, description, slug: kept });
      await changeTermTexts(db, term, now);
      await recordChanges(db, taxonomy, [term.id], now);
      keep(term);
    },
  };
}
