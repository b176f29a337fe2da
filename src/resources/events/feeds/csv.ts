import { stringify } from 'csv-stringify/sync';
import { safeCell } from '../../../core/csv-text.ts';
import { describe } from '../../../http/params/field.ts';
import { boolean } from '../../../http/params/scalars.ts';
import { ancestorIds, type CategoryPaths } from '../../terms/present.ts';
import type { Term } from '../../terms/types.ts';
import { noRelated, viewOf } from '../fields/present.ts';
import type { Relations } from '../types.ts';
import { cellsOf, csvColumns } from './csv-columns.ts';
import type { FeedEvent, FeedFormat, FeedScope } from './format.ts';

/** All events as a table (docs/feeds.md). */
export const csv: FeedFormat = {
  extension: 'csv',
  mediaType: 'text/csv',
  operationId: 'listEventsAsCsv',
  summary: 'All events as CSV',
  disposition: 'attachment',
  isPaged: false,
  parameters: {
    bom: describe(boolean({ default: false }), 'Start with a byte order mark, which some spreadsheet programs need'),
  },
  open: ({ values }, scope) => ({
    add: ({ events, relations }) => toCsv(events.map((event) => rowOf(event, relations, scope).map(safeCell))),
    frame: () => ({ before: (values['bom'] === true ? '\ufeff' : '') + toCsv([csvColumns]) }),
  }),
};

const toCsv = (rows: readonly (readonly string[])[]): string =>
  stringify(rows as string[][], { record_delimiter: '\r\n', quoted_match: /[\r\n]/ });

function rowOf(
  { row, isMasked, venue, organizers, categories, tags }: FeedEvent,
  relations: Relations,
  scope: FeedScope,
): string[] {
  const view = {
    ...viewOf(row, relations, scope, noRelated),
    venue,
    organizers: organizers.map(({ title }) => title),
    categories: categories.map((category) => pathOf(category, relations.categoryPaths)),
    tags: tags.map(({ name }) => name),
  };
  return cellsOf(view, isMasked);
}

/** The name, preceded by those of the ancestor categories. */
const pathOf = (category: Term, paths: CategoryPaths): string[] =>
  [category.name, ...ancestorIds(category, paths).flatMap((id) => paths.get(id)?.name ?? [])].reverse();
