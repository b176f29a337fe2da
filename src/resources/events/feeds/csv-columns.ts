// Columns of a spreadsheet of events, which the export writes and the import reads.
import { orderedNames, shownBy, visible } from '../../records/field-table.ts';
import { type CellView, type EventRow, eventTable } from '../fields/table.ts';

type Table = typeof eventTable;

/** Names of the columns that fields of the table have. */
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
  const shown = shownBy(name, row);
  const cells = cell === 'asShown' ? { [name]: (view: CellView) => String(shown(view)) } : cell;
  const named = typeof cells === 'function' ? { [name]: cells } : cells;
  return Object.entries(named).map(([column, read]) => ({ name: column as CsvColumn, isMasked, cell: read }));
}

/** In the order that files have had so far; further columns follow. */
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

/** A row, in the order of the columns. What a password hides is an empty cell. */
export const cellsOf = (view: CellView, isMasked: boolean): string[] =>
  columns.map((column) => (isMasked && column.isMasked ? '' : column.cell(view)));
