// Reads the rows of a spreadsheet one at a time.
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CsvError, parse } from 'csv-parse';
import { plainCell } from '../../core/csv-text.ts';
import { TransferProblem } from '../../core/transfer-problem.ts';
import type { Source } from '../source/read-bytes.ts';
import { type Encoding, readUtf8 } from '../source/text-bytes.ts';
import type { DateOrder } from '../types.ts';
import { readCellLanguage } from './cell-language.ts';
import type { Field } from './heading-words.ts';
import { type Heading, separatorIn } from './headings.ts';
import { withPlainTimes } from './read-when.ts';

export interface Layout {
  encoding: Encoding;
  delimiter: string;
  headings: readonly Heading[];
  /** Rows above the headings, such as a title. */
  rowsAbove: number;
}

export interface Row {
  /** Line number of its beginning, from 1. */
  line: number;
  /** Without empty cells. */
  cells: ReadonlyMap<Field, string>;
  /** Fields whose items may be separated by commas. */
  commas: ReadonlySet<Field>;
  /** Number of cells beyond the last heading. */
  surplus: number;
}

export const tableLimits = { fileBytes: 512 * 1024 ** 2, rowBytes: 1024 ** 2, rows: 200_000 };

/** All records including the headings. Throws TransferProblem. */
export async function* readRecords(
  source: Source,
  encoding: Encoding,
  delimiter: string,
): AsyncGenerator<{ line: number; cells: string[] }> {
  // Lines are counted here: the parser counts a line break within a cell twice, and an error loses buffered records.
  let line = 1;
  let emptyLines = 0;
  let isFirst = true;
  /** First lines of records that are parsed and not yet read. */
  const begins: number[] = [];
  const count = (empty: number, breaks: number): number => {
    const begin = line + empty - emptyLines;
    emptyLines = empty;
    line = begin + breaks;
    return begin;
  };
  const parser = parse({
    delimiter,
    bom: true,
    relax_column_count: true,
    skip_empty_lines: true,
    // Google Sheets does not quote cells in a file separated by tabs, even if they begin with a quote.
    relax_quotes: delimiter === '\t',
    max_record_size: tableLimits.rowBytes,
    on_record(cells: string[], { empty_lines }) {
      const begin = count(empty_lines, 1 + cells.reduce((sum, cell) => sum + breaksIn(cell), 0));
      const isSeparator = isFirst && separatorIn(cells.join(delimiter)) !== undefined;
      isFirst = false;
      // Spreadsheets write cleared rows as bare separators.
      if (isSeparator || cells.every((cell) => cell.trim() === '')) return null;
      begins.push(begin);
      return cells;
    },
  });
  const feeding = pipeline(Readable.from(readUtf8(source, encoding, tableLimits.fileBytes)), parser);
  // Its errors also end the loop below.
  feeding.catch(() => {});
  try {
    for await (const cells of parser as AsyncIterable<string[]>) yield { line: begins.shift() as number, cells };
    await feeding;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const begin = count(Number(error['empty_lines'] ?? emptyLines), 0);
    throw new TransferProblem(
      `${source.name} cannot be read as CSV: ${sentences[error.code] ?? error.message} (line ${begin}).`,
    );
  }
}

const breaksIn = (cell: string): number => cell.match(/\r\n|\r|\n/g)?.length ?? 0;

const sentences: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'a quote that begins in this row is never closed',
  CSV_MAX_RECORD_SIZE: `a row has more than ${tableLimits.rowBytes / 1024 ** 2} MiB`,
  CSV_INVALID_CLOSING_QUOTE: 'something follows the end of a quoted cell',
  INVALID_OPENING_QUOTE: 'a quote stands in the middle of a cell that is not quoted',
};

/** Rows with normalised dates and times. */
export async function* readRows(
  source: Source,
  { encoding, delimiter, headings, rowsAbove, order }: Layout & { order: DateOrder | undefined },
): AsyncGenerator<Row> {
  const commas = new Set(headings.flatMap(({ field, isOwn }) => (field && !isOwn ? [field] : [])));
  let at = 0;
  for await (const { line, cells } of readRecords(source, encoding, delimiter)) {
    const isBelow = at++ > rowsAbove;
    const surplus = cells.slice(headings.length).filter((cell) => cell.trim() !== '').length;
    if (isBelow) yield { line, cells: withPlainTimes(fieldsOf(cells, headings), order), commas, surplus };
  }
}

function fieldsOf(cells: readonly string[], headings: readonly Heading[]): Map<Field, string> {
  const fields = new Map<Field, string>();
  for (const [at, { field, isOwn }] of headings.entries()) {
    const text = plain(cells[at] ?? '');
    if (field === undefined || text === '') continue;
    // Longer ids are those of other programs.
    if (field === 'id' && !isOwn && !/^\d{1,9}$/.test(text)) fields.set('external_id', text);
    // Other people's columns may name the languages that are spoken: `Deutsch/Englisch`.
    else if (field !== 'language' || isOwn || readCellLanguage(text)) fields.set(field, text);
  }
  return fields;
}

const plain = (cell: string): string => plainCell(cell).replaceAll('\0', '').toWellFormed().trim();
