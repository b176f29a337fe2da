// A first pass over a file: its format, number of records and highest ids. Nothing is written before all files have been
// read to their end.
import { type ChangeKind, isTaxonomy, plurals } from '../../core/kinds.ts';
import { TransferProblem } from '../../core/transfer-problem.ts';
import { documentVersion, exportFormat, exportVersion } from '../../export/format.ts';
import type { TableIndex } from '../csv/prescan.ts';
import type { CalendarIndex } from '../ical/prescan.ts';
import { embeddedIn, imageIn } from '../rest/record.ts';
import { idOf, isRecord, type RawRecord } from '../values.ts';
import type { Source } from './read-bytes.ts';
import { type ReadLimits, readPieces } from './read-pieces.ts';

/** Records of pages and exports; those that others refer to come first. */
export const recordKinds = ['category', 'tag', 'venue', 'organizer', 'event'] as const satisfies readonly ChangeKind[];
/** Lists that pages and exports have. */
export const listNames = recordKinds.map((kind) => plurals[kind]);

/** What the first pass over a file found. */
export type Prescan = PagePrescan | ExportPrescan | CalendarPrescan | TablePrescan;

interface Scanned {
  source: Source;
  /** Number of elements, for the progress of the import. */
  elements: number;
  /** The highest ids of records and terms. */
  maxRecordId?: number;
  maxTermId?: number;
  /** URLs of images that are fetched before the import. */
  images?: Iterable<string>;
}

/** An API response. */
export interface PagePrescan extends Scanned {
  format: 'pages';
  /** Kind of the records on it. */
  kind: ChangeKind | undefined;
  /** Selects the records to import; all by default. */
  takes?(record: unknown): boolean;
  /** Members other than lists: `rest_url`, `next_rest_url`, … */
  members: RawRecord;
}

export interface ExportPrescan extends Scanned {
  format: 'export';
  users: readonly unknown[];
  members: RawRecord;
}

export type CalendarPrescan = Scanned & CalendarIndex & { format: 'icalendar' };
export type TablePrescan = Scanned & TableIndex & { format: 'csv' };

const storedMembers: readonly string[] = [
  ...['format', 'version', 'calendar_id', 'event_password_salt'],
  ...['rest_url', 'next_rest_url', 'code', 'start_date'],
];

/** `take` receives the records of the known lists. */
export async function prescanJson(
  source: Source,
  limits: ReadLimits,
  take?: (record: FoundRecord) => void,
): Promise<PagePrescan | ExportPrescan> {
  const members: Record<string, unknown> = {};
  const lists = new Set<string>();
  const users: unknown[] = [];
  const highest = { maxRecordId: 0, maxTermId: 0 };
  let elements = 0;
  for await (const piece of readPieces(source, limits)) {
    if (piece.kind === 'list') lists.add(piece.key);
    if (piece.kind === 'member' && storedMembers.includes(piece.key)) members[piece.key] = piece.value;
    if (piece.kind !== 'element') continue;
    const { key, value: raw } = piece;
    const kind = kindOf(key);
    if (key === 'users') users.push(raw);
    if (kind !== undefined || key === 'users' || key === 'media') elements += 1;
    if (kind === undefined || !isRecord(raw)) continue;
    for (const one of recordsIn({ kind, raw })) noteIds(one, highest);
    take?.({ kind, raw });
  }
  const format = formatOf(source, members, lists);
  if (format === 'export') return { format, source, elements, users, members };
  const kind = [...lists].map(kindOf).find((known) => known !== undefined);
  return { ...highest, format, source, kind, elements, members };
}

/** The elements of the known lists. */
export async function* readElements(
  source: Source,
  limits: ReadLimits,
): AsyncGenerator<{ kind: ChangeKind; index: number; value: unknown }> {
  for await (const piece of readPieces(source, limits)) {
    const kind = piece.kind === 'element' ? kindOf(piece.key) : undefined;
    if (piece.kind === 'element' && kind !== undefined) yield { kind, index: piece.index, value: piece.value };
  }
}

/** A bare list is one of events. */
const kindOf = (list: string): ChangeKind | undefined =>
  list === '' ? 'event' : recordKinds.find((kind) => plurals[kind] === list);

export interface FoundRecord {
  kind: ChangeKind;
  raw: RawRecord;
}

/** The record and those embedded in it: the same venue comes with each of its events. */
export const recordsIn = (record: FoundRecord): FoundRecord[] =>
  record.kind === 'event' ? [record, ...embeddedIn(record.raw)] : [record];

function noteIds({ kind, raw }: FoundRecord, highest: { maxRecordId: number; maxTermId: number }): void {
  const id = idOf(raw['id']) ?? 0;
  if (isTaxonomy(kind)) highest.maxTermId = Math.max(highest.maxTermId, id);
  else highest.maxRecordId = Math.max(highest.maxRecordId, id, imageIn(raw)?.id ?? 0);
}

function formatOf({ name }: Source, members: RawRecord, lists: ReadonlySet<string>): 'pages' | 'export' {
  const { format, version } = members;
  if (format === exportFormat) {
    if (version === exportVersion || version === documentVersion) return 'export';
    throw new TransferProblem(
      `${name} is an export of version ${String(version)}; this program reads versions ${documentVersion} and ${exportVersion}.`,
    );
  }
  if (format !== undefined)
    throw new TransferProblem(`${name} has the format ${JSON.stringify(format)}, which is not known here.`);
  assertPage(name, members, [...lists].some(kindOf));
  return 'pages';
}

/** Throws TransferProblem for a reply that is not a page of a list. */
export function assertPage(name: string, { start_date, code }: RawRecord, hasList: boolean): void {
  if (start_date !== undefined)
    throw new TransferProblem(`${name} is a single event; put it in a list, as in [ … ], to import it.`);
  if (hasList) return;
  if (typeof code === 'string') throw new TransferProblem(`${name} is an error reply from the API (${code}).`);
  throw new TransferProblem(
    `${name} holds none of ${listNames.join(', ')}: it is neither an API response nor an export of Kalends.`,
  );
}
