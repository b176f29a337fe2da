// Parameters for the order of a list, and its cursor.
import { describe, type Field, type JsonSchema, unsetWhenEmpty } from '../../../http/params/field.ts';
import { scalarOf } from '../../../http/params/raw.ts';
import { oneOf, text } from '../../../http/params/scalars.ts';

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

export const maxCursorLength = 4000;
export const cursorField = {
  cursor: unsetWhenEmpty(
    describe(
      text({ max: maxCursorLength }),
      '`next_cursor` of the previous page: continues the list with the same filters. `page` is ignored',
    ),
  ),
};
