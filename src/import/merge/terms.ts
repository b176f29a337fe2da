// Categories and tags of a source become terms here. They carry no dates: the source's name, description and
// parent win over what was changed here.
import { slugify } from '../../core/text/slug.ts';
import { termKinds } from '../../resources/terms/types.ts';
import type { StoredTerm, TermBook } from '../../resources/upsert/types.ts';
import type { Taxonomy } from '../../store/schema.ts';
import type { Reporter, Subject } from '../report.ts';
import { keyOfTerm, readTerm } from '../rest/term.ts';
import { labelOf } from '../rest/texts.ts';
import { type PageContext, Unusable } from '../rest/types.ts';
import { idOf, isBare, plainOf, type RawRecord } from '../rest/values.ts';
import { createNotes, type MergeContext, memoryKey, type ParentWish } from './context.ts';
import { createNamesakes, type Namesakes } from './namesakes.ts';

export interface TermMerger extends Pick<Namesakes, 'isNamesake'> {
  /** The id of the term here; undefined for what cannot be taken over. */
  resolve(raw: RawRecord, taxonomy: Taxonomy, context: PageContext, source: string): Promise<number | undefined>;
  /** The term of this name, `path` being those above it and its own; made where there is none. */
  named(taxonomy: Taxonomy, path: readonly string[]): Promise<number>;
  /** The first taxonomy that has a term of this name, with its id. */
  find(name: string, taxonomies: readonly Taxonomy[]): { taxonomy: Taxonomy; id: number } | undefined;
  byKey(taxonomy: Taxonomy, key: string): StoredTerm | undefined;
  byId(id: number): StoredTerm | undefined;
}

export async function createTermMerger(context: MergeContext): Promise<TermMerger> {
  const book = await context.upsert.terms();
  const { met: resolved, parents, counted } = context.memory;
  const merge = async (raw: RawRecord, taxonomy: Taxonomy, page: PageContext, source: string) => {
    const subject = { source, record: labelOf(taxonomy, idOf(raw['id']), plainOf(raw['name'], raw)) };
    const merged = await mergeTerm({ raw, taxonomy, page, subject }, book, context.reporter);
    if (merged?.wish) parents.push(merged.wish);
    if (merged?.count !== undefined) counted.set(merged.term.id, { subject, count: merged.count });
    return merged?.term.id;
  };
  return {
    async resolve(raw, taxonomy, page, source) {
      const key = keyOfTerm(raw, taxonomy, page);
      const memo = memoryKey(taxonomy, key);
      if (!resolved.has(memo)) {
        resolved.set(memo, isBare(raw) ? book.byKey(taxonomy, key)?.id : await merge(raw, taxonomy, page, source));
      }
      return resolved.get(memo);
    },
    ...createNaming(book, context),
    find: (name, taxonomies) =>
      taxonomies.map((taxonomy) => ({ taxonomy, id: book.named(taxonomy, name)[0]?.id ?? 0 })).find(({ id }) => id > 0),
    byKey: book.byKey,
    byId: book.byId,
  };
}

/** Terms that are told by their names alone. */
function createNaming(book: TermBook, { reporter }: MergeContext): Pick<TermMerger, 'named' | 'isNamesake'> {
  const seen = new Set<number>();
  const { note, isNamesake } = createNamesakes();

  async function create(taxonomy: Taxonomy, name: string, above: number): Promise<StoredTerm> {
    const language = undefined;
    const own = { taxonomy, key: null, id: undefined, language, parentId: above };
    const term = await book.create({ ...own, name, description: '', slug: slugify(name) });
    reporter.count(termKinds[taxonomy].plural, 'created');
    return term;
  }

  return {
    isNamesake,
    async named(taxonomy, path) {
      let found: readonly StoredTerm[] = [];
      for (const [at, name] of path.entries()) {
        const above = at === 0 ? [0] : found.map(({ id }) => id);
        const namesakes = book.named(taxonomy, name);
        const below = namesakes.filter((one) => above.includes(one.parent_id));
        // A name on its own may stand anywhere in the tree.
        found = path.length > 1 ? below : [...new Set([...below, ...namesakes])];
        const [known] = found;
        if (known === undefined) found = [await create(taxonomy, name, above[0] as number)];
        else if (!seen.has(known.id)) reporter.count(termKinds[taxonomy].plural, 'unchanged');
        seen.add((found[0] as StoredTerm).id);
      }
      const { id } = found[0] as StoredTerm;
      note(
        id,
        found.map((one) => one.id),
      );
      return id;
    },
  };
}

interface Told {
  raw: RawRecord;
  taxonomy: Taxonomy;
  page: PageContext;
  subject: Subject;
}

interface Merged {
  term: StoredTerm;
  wish: ParentWish | undefined;
  count: number | undefined;
}

/** Undefined for what cannot be taken over. */
async function mergeTerm(
  { raw, taxonomy, page, subject }: Told,
  book: TermBook,
  reporter: Reporter,
): Promise<Merged | undefined> {
  const kind = termKinds[taxonomy].plural;
  try {
    const notes = createNotes(reporter, subject);
    const wanted = readTerm(raw, taxonomy, page, notes.add);
    const { term, decision, isSource } = await book.upsert(wanted);
    reporter.count(kind, decision);
    const isCounted = decision !== 'unchanged';
    if (isCounted) notes.tell();
    const { parentKey, count } = wanted;
    const mayMove = parentKey !== undefined && isSource;
    return { term, count, wish: mayMove ? { termId: term.id, parentKey, subject, isCounted } : undefined };
  } catch (error) {
    if (!(error instanceof Unusable)) throw error;
    reporter.skip(kind, subject, error.message, error.detail);
    return undefined;
  }
}
