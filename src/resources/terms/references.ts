// Terms that an event write names: found, or to be made.
import type { Problems } from '../../core/api-error.ts';
import type { Taxonomy } from '../../core/kinds.ts';
import { foldText } from '../../core/text/fold.ts';
import { isBlank, isLongerThan, toPlainText } from '../../core/text/plain-text.ts';
import { uncutSlug } from '../../core/text/slug.ts';
import type { Reader } from '../../store/store.ts';
import { findTermBySlug, taxonomiesOf, termsNamed } from './repository.ts';

/** What an event write says of one vocabulary: ids, names or slugs in any mix (D27). */
export interface TermReferences {
  taxonomy: Taxonomy;
  parameter: string;
  members: readonly (number | string)[];
}

/** Terms that an event will have: those there are, and the names of those that have yet to be made. */
export interface ResolvedTerms {
  taxonomy: Taxonomy;
  ids: number[];
  created: string[];
}

/** Unknown ids are a problem. Names are those of the language before they are those of any other. */
export async function resolveTerms(
  db: Reader,
  references: readonly TermReferences[],
  problems: Problems,
  language: string,
): Promise<ResolvedTerms[]> {
  const known = await taxonomiesOf(
    db,
    references.flatMap(({ members }) => members.filter(isId)),
  );
  const resolved: ResolvedTerms[] = [];
  for (const one of references) {
    const { taxonomy, parameter, members } = one;
    if (members.some((member) => isId(member) && known.get(member) !== taxonomy))
      problems.add(parameter, `unknown_${taxonomy}`);
    resolved.push(await resolveMembers(db, one, problems, language));
  }
  return resolved;
}

const isId = (member: number | string): member is number => typeof member === 'number';

async function resolveMembers(
  db: Reader,
  { taxonomy, parameter, members }: TermReferences,
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
    else if (isLongerThan(name, 200)) problems.add(parameter, 'text_too_long', { max: 200 });
    else {
      const own = spellingsOf(name);
      if (own.some((spelling) => spellings.has(spelling))) continue;
      for (const spelling of own) spellings.add(spelling);
      created.push(name);
    }
  }
  return { taxonomy, ids: [...ids], created };
}

/** Names that mean the same new term: equal folded names, or equal slugs where a slug can be made. */
function spellingsOf(name: string): string[] {
  const slug = uncutSlug(name);
  return [`name ${foldText(name)}`, ...(slug === '' ? [] : [`slug ${slug}`])];
}
