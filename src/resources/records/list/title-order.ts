// Orders records by title with an index that covers the titles of all languages.
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { foldText } from '../../../core/text/fold.ts';
import type { Dialect } from '../../../store/dialect.ts';
import type { Position } from './cursor.ts';
import { after, type Order, orderTerms } from './order.ts';

/**
 * Condition for the texts `x` whose title readers of the language see; an empty title falls back to the original. As in
 * `search.ts`, the existence of a translation is tested as a value.
 */
export const isVisibleTitle = (language: string): Expression<SqlBool> =>
  sql<SqlBool>`((x.language = ${language} and x.title_folded <> '')
    or (x.is_original = 1 and (select l.record_id from record_texts l where l.record_id = x.record_id
      and l.language = ${language} and l.title_folded <> '') is null))`;

/** Condition for the texts `t` with this title in any case, which serves the title indexes of both engines. */
export function hasFoldedTitle(title: string): Expression<SqlBool> {
  const folded = foldText(title);
  return sql<SqlBool>`t.title_folded = ${folded} and substr(t.title_folded, 1, 600) = substr(${folded}, 1, 600)`;
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
