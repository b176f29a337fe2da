// The prescan of a calendar file checks that it is complete, selects the component that counts of each event, and
// collects what events refer to, which may follow them in the file.
import { hash } from 'node:crypto';
import { TransferProblem } from '../../core/transfer-problem.ts';
import { maxImagesOfFile } from '../images.ts';
import type { Source } from '../source/read-bytes.ts';
import { findEncoding } from '../source/text-bytes.ts';
import { type ComponentText, calendarLimits, readComponents } from './components.ts';
import { type ContentLine, lineValue, nameOf } from './content-lines.ts';
import { readProperties } from './properties.ts';
import { readImage } from './texts.ts';
import { plainZoneName } from './time-zones.ts';

export type CalendarIndex = Awaited<ReturnType<typeof prescanCalendar>>;

export interface SelectedComponent extends Identity {
  ordinal: number;
  /** Hash of all lines except DTSTAMP, which may be the time of the download. */
  content: string;
}

type Identity = ReturnType<typeof identityOf>;

/** Limited because an import is one transaction. */
const maxEvents = 200_000;
const maxDefinitionBytes = 4 * 1024 ** 2;

/** Throws TransferProblem. */
export async function prescanCalendar(source: Source) {
  const encoding = await findEncoding(source, calendarLimits.fileBytes, 'folded');
  const definitions = new Map<string, ComponentText>();
  /** By UID: the last of the components, and whether some of them change single occurrences. */
  const groups = new Map<string, { last: number; hasOccurrences: boolean }>();
  /** The component that counts, for each event or occurrence. */
  const selected = new Map<string, SelectedComponent>();
  const images = new Set<string>();
  /** Those without properties are missing. */
  const calendars: CalendarProperties[] = [];
  let events = 0;
  let definitionBytes = 0;
  for await (const piece of readComponents(source, encoding)) {
    if (piece.kind === 'property') {
      const properties = calendars[piece.calendar] ?? { ...noProperties };
      calendars[piece.calendar] = properties;
      noteProperty(piece.line, properties, source);
    } else if (piece.kind === 'zone') {
      const tzid = plainZoneName(valueIn(piece.component, 'TZID'));
      const size = piece.component.lines.reduce((sum, { text }) => sum + text.length, 0);
      definitionBytes += size;
      if (definitionBytes <= maxDefinitionBytes && !definitions.has(tzid)) definitions.set(tzid, piece.component);
    } else {
      const ordinal = events++;
      if (events > maxEvents) throw new TransferProblem(`${source.name} has more than ${maxEvents} events; split it.`);
      const identity = identityOf(piece.component);
      if (identity.uid !== '') {
        const hasOccurrences = identity.occurrence !== '' || groups.get(identity.uid)?.hasOccurrences === true;
        groups.set(identity.uid, { last: ordinal, hasOccurrences });
      }
      const name = nameOfIdentity(identity, ordinal);
      const rival = selected.get(name);
      if (rival === undefined || isNewer(identity, rival))
        selected.set(name, { ordinal, content: contentOf(piece.component), ...identity });
      const image = imageIn(piece.component);
      if (image !== undefined && images.size < maxImagesOfFile) images.add(image);
    }
  }
  return { encoding, calendars, definitions, groups, selected, images, elements: events };
}

export type CalendarProperties = typeof noProperties;

/** Of one of the calendars in a file. */
export const noProperties = {
  /** Name of the calendar's default zone. */
  zone: '',
  /** METHOD:CANCEL: all its events are cancelled (RFC 5546, 3.2.5). */
  isCancellation: false,
  /** From PRODID (RFC 5545, 3.7.3): whether Kalends wrote it, and its language. */
  isOurs: false,
  language: '',
};

function noteProperty(line: ContentLine, calendar: CalendarProperties, source: Source): void {
  const name = nameOf(line);
  const value = lineValue(line);
  if (name === 'VERSION' && value.startsWith('1.'))
    throw new TransferProblem(
      `${source.name} is a vCalendar of version ${value}; iCalendar 2.0 is read (line ${line.number}).`,
    );
  if (name === 'PRODID') {
    calendar.isOurs = value.startsWith('-//Kalends//');
    calendar.language = /\/\/([A-Za-z]{2}(?:-[A-Za-z]+)?)$/.exec(value)?.[1] ?? '';
  }
  if (name === 'METHOD' && value.toUpperCase() === 'CANCEL') calendar.isCancellation = true;
  if (name === 'X-WR-TIMEZONE' || (name === 'TIMEZONE-ID' && calendar.zone === '')) calendar.zone = value;
}

const isNewer = (one: Identity, other: Identity): boolean =>
  one.sequence === other.sequence ? one.stamp > other.stamp : one.sequence > other.sequence;

/** Events without a UID are distinct. */
export const nameOfIdentity = ({ uid, occurrence }: Identity, ordinal: number): string =>
  uid === '' ? `#${ordinal}` : JSON.stringify([uid, occurrence]);

/** Neither a copy nor an earlier version of the event. */
export const isAnotherEvent = (component: ComponentText, selected: SelectedComponent): boolean =>
  !isNewer(selected, identityOf(component)) && contentOf(component) !== selected.content;

const contentOf = ({ lines }: ComponentText): string => {
  const stated = lines.filter((line) => nameOf(line) !== 'DTSTAMP').map(({ text }) => text);
  return hash('sha256', stated.sort().join('\n'), 'base64');
};

export function identityOf(component: ComponentText) {
  const sequence = Number.parseInt(valueIn(component, 'SEQUENCE'), 10);
  return {
    /** '' if there is none. */
    uid: valueIn(component, 'UID'),
    occurrence: valueIn(component, 'RECURRENCE-ID'),
    sequence: Number.isSafeInteger(sequence) ? sequence : 0,
    stamp: valueIn(component, 'LAST-MODIFIED') || valueIn(component, 'DTSTAMP'),
  };
}

const valueIn = ({ lines }: ComponentText, name: string): string => {
  const line = lines.find((one) => nameOf(one) === name);
  return line === undefined ? '' : lineValue(line);
};

function imageIn({ lines }: ComponentText): string | undefined {
  const some = lines.filter((one) => /^(?:ATTACH|IMAGE)[;:]/i.test(one.text));
  return some.length === 0 ? undefined : readImage(readProperties({ lines: some }));
}
