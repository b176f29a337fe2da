// Reads only the names of terms, to sort a whole vocabulary.
import { sql } from 'kysely';
import type { Taxonomy } from '../../../core/kinds.ts';
import { unindexedText } from '../../../store/hints.ts';
import { statement } from '../../../store/statement.ts';
import type { Reader } from '../../../store/store.ts';

type InLanguage = { taxonomy: Taxonomy; language: string };

const namesIn = (db: Reader, language: string) =>
  db
    .selectFrom('term_texts')
    .select(['term_id as id', 'is_original', 'name'])
    .where((eb) => eb.or([eb('is_original', '=', 1), eb('language', '=', language)]));

const allNames = statement((db, { taxonomy, language }: InLanguage) =>
  namesIn(db, language).where('taxonomy', '=', taxonomy),
);

const someNames = statement((db, { taxonomy, language, ids }: InLanguage & { ids: readonly number[] }) =>
  namesIn(db, language).where('term_id', 'in', ids).where(unindexedText(sql`taxonomy`), '=', taxonomy),
);

/** Names in the language, with the original as fallback, by id: of the given terms or of the whole vocabulary. */
export async function termNames(
  db: Reader,
  taxonomy: Taxonomy,
  language: string,
  ids?: readonly number[],
): Promise<Map<number, string>> {
  const query = { taxonomy, language };
  const rows =
    ids === undefined ? await allNames(db, query) : ids.length === 0 ? [] : await someNames(db, { ...query, ids });
  const names = new Map<number, string>();
  for (const { id, is_original, name } of rows)
    if (is_original === 0 ? name !== '' : !names.has(id)) names.set(id, name);
  return names;
}
