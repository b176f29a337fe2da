import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { ApiError } from '../../../core/api-error.ts';
import type { Position } from './cursor.ts';

/** Columns that order a list, all in one direction; the last is the id, so that no two rows are equal. */
export interface Order {
  columns: readonly RawBuilder<unknown>[];
  /** What the first column holds, where that is no whole number; the others always do. */
  first?: 'text' | 'real';
  descending: boolean;
}

/** For `order by`. */
export const orderTerms = ({ columns, descending }: Order): RawBuilder<unknown> =>
  sql.join(columns.map((column) => (descending ? sql`${column} desc` : column)));

/** The rows that come after a position. Compared as rows of values, which an index in this order serves. */
export function after({ columns, first, descending }: Order, position: Position): Expression<SqlBool> {
  const fits = position.every((value, at) => {
    if (at === 0 && first === 'text') return typeof value === 'string';
    return at === 0 && first === 'real' ? Number.isFinite(value) : Number.isSafeInteger(value);
  });
  if (position.length !== columns.length || !fits) throw new ApiError('rest_invalid_cursor');
  const row = sql`(${sql.join(columns)})`;
  const values = sql`(${sql.join(position)})`;
  return descending ? sql<SqlBool>`${row} < ${values}` : sql<SqlBool>`${row} > ${values}`;
}
