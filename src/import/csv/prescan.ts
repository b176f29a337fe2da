// The prescan of a spreadsheet: encoding, columns, order of dates, and that it can be read to its end.
import { TransferProblem } from '../../core/transfer-problem.ts';
import { maxImagesOfFile } from '../images.ts';
import type { Source } from '../source/read-bytes.ts';
import { type Encoding, findEncoding, readUtf8 } from '../source/text-bytes.ts';
import type { ImportDependencies } from '../types.ts';
import { createDateOrderScan, settleDateOrder } from './date-order.ts';
import { areUsable, findDelimiter, type Heading, hasHeadings, maxRowsAbove, readHeadings } from './headings.ts';
import { type Layout, readRecords, tableLimits } from './rows.ts';

export type TableIndex = Awaited<ReturnType<typeof prescanTable>>;

/** Throws TransferProblem. */
export async function prescanTable(source: Source, dependencies: ImportDependencies) {
  const encoding = await encodingOf(source);
  const delimiter = findDelimiter(await beginningOf(source, encoding));
  const images = new Set<string>();
  const dates = createDateOrderScan();
  const above: Heading[][] = [];
  let layout: Layout | undefined;
  let rows = 0;
  let maxRecordId = 0;
  for await (const { line, cells } of readRecords(source, encoding, delimiter)) {
    if (layout === undefined) {
      const headings = readHeadings(cells);
      if (areUsable(headings)) layout = { encoding, delimiter, headings, rowsAbove: above.length };
      else if (above.push(headings) > maxRowsAbove) break;
      if (layout) assertUnique(layout, source, line);
      continue;
    }
    rows += 1;
    if (rows > tableLimits.rows)
      throw new TransferProblem(`${source.name} has more than ${tableLimits.rows} rows; split it.`);
    for (const [at, { field }] of layout.headings.entries()) {
      const text = cells[at]?.trim() ?? '';
      if (field === 'image' && /^https?:\/\//i.test(text) && images.size < maxImagesOfFile) images.add(text);
      if (field === 'id' && /^\d{1,9}$/.test(text)) maxRecordId = Math.max(maxRecordId, Number(text));
      if (field === 'start_date' || field === 'end_date') dates.add({ line, text });
    }
  }
  if (layout === undefined) throw unusable(above[0], source);
  const { order, example } = await settleDateOrder(dates.find(), source.name, dependencies);
  return { ...layout, elements: rows, images, maxRecordId, order, ambiguousDate: example };
}

/** Encodings of Outlook's exports on Windows, depending on its language. */
const legacyEncodings = ['windows-1252', 'shift_jis', 'gb18030', 'windows-1251'];

/** UTF-8 or UTF-16, else the first legacy encoding in which the headings can be read. */
async function encodingOf(source: Source): Promise<Encoding> {
  const found = await findEncoding(source, tableLimits.fileBytes);
  if (found !== 'windows-1252') return found;
  for (const encoding of legacyEncodings) if (hasHeadings(await beginningOf(source, encoding))) return encoding;
  return found;
}

async function beginningOf(source: Source, encoding: string): Promise<string> {
  for await (const bytes of readUtf8(source, encoding, tableLimits.fileBytes))
    return bytes.subarray(0, 65_536).toString('utf8').trimStart().toWellFormed();
  return '';
}

function assertUnique({ headings }: Layout, { name }: Source, line: number): void {
  const fields = headings.flatMap(({ field }) => field ?? []);
  const twice = fields.find((field, at) => fields.indexOf(field) !== at);
  if (twice !== undefined) throw new TransferProblem(`${name} has two columns for ${twice} (line ${line}).`);
}

function unusable(headings: readonly Heading[] | undefined, { name }: Source): TransferProblem {
  if (headings === undefined) return new TransferProblem(`${name} is empty.`);
  const names = headings.map((heading) => JSON.stringify(heading.name.slice(0, 40))).slice(0, 20);
  return new TransferProblem(
    `${name} needs the columns title and start_date, or id or external_id of existing events; its first line has ${names.join(', ')}.`,
  );
}
