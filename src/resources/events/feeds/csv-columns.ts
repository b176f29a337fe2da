// Columns of events in CSV, for the feed and the import.
import { getterOf, orderedNames, visible } from '../../records/field-table.ts';
import type { CellView, EventRow } from '../fields/row.ts';
import { eventTable } from '../fields/table.ts';

type Table = typeof eventTable;

export type CsvColumn = {
  [Name in keyof Table]: Table[Name] extends { cell: infer Cell }
    ? Cell extends undefined
      ? never
      : Cell extends string | ((...args: never) => unknown)
        ? Name
        : keyof Cell
    : never;
}[keyof Table];

interface Column {
  name: CsvColumn;
  isMasked: boolean;
  cell(view: CellView): string;
}

const columnsByName = new Map(
  Object.entries(eventTable as Readonly<Record<string, EventRow>>)
    .flatMap(columnsOf)
    .map((column) => [column.name, column]),
);

function columnsOf([name, row]: [string, EventRow]): Column[] {
  const { cell, reply } = row;
  if (cell === undefined) return [];
  const isMasked = reply?.masked !== visible;
  const present = getterOf(name, row);
  const cells = cell === 'asInReply' ? { [name]: (view: CellView) => String(present(view) ?? '') } : cell;
  const named = typeof cells === 'function' ? { [name]: cells } : cells;
  return Object.entries(named).map(([column, read]) => ({ name: column as CsvColumn, isMasked, cell: read }));
}

/** In the order of earlier versions, then new columns. */
export const csvColumns = orderedNames(
  [...columnsByName.keys()],
  [
    ...['id', 'external_id', 'status', 'title', 'slug', 'description', 'excerpt'],
    ...['start_date', 'end_date', 'timezone', 'all_day'],
    ...['venue', 'venue_address', 'venue_city', 'venue_state', 'venue_zip', 'venue_country', 'organizers'],
    ...['categories', 'tags', 'cost', 'website', 'image'],
    ...['featured', 'sticky', 'show_map', 'show_map_link', 'hide_from_listings', 'language'],
  ],
) as CsvColumn[];

const columns = csvColumns.map((name) => columnsByName.get(name) as Column);

/** The cells of a row. Cells hidden by a password are empty. */
export const cellsOf = (view: CellView, isMasked: boolean): string[] =>
  columns.map((column) => (isMasked && column.isMasked ? '' : column.cell(view)));
