import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Dialect } from '../../store/dialect.ts';
import type { RecordKind } from '../../store/schema.ts';

interface TextSearch {
  kind: RecordKind;
  /** Texts are searched as they are shown in this language (D60). */
  language: string;
  titleOnly?: boolean;
}

/** Ids of the records whose shown texts have the folded term: a query for `in (…)`. */
export function idsWithText(
  dialect: Dialect,
  term: string,
  { kind, language, titleOnly = false }: TextSearch,
): RawBuilder<unknown> {
  return sql`(select t.record_id from ${dialect.textsWith(term, titleOnly)}
    where (t.kind || '') = ${kind} and (t.language = ${language} or (t.is_original = 1
      and not exists (select 1 from record_texts x where x.record_id = t.record_id and x.language = ${language}))))`;
}

/** Records of `column` that have all the words; no word at all finds nothing (D44). */
export function hasAllWords(
  dialect: Dialect,
  column: string,
  words: readonly string[],
  search: TextSearch,
): Expression<SqlBool> {
  if (words.length === 0) return sql<SqlBool>`0 = 1`;
  const found = words.map((word) => sql`${sql.ref(column)} in ${idsWithText(dialect, word, search)}`);
  return sql<SqlBool>`(${sql.join(found, sql` and `)})`;
}
