// A first pass over a file: its format, number of records and highest ids. Nothing is written before all files have been
// read to their end.

import type { RelatedKind, Taxonomy } from '../../core/kinds.ts';
import { TransferProblem } from '../../core/transfer-problem.ts';
import { documentVersion, exportFormat, exportVersion } from '../../export/format.ts';
import { maxKeptId } from '../../resources/records/rows/record-ids.ts';
import type { TableIndex } from '../csv/prescan.ts';
import type { CalendarIndex } from '../ical/prescan.ts';
import { labelOf } from '../rest/texts.ts';
import { idOf, imageOf, isRecord, plainOf, type RawRecord } from '../rest/values.ts';
import { type ReadLimits, readPieces, type Source } from './read-pieces.ts';

/** Lists that pages of the interface and exports have. */
export const sections = ['categories', 'tags', 'venues', 'organizers', 'events'] as const;
export type Section = (typeof sections)[number];
export type SectionKind = 'event' | RelatedKind | Taxonomy;
export const kindOf = {
  categories: 'category',
  tags: 'tag',
  venues: 'venue',
  organizers: 'organizer',
  events: 'event',
} as const satisfies Record<Section, SectionKind>;

export interface Prescan {
  source: Source;
  format: 'pages' | 'export' | 'icalendar' | 'csv';
  /** The list of a page of the interface. */
  section?: Section | undefined;
  /** Selects the records to import; all by default. */
  takes?(record: unknown): boolean;
  /** Number of elements in the known lists, including the users of an export. */
  elements: number;
  /** The highest ids of records and terms. */
  maxRecordId: number;
  maxTermId: number;
  /** Images that records refer to. */
  images: readonly FoundImage[];
  /** Records with texts in several languages. */
  translated: readonly Translated[];
  /** Users of an export. */
  users: readonly unknown[];
  /** Images of an export. */
  media: readonly unknown[];
  /** Members other than lists: `format`, `total`, `next_rest_url`, … */
  members: RawRecord;
  /** If it is a calendar file. */
  calendar?: CalendarIndex;
  /** If it is a spreadsheet. */
  table?: TableIndex;
  /** Images of a calendar file or spreadsheet. */
  imageAddresses?: ReadonlySet<string>;
}

/** An image with the first record that refers to it. */
export interface FoundImage {
  address: string;
  /** Its id at the source, if it can be kept. */
  id: number | undefined;
  source: string;
  record: string;
}

export interface Translated {
  section: Section;
  id: number;
  languages: readonly string[];
}

interface Found {
  source: string;
  maxRecordId: number;
  maxTermId: number;
  images: FoundImage[];
  translated: Translated[];
}

const keptMembers: readonly string[] = [
  'format',
  'version',
  'exported_at',
  'calendar_id',
  'event_password_salt',
  'rest_url',
  'next_rest_url',
  'total',
  'total_pages',
  'code',
  'message',
  'start_date',
];

export async function prescanJson(source: Source, limits: ReadLimits): Promise<Prescan> {
  const members: Record<string, unknown> = {};
  const lists = new Set<string>();
  const users: unknown[] = [];
  const media: unknown[] = [];
  const found: Found & { elements: number } = {
    source: source.name,
    elements: 0,
    maxRecordId: 0,
    maxTermId: 0,
    images: [],
    translated: [],
  };
  for await (const piece of readPieces(source, limits)) {
    if (piece.kind === 'list') lists.add(piece.key);
    else if (piece.kind === 'member') {
      if (keptMembers.includes(piece.key)) members[piece.key] = piece.value;
    } else if (piece.key === 'users') users.push(piece.value);
    else if (piece.key === 'media') media.push(piece.value);
    else if (sectionOf(piece.key)) {
      found.elements += 1;
      noteIds(piece.value, sectionOf(piece.key) as Section, found);
    }
  }
  const format = formatOf(source, members, lists);
  const isExport = format === 'export';
  return {
    ...found,
    source,
    format,
    section: [...lists].map(sectionOf).find((section) => section !== undefined),
    elements: found.elements + (isExport ? users.length + media.length : 0),
    users: isExport ? users : [],
    media: isExport ? media : [],
    members,
  };
}

/** The elements of the known lists. */
export async function* readElements(
  source: Source,
  limits: ReadLimits,
): AsyncGenerator<{ section: Section; index: number; value: unknown }> {
  for await (const piece of readPieces(source, limits)) {
    const section = piece.kind === 'element' ? sectionOf(piece.key) : undefined;
    if (piece.kind === 'element' && section !== undefined) yield { section, index: piece.index, value: piece.value };
  }
}

/** A bare list is one of events. */
const sectionOf = (key: string): Section | undefined =>
  key === '' ? 'events' : sections.find((section) => section === key);

/** Notes the ids of a record and of all records embedded in it. */
function noteIds(value: unknown, section: Section, found: Found): void {
  if (!isRecord(value)) return;
  const id = idOf(value['id']) ?? 0;
  const languages: unknown = value['translations'];
  if (Array.isArray(languages) && languages.length > 1)
    found.translated.push({ section, id, languages: languages.map(String) });
  if (section === 'categories' || section === 'tags') {
    found.maxTermId = Math.max(found.maxTermId, id);
    return;
  }
  found.maxRecordId = Math.max(found.maxRecordId, id);
  noteImage(value, section, found);
  if (section !== 'events') return;
  for (const key of ['venue', 'organizer'] as const)
    for (const one of listOf(value[key])) noteIds(one, `${key}s`, found);
  for (const key of ['categories', 'tags'] as const) for (const one of listOf(value[key])) noteIds(one, key, found);
}

function noteImage(record: RawRecord, section: Section, found: Found): void {
  const address = imageOf(record);
  if (!address) return;
  const id = isRecord(record['image']) ? idOf(record['image']['id']) : undefined;
  found.maxRecordId = Math.max(found.maxRecordId, id ?? 0);
  const kind = section.slice(0, -1);
  const name = plainOf(record[section === 'events' ? 'title' : kind], record);
  const keptId = id !== undefined && id <= maxKeptId ? id : undefined;
  found.images.push({ address, id: keptId, source: found.source, record: labelOf(kind, idOf(record['id']), name) });
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);

function formatOf({ name }: Source, members: RawRecord, lists: ReadonlySet<string>): Prescan['format'] {
  const { format, version, code } = members;
  if (format === exportFormat) {
    if (version === exportVersion || version === documentVersion) return 'export';
    throw new TransferProblem(
      `${name} is an export of version ${String(version)}; this program reads versions ${documentVersion} and ${exportVersion}.`,
    );
  }
  if (format !== undefined)
    throw new TransferProblem(`${name} has the format ${JSON.stringify(format)}, which is not known here.`);
  if (members['start_date'] !== undefined) {
    throw new TransferProblem(`${name} is a single event; put it in a list, as in [ … ], to import it.`);
  }
  if ([...lists].some((key) => sectionOf(key) !== undefined)) return 'pages';
  if (typeof code === 'string') throw new TransferProblem(`${name} is an error reply of the interface (${code}).`);
  throw new TransferProblem(
    `${name} holds none of ${sections.join(', ')}: it is neither a page of the interface nor an export of Kalends.`,
  );
}
