// Column headings of a spreadsheet: our own, and those of other programs and people.
import { foldText } from '../../core/text/fold.ts';
import { csvColumns } from '../../resources/events/feeds/csv-columns.ts';
import { type Field, headingWords } from './heading-words.ts';

export type Heading = ReturnType<typeof readHeading>;

const plain = (name: string): string =>
  foldText(name)
    .replace(/[\s_-]+/g, ' ')
    .replace(/ ?[*:]+$/, '');

const aliases: ReadonlyMap<string, Field> = new Map(
  Object.entries(headingWords).flatMap(([field, words]) =>
    words.split('|').map((word) => [plain(word), field as Field] as const),
  ),
);

function readHeading(name: string) {
  const alias = aliases.get(plain(name));
  const column = csvColumns.find((known) =>
    alias === undefined ? known.replaceAll('_', ' ') === plain(name) : known === name.trim().toLowerCase(),
  );
  return {
    /** As written. */
    name,
    /** Undefined for a column that is unknown or repeated. */
    field: column ?? alias,
    /** Our own name of the column. Otherwise commas separate items as well, and ids may be those of another program. */
    isOwn: column !== undefined,
    /** Another column means the same. */
    isRepeated: false,
  };
}

/** If several columns have the same meaning, the one with our name counts, else the first. */
export function readHeadings(names: readonly string[]): Heading[] {
  const read = names.map(readHeading);
  for (const edge of ['start', 'end'] as const) {
    // "Start" or "End" alone contains the date; of two (French Outlook) the first does.
    if (read.some(({ field }) => field === `${edge}_date`)) continue;
    const only = read.find(({ field }) => field === `${edge}_time`);
    if (only) only.field = `${edge}_date`;
  }
  return read.map((heading, at) => {
    const same = read.filter(({ field }) => field !== undefined && field === heading.field);
    const first = same.find(({ isOwn }) => isOwn) ?? same[0] ?? heading;
    const isRepeated = first !== heading && !(heading.isOwn && read.indexOf(first) < at);
    return isRepeated ? { ...heading, field: undefined, isRepeated } : heading;
  });
}

/** Whether the headings identify the event of a row. */
export function areUsable(headings: readonly Heading[]): boolean {
  const fields = headings.map(({ field }) => field);
  const isKnown = fields.includes('id') || fields.includes('external_id');
  return isKnown || (fields.includes('title') && fields.includes('start_date'));
}

const delimiters = [',', ';', '\t'] as const;

/** From a first line such as `sep=;`, which Excel understands. */
export const separatorIn = (firstLine: string): string | undefined => /^"?sep=([^"\w])"?$/i.exec(firstLine)?.[1];

/** Maximum number of rows above the headings, such as a title. */
export const maxRowsAbove = 20;

/** From `sep=`, else the one that separates most headings in any of the first lines, outside of quotes. */
export function findDelimiter(beginning: string): string {
  const lines = beginning.split(/\r\n|\r|\n/).slice(0, maxRowsAbove);
  const stated = separatorIn(lines[0] ?? '');
  if (stated !== undefined) return stated;
  const most = (count: (line: string) => number) => Math.max(...lines.map(count));
  const fields = (delimiter: string) =>
    most((line) => {
      const names = line
        .replace(/"((?:[^"]|"")*)"/g, (_, name: string) => name.replaceAll(delimiter, ' '))
        .split(delimiter);
      return new Set(names.flatMap((name) => readHeading(name).field ?? [])).size;
    });
  const parts = (delimiter: string) => most((line) => line.replace(/"(?:[^"]|"")*"/g, '').split(delimiter).length);
  return delimiters.toSorted((a, b) => fields(b) - fields(a) || parts(b) - parts(a))[0] as string;
}

/** Whether the text begins with the headings of a table of events, perhaps below a title. */
export function hasHeadings(beginning: string): boolean {
  const delimiter = findDelimiter(beginning);
  const lines = beginning.split(/\r\n|\r|\n/).slice(0, maxRowsAbove);
  return lines.some((line) => areUsable(readHeadings(line.replaceAll('"', '').split(delimiter))));
}
