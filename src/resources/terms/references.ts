// Resolves the terms in the body of an event write to existing terms and names of new ones.
import type { Problems } from '../../core/api-error.ts';
import { plurals, type Taxonomy } from '../../core/kinds.ts';
import { foldText } from '../../core/text/fold.ts';
import { isBlank, isLongerThan, toPlainText } from '../../core/text/plain-text.ts';
import { uncutSlug } from '../../core/text/slug.ts';
import type { Reader } from '../../store/store.ts';
import { maxTermNameLength } from '../records/fields.ts';
import { findTermBySlug, taxonomiesOf, termsNamed } from './repository.ts';

/** Values of one vocabulary in an event write: ids, names and slugs may be mixed (D27). */
export interface TermReferences {
  taxonomy: Taxonomy;
  members: readonly (number | string)[];
}

export interface ResolvedTerms {
  taxonomy: Taxonomy;
  ids: number[];
  /** Names of terms that do not exist yet. */
  created: string[];
}

/** Unknown ids are reported as problems. A name in the language takes precedence over the same name in another. */
export async function resolveTerms(
  db: Reader,
  references: readonly TermReferences[],
  problems: Problems,
  language: string,
): Promise<ResolvedTerms[]> {
  const taxonomies = await taxonomiesOf(
    db,
    references.flatMap(({ members }) => members.filter(isId)),
  );
  return Array.fromAsync(references, (reference) => {
    const { taxonomy, members } = reference;
    if (members.some((member) => isId(member) && taxonomies.get(member) !== taxonomy))
      problems.add(plurals[taxonomy], `unknown_${taxonomy}`);
    return resolveMembers(db, reference, problems, language);
  });
}

const isId = (member: number | string): member is number => typeof member === 'number';

async function resolveMembers(
  db: Reader,
  { taxonomy, members }: TermReferences,
  problems: Problems,
  language: string,
): Promise<ResolvedTerms> {
  const ids = new Set<number>(members.filter(isId));
  const created: string[] = [];
  const spellings = new Set<string>();
  for (const member of members) {
    if (isId(member)) continue;
    const name = toPlainText(member);
    if (isBlank(name)) continue;
    const [named] = await termsNamed(db, taxonomy, name, language);
    const found = named?.id ?? (await findTermBySlug(db, taxonomy, uncutSlug(name)));
    if (found !== undefined) ids.add(found);
    else if (isLongerThan(name, maxTermNameLength))
      problems.add(plurals[taxonomy], 'text_too_long', { max: maxTermNameLength });
    else {
      const nameSpellings = spellingsOf(name);
      if (nameSpellings.some((spelling) => spellings.has(spelling))) continue;
      for (const spelling of nameSpellings) spellings.add(spelling);
      created.push(name);
    }
  }
  return { taxonomy, ids: [...ids], created };
}

/** Two names with a key in common create only one term: the folded name or, if not empty, the slug. */
function spellingsOf(name: string): string[] {
  const slug = uncutSlug(name);
  return [`name ${foldText(name)}`, ...(slug === '' ? [] : [`slug ${slug}`])];
}
