// The order of a list: its parameters, its SQL, and keyset pagination by it.
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { ApiError } from '../../../core/api-error.ts';
import { describe, type Field, type JsonSchema } from '../../../http/params/field.ts';
import { scalarOf } from '../../../http/params/raw.ts';
import { oneOf } from '../../../http/params/scalars.ts';

/** The columns that order a list, all in one direction. The last is the id, so that no two rows are equal. */
export interface Order {
  columns: readonly RawBuilder<unknown>[];
  /** The type of the first column, if that is not integer. The others always are. */
  first?: 'text' | 'real' | undefined;
  descending: boolean;
}

/** A listed row, by the values that order it. */
export interface KeysetRow {
  id: number;
  sort_key: string | number;
  /** The second column of orders that have one before the id. */
  second_key?: number;
}

/** The values that order a row; the last is its id. */
export type Position = readonly (string | number)[];

export const positionOf = ({ id, sort_key, second_key }: KeysetRow): Position =>
  second_key === undefined ? [sort_key, id] : [sort_key, second_key, id];

/** For `order by`. */
export const orderTerms = ({ columns, descending }: Order): RawBuilder<unknown> =>
  sql.join(columns.map((column) => (descending ? sql`${column} desc` : column)));

/** Rows after a position, by a row-value comparison, which an index in this order serves. */
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

export const orderByField = <const T extends string>(values: readonly T[], otherwise: string) =>
  describe(oneOf(values), `Sort field. Default: ${otherwise}`);

/** Sort direction, case-insensitive. */
export function direction(schema: JsonSchema = {}): Field<'asc' | 'desc', 'invalid'> {
  const field = oneOf(['asc', 'desc'], schema);
  return {
    ...field,
    read(raw, context) {
      const value = scalarOf(raw);
      return field.read(typeof value === 'string' ? value.toLowerCase() : value, context);
    },
  };
}

export const orderField = describe(direction(), 'Sort direction. Default if orderby is sent: ascending');

/** Newest first, unless an order is requested. */
export const isDescending = ({ orderby, order }: { orderby?: string; order?: 'asc' | 'desc' }): boolean =>
  order === undefined ? orderby === undefined : order === 'desc';
