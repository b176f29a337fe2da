// Reads the components of a calendar file one at a time, with the properties that are imported, in bounded memory.
import { TransferProblem } from '../../core/transfer-problem.ts';
import type { Source } from '../source/read-bytes.ts';
import { type Encoding, readUtf8 } from '../source/text-bytes.ts';
import { type ContentLine, nameOf, readContentLines } from './content-lines.ts';

export const calendarLimits = {
  fileBytes: 512 * 1024 ** 2,
  /** Limit of an unfolded line. */
  lineBytes: 512 * 1024,
  /** Limit of the stored lines of an event or time zone. */
  componentBytes: 2 * 1024 ** 2,
  depth: 32,
};

export type Piece =
  | { kind: 'event' | 'zone'; component: ComponentText }
  /** A property of the calendar itself. */
  | { kind: 'property'; line: ContentLine; calendar: number };

export interface ComponentText {
  /** Number of its calendar in the file, from 0. */
  calendar: number;
  /** Line number of its BEGIN. */
  line: number;
  lines: ContentLine[];
}

/** The properties of events that are read; all others are skipped. */
const eventProperties = [
  ...['UID', 'RECURRENCE-ID', 'SEQUENCE', 'LAST-MODIFIED', 'DTSTAMP', 'CREATED', 'RELATED-TO'],
  ...['DTSTART', 'DTEND', 'DURATION', 'RRULE', 'EXRULE', 'RDATE', 'EXDATE'],
  ...['SUMMARY', 'DESCRIPTION', 'X-ALT-DESC', 'STYLED-DESCRIPTION', 'COMMENT', 'ATTACH', 'IMAGE', 'URL'],
  ...['CATEGORIES', 'STATUS', 'CLASS', 'ORGANIZER', 'CONTACT', 'LOCATION', 'GEO', 'CONFERENCE'],
  // Kalends
  ...['X-STATUS', 'X-COST', 'X-TAGS', 'X-WEBSITE', 'X-EVENT-STATUS', 'X-ATTENDANCE-MODE'],
  // Apple, Google, Microsoft
  ...['X-APPLE-STRUCTURED-LOCATION', 'X-GOOGLE-CONFERENCE'],
  ...['X-MICROSOFT-SKYPETEAMSMEETINGURL', 'X-MICROSOFT-CDO-ALLDAYEVENT'],
] as const;

export type EventProperty = (typeof eventProperties)[number];

const eventNames: ReadonlySet<string> = new Set(eventProperties);

const calendarProperties: ReadonlySet<string> = new Set([
  'VERSION',
  'PRODID',
  'METHOD',
  'X-WR-TIMEZONE',
  'TIMEZONE-ID',
]);

/** Throws TransferProblem for a file that is not a calendar or is truncated. */
export async function* readComponents(source: Source, encoding: Encoding): AsyncGenerator<Piece> {
  const reading: Reading = { name: source.name, open: [], calendars: 0 };
  const bytes = readUtf8(source, encoding, calendarLimits.fileBytes);
  for await (const lines of readContentLines(bytes, calendarLimits.lineBytes)) {
    for (const line of lines) {
      const piece = readLine(reading, line);
      if (piece) yield piece;
    }
  }
  assertComplete(reading);
}

interface OpenComponent extends ComponentText {
  name: string;
  bytes: number;
}

interface Reading {
  /** Name of the file. */
  name: string;
  /** Each is inside the one before. */
  open: OpenComponent[];
  /** Number of calendars that have begun. */
  calendars: number;
}

/** Returns the component that the line completes. */
function readLine(reading: Reading, line: ContentLine): Piece | undefined {
  const [, mark, inner] = /^(BEGIN|END):\s*([A-Za-z0-9-]+)\s*$/i.exec(line.text) ?? [];
  if (mark === undefined || inner === undefined) return readProperty(reading, line);
  const component = inner.toUpperCase();
  // A time zone is kept whole, including its components.
  const zone = component === 'VTIMEZONE' ? undefined : openZone(reading);
  if (zone) addLine(reading, zone, line);
  if (mark.toUpperCase() === 'END') return endComponent(reading, line, component);
  return void beginComponent(reading, line, component);
}

function beginComponent(reading: Reading, line: ContentLine, name: string): void {
  const { open } = reading;
  const { depth } = calendarLimits;
  if (open.length === 0 && name !== 'VCALENDAR')
    fail(reading, line.number, `is not a calendar file: it begins with BEGIN:${name}`);
  const above = open.findLast((one) => one.name === name);
  if (above)
    fail(
      reading,
      line.number,
      `is damaged: the ${name} that begins in line ${above.line} has no END before the next one`,
    );
  if (open.length >= depth) fail(reading, line.number, `has components nested more than ${depth} deep`);
  if (open.length === 0) reading.calendars += 1;
  open.push({ name, calendar: reading.calendars - 1, line: line.number, lines: [], bytes: 0 });
}

function endComponent(reading: Reading, line: ContentLine, name: string): Piece | undefined {
  const top = reading.open.pop();
  if (top?.name !== name) {
    const due = top ? `END:${top.name} is due` : 'nothing has begun';
    return fail(reading, line.number, `is damaged: END:${name} where ${due}`);
  }
  if (name === 'VTIMEZONE') return { kind: 'zone', component: top };
  const isEvent = name === 'VEVENT' && reading.open.at(-1)?.name === 'VCALENDAR';
  return isEvent ? { kind: 'event', component: top } : undefined;
}

function readProperty(reading: Reading, line: ContentLine): Piece | undefined {
  const top = reading.open.at(-1);
  // Some servers append text, such as a warning.
  if (top === undefined && reading.calendars > 0) return undefined;
  if (top === undefined)
    return fail(reading, line.number, 'is not a calendar file: it does not begin with BEGIN:VCALENDAR');
  const owner = openZone(reading) ?? (top.name === 'VEVENT' && eventNames.has(nameOf(line)) ? top : undefined);
  if (owner) addLine(reading, owner, line);
  else if (top.name === 'VCALENDAR' && calendarProperties.has(nameOf(line)))
    return { kind: 'property', line, calendar: top.calendar };
  return undefined;
}

const openZone = ({ open }: Reading) => open.find((one) => one.name === 'VTIMEZONE');

function addLine(reading: Reading, owner: OpenComponent, line: ContentLine): void {
  const { componentBytes } = calendarLimits;
  owner.bytes += line.text.length;
  if (owner.bytes > componentBytes)
    fail(reading, owner.line, `has a ${owner.name} of more than ${Math.floor(componentBytes / 1024 ** 2)} MiB`);
  owner.lines.push(line);
}

function assertComplete(reading: Reading): void {
  const top = reading.open.at(-1);
  if (top) fail(reading, top.line, `breaks off: the ${top.name} that begins here has no END`);
  if (reading.calendars === 0) throw new TransferProblem(`${reading.name} is empty: there is no calendar in it.`);
}

function fail({ name }: Reading, line: number, what: string): never {
  throw new TransferProblem(`${name} ${what} (line ${line}).`);
}
