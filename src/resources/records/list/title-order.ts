// Titles in order, as one index has those of all languages.
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { foldText } from '../../../core/text/fold.ts';
import type { Dialect } from '../../../store/dialect.ts';
import type { Position } from './cursor.ts';
import { after, type Order, orderTerms } from './order.ts';

/**
 * Of the rows `alias` of a record's texts, the one whose title a reader in the language is shown: an empty title falls back
 * to the original's. The other is asked for as a value, as a search does.
 */
export function isShownTitle(alias: string, language: string): Expression<SqlBool> {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  return sql<SqlBool>`((${column('language')} = ${language} and ${column('title_folded')} <> '')
    or (${column('is_original')} = 1 and (select l.record_id from record_texts l where l.record_id = ${column('record_id')}
      and l.language = ${language} and l.title_folded <> '') is null))`;
}

/** Of the rows `alias` of texts, those of exactly this title, found by the index of titles that each engine has. */
export function hasTitle(alias: string, title: string): Expression<SqlBool> {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  const folded = foldText(title);
  return sql<SqlBool>`${column('title')} = ${title} and ${column('title_folded')} = ${folded}
    and substr(${column('title_folded')}, 1, 600) = substr(${folded}, 1, 600)`;
}

interface IndexedOrder {
  /** For `order by`. */
  terms: RawBuilder<unknown>;
  after(position: Position): Expression<SqlBool>;
}

/** An order by title and id, said so that the index of titles serves it. */
export function indexedTitle(dialect: Dialect, order: Order): IndexedOrder {
  const [title, ...rest] = order.columns;
  const begin = dialect.beginOfTitle(title as RawBuilder<unknown>);
  if (begin === undefined) return { terms: orderTerms(order), after: (position) => after(order, position) };
  const sign = order.descending ? sql`<=` : sql`>=`;
  return {
    terms: orderTerms({ ...order, columns: [begin, title as RawBuilder<unknown>, ...rest] }),
    after: (position) =>
      sql<SqlBool>`(${begin} ${sign} ${dialect.beginOfTitle(sql`${position[0]}`)} and ${after(order, position)})`,
  };
}
