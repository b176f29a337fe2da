// Names of terms alone: those of a whole vocabulary are read to put it in order.
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

/** Names as shown in the language by id: of all terms of the vocabulary, or of those named. */
export async function termNames(
  db: Reader,
  taxonomy: Taxonomy,
  language: string,
  ids?: readonly number[],
): Promise<Map<number, string>> {
  const asked = { taxonomy, language };
  const rows =
    ids === undefined ? await allNames(db, asked) : ids.length === 0 ? [] : await someNames(db, { ...asked, ids });
  const names = new Map<number, string>();
  // A translation's name is shown where there is one.
  for (const { id, is_original, name } of rows)
    if (is_original === 0 ? name !== '' : !names.has(id)) names.set(id, name);
  return names;
}
