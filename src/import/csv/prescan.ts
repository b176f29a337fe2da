// A first pass over a spreadsheet: its encoding, its columns, and that it can be read to its end.
import { TransferProblem } from '../../core/transfer-problem.ts';
import type { Source } from '../source/read-pieces.ts';
import { findEncoding, readUtf8 } from '../source/text-bytes.ts';
import { findDelimiter, readHeading } from './headings.ts';
import { type Layout, readRecords, tableLimits } from './rows.ts';

export interface TableIndex extends Layout {
  rows: number;
  images: ReadonlySet<string>;
  /** The highest id that a row names. */
  maxId: number;
}

const mostImages = 2000;

/** Throws TransferProblem. */
export async function surveyTable(source: Source): Promise<TableIndex> {
  const encoding = await findEncoding(source, tableLimits.fileBytes);
  const delimiter = findDelimiter(await firstLine(source, encoding));
  const images = new Set<string>();
  let layout: Layout | undefined;
  let rows = 0;
  let maxId = 0;
  for await (const { cells } of readRecords(source, encoding, delimiter)) {
    if (layout === undefined) {
      layout = { encoding, delimiter, headings: cells.map(readHeading) };
      assertUsable(layout, source);
      continue;
    }
    rows += 1;
    if (rows > tableLimits.rows)
      throw new TransferProblem(`${source.name} has more than ${tableLimits.rows} rows; split it.`);
    for (const [at, { field }] of layout.headings.entries()) {
      const text = cells[at]?.trim() ?? '';
      if (field === 'image' && /^https?:\/\//i.test(text) && images.size < mostImages) images.add(text);
      if (field === 'id' && /^\d{1,9}$/.test(text)) maxId = Math.max(maxId, Number(text));
    }
  }
  if (layout === undefined) throw new TransferProblem(`${source.name} is empty.`);
  return { ...layout, rows, images, maxId };
}

async function firstLine(source: Source, encoding: string): Promise<string> {
  for await (const bytes of readUtf8(source, encoding, tableLimits.fileBytes))
    return (bytes.subarray(0, 65_536).toString('utf8').trimStart().split(/\r?\n/)[0] ?? '').toWellFormed();
  return '';
}

function assertUsable({ headings }: Layout, { name }: Source): void {
  const fields = headings.flatMap(({ field }) => field ?? []);
  const twice = fields.find((field, at) => fields.indexOf(field) !== at);
  if (twice !== undefined) throw new TransferProblem(`${name} has two columns for ${twice} (line 1).`);
  const isKnown = fields.includes('id') || fields.includes('external_id');
  const isNew = fields.includes('title') && fields.includes('start_date');
  if (!isKnown && !isNew)
    throw new TransferProblem(
      `${name} needs the columns title and start_date, or id or external_id of events that are here; its first line has ${headings
        .map(({ name: heading }) => JSON.stringify(heading.slice(0, 40)))
        .slice(0, 20)
        .join(', ')}.`,
    );
}
