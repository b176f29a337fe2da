import { describe, unsetWhenEmpty } from '../../http/params/field.ts';
import { oneOf, text } from '../../http/params/scalars.ts';

export const orderings = ['start_date', 'date', 'modified', 'title', 'id', 'distance'] as const;
export type Ordering = (typeof orderings)[number];

/** What the first column of such an order holds. */
export const firstOf = (by: Ordering): { first?: 'text' | 'real' } =>
  by === 'title' ? { first: 'text' } : by === 'distance' ? { first: 'real' } : {};

export const orderByField = <const T extends Ordering>(values: readonly T[], otherwise: string) =>
  describe(oneOf(values), `What to order by; ${otherwise} where none is sent`);

export const orderField = describe(oneOf(['asc', 'desc']), 'Direction; ascending where only orderby is sent');

export const cursorField = {
  cursor: unsetWhenEmpty(
    describe(text({ max: 4000 }), '`next_cursor` of the page before: continues there; page is ignored then'),
  ),
};
