// Headings of a spreadsheet's columns: our own, and those of the well-known importers of event calendars.
import { type CsvColumn, csvColumns } from '../../resources/events/feeds/csv-columns.ts';

/** Dates may come in two columns each. */
export type Field = CsvColumn | 'start_time' | 'end_time';

export interface Heading {
  /** As written. */
  name: string;
  /** Undefined for a column that means nothing here. */
  field: Field | undefined;
  /** Commas separate the items of this column too. */
  hasCommas: boolean;
}

const aliases: Readonly<Record<string, Field>> = {
  'event id': 'id',
  uid: 'external_id',
  'event status': 'status',
  'event name': 'title',
  'event title': 'title',
  name: 'title',
  'event slug': 'slug',
  'event description': 'description',
  'event excerpt': 'excerpt',
  'event start date': 'start_date',
  start: 'start_date',
  'event start time': 'start_time',
  'start time': 'start_time',
  'event end date': 'end_date',
  end: 'end_date',
  'event end time': 'end_time',
  'end time': 'end_time',
  'event time zone': 'timezone',
  'event timezone': 'timezone',
  'time zone': 'timezone',
  'all day event': 'all_day',
  'event all day': 'all_day',
  'event venue name': 'venue',
  'venue name': 'venue',
  location: 'venue',
  'event organizer name(s) or id(s)': 'organizers',
  'event organizer name': 'organizers',
  'organizer name': 'organizers',
  organizer: 'organizers',
  'event category': 'categories',
  'event categories': 'categories',
  category: 'categories',
  'event tags': 'tags',
  'event cost': 'cost',
  price: 'cost',
  'event website': 'website',
  url: 'website',
  'event featured image': 'image',
  'featured image': 'image',
  'feature event': 'featured',
  'featured event': 'featured',
  'event sticky in month view': 'sticky',
  'sticky in month view': 'sticky',
  'event show map': 'show_map',
  'event show map link': 'show_map_link',
  'hide event from event listings': 'hide_from_listings',
  'hide from event listings': 'hide_from_listings',
};

export function readHeading(name: string): Heading {
  const plain = name
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ');
  const alias = Object.hasOwn(aliases, plain) ? aliases[plain] : undefined;
  const own = csvColumns.find((column) =>
    alias === undefined ? column.replaceAll('_', ' ') === plain : column === name.trim().toLowerCase(),
  );
  const field = own ?? alias;
  return { name, field, hasCommas: own === undefined };
}

const delimiters = [',', ';', '\t'] as const;

/** Of a first line `sep=;`, which spreadsheets write for themselves. */
export const separatorIn = (firstLine: string): string | undefined => /^"?sep=([^"\w])"?$/i.exec(firstLine)?.[1];

/** The stated one, else the one that separates most headings, outside of quotes. */
export function findDelimiter(firstLine: string): string {
  const stated = separatorIn(firstLine);
  if (stated !== undefined) return stated;
  const plain = firstLine.replace(/"(?:[^"]|"")*"/g, '""');
  const fields = (delimiter: string) =>
    plain.split(delimiter).filter((name) => readHeading(name.replaceAll('"', '')).field).length;
  const parts = (delimiter: string) => plain.split(delimiter).length;
  return delimiters.toSorted((a, b) => fields(b) - fields(a) || parts(b) - parts(a))[0] as string;
}
