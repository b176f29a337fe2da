// Detects the format of a file by its first bytes, and makes a first pass over it.
import { TransferProblem } from '../core/transfer-problem.ts';
import { hasHeadings } from './csv/headings.ts';
import { prescanTable } from './csv/prescan.ts';
import { prescanCalendar } from './ical/prescan.ts';
import { type Prescan, prescanJson } from './source/prescan.ts';
import { readBytes, type Source } from './source/read-bytes.ts';
import type { ReadLimits } from './source/read-pieces.ts';
import { encodingByMark } from './source/text-bytes.ts';
import type { ImportDependencies } from './types.ts';

/** Throws TransferProblem. */
export async function prescanFile(source: Source, dependencies: ImportDependencies): Promise<Prescan> {
  const { limits } = dependencies;
  const kind = await kindOf(source, limits);
  if (kind === 'icalendar') return { format: 'icalendar', source, ...(await prescanCalendar(source)) };
  if (kind === 'csv') return { format: 'csv', source, ...(await prescanTable(source, dependencies)) };
  return prescanJson(source, limits);
}

/** The file name decides only if the first bytes do not. */
async function kindOf(source: Source, { fileBytes }: ReadLimits): Promise<'json' | 'icalendar' | 'csv'> {
  const start = await beginningOf(source, fileBytes);
  if (start[0] === 0x1f && start[1] === 0x8b)
    throw new TransferProblem(`${source.name} is compressed (gzip); unpack it first. ${ifBackup}`);
  if (start[0] === 0x50 && start[1] === 0x4b && start[2] === 3)
    throw new TransferProblem(`${source.name} is a ZIP file or a workbook; unpack it, or save the sheet as CSV.`);
  const text = start.toString('latin1');
  if (text.startsWith('SQLite format 3'))
    throw new TransferProblem(`${source.name} is an SQLite database; "kalends copy" copies that of a calendar.`);
  if (text.startsWith('ustar', 257)) throw new TransferProblem(`${source.name} is an archive (tar). ${ifBackup}`);
  return kindOfText(source, start, text);
}

const ifBackup = 'A backup is put back by "kalends restore".';

function kindOfText(source: Source, start: Buffer, bytes: string): 'json' | 'icalendar' | 'csv' {
  const text = bytes
    .replaceAll('\0', '')
    .replace(/^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)/, '')
    .trimStart();
  if (/^BEGIN:[A-Z]/i.test(text)) return 'icalendar';
  if (/^[{[]/.test(text)) return 'json';
  const ending = /\.([a-z]+)$/i.exec(source.name.replace(/[?#].*$/, ''))?.[1]?.toLowerCase();
  const kind =
    ending === 'ics' || ending === 'ical' ? 'icalendar' : ending === 'csv' || ending === 'tsv' ? 'csv' : undefined;
  if (kind !== undefined && text.startsWith('<'))
    throw new TransferProblem(`${source.name} is a web page, not a ${kind === 'csv' ? 'spreadsheet' : 'calendar'}.`);
  if (kind !== undefined) return kind;
  return !text.startsWith('<') && hasHeadings(new TextDecoder(encodingByMark(start)).decode(start)) ? 'csv' : 'json';
}

async function beginningOf(source: Source, maxBytes: number): Promise<Buffer> {
  for await (const chunk of readBytes(source, maxBytes)) return Buffer.from(chunk.subarray(0, 4096));
  return Buffer.alloc(0);
}
