import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { RecordKind } from '../../../core/kinds.ts';
import type { Dialect } from '../../../store/dialect.ts';
import { unindexedText } from '../../../store/hints.ts';

interface TextSearch {
  kind: RecordKind;
  /** Texts are searched as they are shown in this language (D60). */
  language: string;
}

/**
 * Of the rows `t` of a record's texts, the one that a reader in the language is shown. The other is asked for as a value:
 * of `not exists` PostgreSQL would gather the texts of the whole calendar first.
 */
const isShown = (language: string) => sql<SqlBool>`(t.language = ${language} or (t.is_original = 1
      and (select x.record_id from record_texts x where x.record_id = t.record_id and x.language = ${language}) is null))`;

const kindOfText = unindexedText(sql`t.kind`);

/** Ids of the records whose shown texts have the folded term: a query for `in (…)`. */
export function idsWithText(dialect: Dialect, term: string, { kind, language }: TextSearch): RawBuilder<unknown> {
  return sql`(select t.record_id as id from ${dialect.textsWith(kind, term)}
    where ${kindOfText} = ${kind} and ${isShown(language)})`;
}

/** That the shown text `t` of a record meets all conditions: one look at it, once everything else holds. */
export const shownTextMeets = (
  column: string,
  language: string,
  conditions: readonly Expression<SqlBool>[],
): Expression<SqlBool> =>
  sql<SqlBool>`exists (select 1 from record_texts t where t.record_id = ${sql.ref(column)} and ${isShown(language)}
    and ${sql.join(conditions, sql` and `)})`;

/** Records of `column` that have all the words; no word at all finds nothing (D44). */
export function hasAllWords(
  dialect: Dialect,
  column: string,
  words: readonly string[],
  search: TextSearch,
): Expression<SqlBool> {
  if (words.length === 0) return sql<SqlBool>`0 = 1`;
  const indexed = words.filter((word) => dialect.isIndexed(word));
  const scanned = words.filter((word) => !dialect.isIndexed(word)).map((word) => dialect.contains(word, false));
  const found = indexed.map((word) => sql<SqlBool>`${sql.ref(column)} in ${idsWithText(dialect, word, search)}`);
  const all = scanned.length > 0 ? [...found, shownTextMeets(column, search.language, scanned)] : found;
  return sql<SqlBool>`(${sql.join(all, sql` and `)})`;
}
