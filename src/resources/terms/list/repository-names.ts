// Reads only the names of terms, to sort a whole vocabulary.
import type { Taxonomy } from '../../../core/kinds.ts';
import { statement } from '../../../store/statement.ts';
import type { Reader } from '../../../store/store.ts';

const allNames = statement((db, { taxonomy, language }: { taxonomy: Taxonomy; language: string }) =>
  db
    .selectFrom('term_texts')
    .select(['term_id as id', 'is_original', 'name'])
    .where((eb) => eb.or([eb('is_original', '=', 1), eb('language', '=', language)]))
    .where('taxonomy', '=', taxonomy),
);

/** Names of a vocabulary in the language, with the original as fallback, by id. */
export async function termNames(db: Reader, taxonomy: Taxonomy, language: string): Promise<Map<number, string>> {
  const names = new Map<number, string>();
  for (const { id, is_original, name } of await allNames(db, { taxonomy, language }))
    if (is_original === 0 ? name !== '' : !names.has(id)) names.set(id, name);
  return names;
}
