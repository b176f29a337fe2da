// Venues, organizers and terms that files refer to by name: stored ones are used, never duplicated.
import { plurals, type RelatedKind, type Taxonomy } from '../../core/kinds.ts';
import { foldText } from '../../core/text/fold.ts';
import { slugify } from '../../core/text/slug.ts';
import { emptyRelatedColumns } from '../../resources/related/table.ts';
import type { RelatedRecord } from '../../resources/related/types.ts';
import { relatedByKey, relatedByName } from '../../resources/upsert/repository.ts';
import type { RelatedColumns, StoredTerm } from '../../resources/upsert/types.ts';
import { digest } from '../keys.ts';
import type { MergeContext } from './context.ts';

export interface NamedRecord {
  kind: RelatedKind;
  name: string;
  columns: Partial<RelatedColumns>;
  website?: string;
}

export type RelatedByName = ReturnType<typeof createRelatedByName>;

export function createRelatedByName(context: MergeContext) {
  const resolved = new Map<string, number>();
  const lookups = new Map<string, readonly number[]>();
  const { note, isNamesake } = createNamesakes();

  async function namesakesOf(named: NamedRecord): Promise<readonly number[]> {
    const exact = JSON.stringify([named.kind, named.name, named.columns]);
    const found = lookups.get(exact);
    if (found) return found;
    const records = await relatedByName(context.db, named.kind, named.name);
    const ids = records.filter((record) => mayBeSame(record, named)).map(({ id }) => id);
    lookups.set(exact, ids);
    return ids;
  }

  return {
    isNamesake,
    /** Prefers one of these ids if the name can mean it. */
    async resolve(named: NamedRecord, preferred: readonly number[] = []): Promise<number> {
      const namesakes = await namesakesOf(named);
      const match = preferred.find((id) => namesakes.includes(id));
      if (match !== undefined) return match;
      const key = keyOf(named);
      const id = resolved.get(key) ?? (await findOrCreate(context, named, key, namesakes[0]));
      resolved.set(key, id);
      note(id, namesakes);
      return id;
    },
  };
}

async function findOrCreate(
  context: MergeContext,
  named: NamedRecord,
  key: string,
  namesake: number | undefined,
): Promise<number> {
  const { kind, name, website = '' } = named;
  const keyed = await relatedByKey(context.db, kind, key);
  // One in the trash is only used if no other has its name.
  const stored = keyed?.status === 'trash' ? (namesake ?? keyed.id) : (keyed?.id ?? namesake);
  context.reporter.count(plurals[kind], stored === undefined ? 'created' : 'unchanged');
  if (stored !== undefined) return stored;
  const { id } = await context.upsert.related({
    kind,
    key,
    author: '',
    id: undefined,
    status: 'publish',
    publishedAt: undefined,
    modifiedAt: undefined,
    language: undefined,
    texts: { title: name, description: '', excerpt: '', website },
    slug: '',
    columns: { ...emptyRelatedColumns, ...named.columns },
  });
  return id as number;
}

/** Stable, so that a record that an import created is found again even if it was changed here. */
const keyOf = ({ kind, name, columns }: NamedRecord): string =>
  `by-name?${kind}=${digest([name, ...placeNames.map((column) => columns[column] ?? '')].map(essence))}`;

const placeNames = ['address', 'city', 'zip', 'state', 'province', 'country', 'email'] as const;

/** Without punctuation, but with the signs of `C++` and `C#`, with vowels that scripts write as marks, and never empty. */
const essence = (text: string): string => wordsOf(text).join(' ') || foldText(text);

const wordsOf = (text: string): string[] =>
  foldText(text)
    .split(/[^\p{L}\p{M}\p{N}\p{S}@#]+/u)
    .filter((word) => word !== '');

/** Both have the same name; all words of the given place must be in the stored one, in any column. */
function mayBeSame(record: RelatedRecord, { columns }: NamedRecord): boolean {
  if (columns.email && record.email && essence(columns.email) !== essence(record.email)) return false;
  const words = new Set([...placeNames, 'stateprovince' as const].flatMap((column) => placeWordsOf(record[column])));
  return placeNames
    .filter((column) => column !== 'email')
    .flatMap((column) => placeWordsOf(columns[column] ?? ''))
    .every((word) => words.has(word));
}

/** Spreadsheets take a zip for a number: 01067 comes back as 1067. */
const placeWordsOf = (text: string): string[] => wordsOf(text).map((word) => word.replace(/^0+(?=\d+$)/, ''));

/** Records that share a name, which therefore does not identify one of them. */
function createNamesakes() {
  const namesakes = new Map<number, Set<number>>();
  return {
    note: (id: number, others: Iterable<number>) =>
      void namesakes.set(id, new Set([...(namesakes.get(id) ?? []), ...others])),
    /** Whether a name that matched the first record may also mean the second. */
    isNamesake: (id: number, other: number): boolean => id === other || namesakes.get(id)?.has(other) === true,
  };
}

export type TermsByName = Awaited<ReturnType<typeof createTermsByName>>;

export async function createTermsByName({ upsert, reporter }: MergeContext) {
  const book = await upsert.terms();
  const seen = new Set<number>();
  const { note, isNamesake } = createNamesakes();

  async function create(taxonomy: Taxonomy, name: string, parentId: number): Promise<StoredTerm> {
    const record = { taxonomy, key: null, id: undefined, language: undefined, parentId, name, description: '' };
    const term = await book.create({ ...record, slug: slugify(name) });
    reporter.count(plurals[taxonomy], 'created');
    return term;
  }

  return {
    /** For each term, the stored ones that its name may mean as well, else the term itself. */
    meant(ids: readonly number[], stored: readonly number[]): number[] {
      const namesakes = (id: number) => stored.filter((other) => isNamesake(id, other));
      return [...new Set(ids.flatMap((id) => (namesakes(id).length > 0 ? namesakes(id) : [id])))];
    },
    /** The first taxonomy that has a term of this name, with its id. */
    find: (name: string, taxonomies: readonly Taxonomy[]) =>
      taxonomies.map((taxonomy) => ({ taxonomy, id: book.named(taxonomy, name)[0]?.id ?? 0 })).find(({ id }) => id > 0),
    /** The term with this name, created if there is none. `path` has the names of its ancestors and its own. */
    async named(taxonomy: Taxonomy, path: readonly string[]): Promise<number> {
      let found: readonly StoredTerm[] = [];
      for (const [at, name] of path.entries()) {
        const above = at === 0 ? [0] : found.map(({ id }) => id);
        const namesakes = book.named(taxonomy, name);
        const below = namesakes.filter((one) => above.includes(one.parent_id));
        // A name without a path may be anywhere in the tree.
        found = path.length > 1 ? below : [...new Set([...below, ...namesakes])];
        const [stored] = found;
        if (stored === undefined) found = [await create(taxonomy, name, above[0] as number)];
        else if (!seen.has(stored.id)) reporter.count(plurals[taxonomy], 'unchanged');
        seen.add((found[0] as StoredTerm).id);
      }
      const ids = found.map(({ id }) => id);
      const [id] = ids as [number];
      note(id, ids);
      return id;
    },
  };
}
