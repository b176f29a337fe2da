// Texts of records in SQL: full-text search, and the order of titles.
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { RecordKind } from '../../../core/kinds.ts';
import { foldText, type SearchTerms } from '../../../core/text/fold.ts';
import { type Dialect, indexedTitleLength } from '../../../store/dialect.ts';
import { unindexedText } from '../../../store/hints.ts';
import { after, type Order, orderTerms, type Position } from './order.ts';

interface TextSearch {
  kind: RecordKind;
  /** Texts are searched as they are shown in this language (D60). */
  language: string;
}

/**
 * That the row `t` is the text of its record that a reader in the language sees. Whether the other row exists is tested as
 * a value, because for `not exists` PostgreSQL would first collect the texts of the whole calendar.
 */
const isVisibleText = (language: string) => sql<SqlBool>`(t.language = ${language} or (t.is_original = 1
      and (select x.record_id from record_texts x where x.record_id = t.record_id and x.language = ${language}) is null))`;

const kindOfText = unindexedText(sql`t.kind`);

/** Subquery for the ids of records whose visible text contains the folded term, in brackets. */
export function idsWithText(dialect: Dialect, term: string, { kind, language }: TextSearch): RawBuilder<unknown> {
  return sql`(select t.record_id as id from ${dialect.textsWith(kind, term)}
    where ${kindOfText} = ${kind} and ${isVisibleText(language)})`;
}

/** That the visible text `t` of a record matches all conditions, read once. */
export const visibleTextMatches = (
  column: string,
  language: string,
  conditions: readonly Expression<SqlBool>[],
): Expression<SqlBool> =>
  sql<SqlBool>`exists (select 1 from record_texts t where t.record_id = ${sql.ref(column)} and ${isVisibleText(language)}
    and ${sql.join(conditions, sql` and `)})`;

/** That the record `r` has all the terms to include and none of the others. Without any term, nothing matches (D44). */
export function hasTerms(dialect: Dialect, terms: SearchTerms, search: TextSearch): Expression<SqlBool> {
  const { include, exclude } = terms;
  if (include.length + exclude.length === 0) return sql<SqlBool>`0 = 1`;
  const isIndexed = (term: string) => dialect.isIndexed(term);
  const isScanned = (term: string) => !isIndexed(term);
  const found = (term: string) => sql<SqlBool>`r.id in ${idsWithText(dialect, term, search)}`;
  const contains = (term: string) => dialect.contains(term, false);
  const not = (condition: Expression<SqlBool>) => sql<SqlBool>`not ${condition}`;
  const scanned = [
    ...include.filter(isScanned).map(contains),
    ...exclude.filter(isScanned).map((term) => not(contains(term))),
  ];
  const all = [
    ...include.filter(isIndexed).map(found),
    ...exclude.filter(isIndexed).map((term) => not(found(term))),
    ...(scanned.length > 0 ? [visibleTextMatches('r.id', search.language, scanned)] : []),
  ];
  return sql<SqlBool>`(${sql.join(all, sql` and `)})`;
}

/**
 * Condition for the texts `x` whose title readers of the language see; an empty title falls back to the original. The
 * existence of a translation is tested as a value, as above.
 */
export const isVisibleTitle = (language: string): Expression<SqlBool> =>
  sql<SqlBool>`((x.language = ${language} and x.title_folded <> '')
    or (x.is_original = 1 and (select l.record_id from record_texts l where l.record_id = x.record_id
      and l.language = ${language} and l.title_folded <> '') is null))`;

/** Condition for the texts `t` with this title in any case, which serves the title indexes of both engines. */
export function hasFoldedTitle(title: string): Expression<SqlBool> {
  const folded = foldText(title);
  const indexed = (text: RawBuilder<unknown>) => sql`substr(${text}, 1, ${sql.lit(indexedTitleLength)})`;
  return sql<SqlBool>`t.title_folded = ${folded} and ${indexed(sql`t.title_folded`)} = ${indexed(sql`${folded}`)}`;
}

/** An order by title and id in a form that the title index serves. */
export function indexedTitle(dialect: Dialect, order: Order) {
  const [title, ...rest] = order.columns;
  const begin = dialect.titlePrefix(title as RawBuilder<unknown>);
  if (begin === undefined) return { terms: orderTerms(order), after: (position: Position) => after(order, position) };
  const sign = order.descending ? sql`<=` : sql`>=`;
  return {
    terms: orderTerms({ ...order, columns: [begin, title as RawBuilder<unknown>, ...rest] }),
    after: (position: Position) =>
      sql<SqlBool>`(${begin} ${sign} ${dialect.titlePrefix(sql`${position[0]}`)} and ${after(order, position)})`,
  };
}
