// Reads the components of a calendar file one at a time, with the properties that are imported, in bounded memory.
import { TransferProblem } from '../../core/transfer-problem.ts';
import type { Source } from '../source/read-pieces.ts';
import { type Encoding, readUtf8 } from '../source/text-bytes.ts';
import { type ContentLine, readContentLines } from './content-lines.ts';

export interface CalendarLimits {
  fileBytes: number;
  /** Of an unfolded line. */
  lineBytes: number;
  /** Of the lines that are kept of an event or time zone. */
  componentBytes: number;
  depth: number;
}

export const calendarLimits: CalendarLimits = {
  fileBytes: 512 * 1024 ** 2,
  lineBytes: 512 * 1024,
  componentBytes: 2 * 1024 ** 2,
  depth: 32,
};

export type Piece =
  | { kind: 'event' | 'zone'; component: ComponentText }
  /** A property of the calendar itself. */
  | { kind: 'property'; line: ContentLine };

export interface ComponentText {
  /** Line number of its BEGIN. */
  line: number;
  lines: ContentLine[];
}

export const nameOf = ({ text }: ContentLine): string => (/^[A-Za-z0-9-]+/.exec(text)?.[0] ?? '').toUpperCase();

const eventProperties: ReadonlySet<string> = new Set(
  `UID RECURRENCE-ID SEQUENCE LAST-MODIFIED DTSTAMP CREATED DTSTART DTEND DURATION RRULE EXRULE RDATE EXDATE SUMMARY
  X-STATUS X-COST X-TAGS X-WEBSITE RELATED-TO CONTACT COMMENT X-EVENT-STATUS X-ATTENDANCE-MODE
  CONFERENCE X-GOOGLE-CONFERENCE X-MICROSOFT-SKYPETEAMSMEETINGURL
  DESCRIPTION X-ALT-DESC STYLED-DESCRIPTION STATUS CLASS ORGANIZER LOCATION GEO X-APPLE-STRUCTURED-LOCATION CATEGORIES
  ATTACH IMAGE URL`.split(/\s+/),
);

const calendarProperties: ReadonlySet<string> = new Set([
  'VERSION',
  'PRODID',
  'METHOD',
  'X-WR-TIMEZONE',
  'TIMEZONE-ID',
]);

/** Throws TransferProblem for a file that is not a calendar or is truncated. */
export async function* readComponents(
  source: Source,
  encoding: Encoding,
  limits: CalendarLimits,
): AsyncGenerator<Piece> {
  const builder = createBuilder(source.name, limits);
  const bytes = readUtf8(source, encoding, limits.fileBytes);
  for await (const lines of readContentLines(bytes, limits.lineBytes)) {
    for (const line of lines) {
      const piece = builder.take(line);
      if (piece) yield piece;
    }
  }
  builder.end();
}

interface OpenComponent extends ComponentText {
  name: string;
  bytes: number;
}

function createBuilder(name: string, { depth, componentBytes }: CalendarLimits) {
  const stack: OpenComponent[] = [];
  let hasCalendar = false;
  const fail = (line: number, what: string): never => {
    throw new TransferProblem(`${name} ${what} (line ${line}).`);
  };

  function open(line: ContentLine, inner: string): void {
    if (stack.length === 0 && inner !== 'VCALENDAR')
      fail(line.number, `is not a calendar file: it begins with BEGIN:${inner}`);
    const above = stack.findLast((one) => one.name === inner);
    if (above)
      fail(line.number, `is damaged: the ${inner} that begins in line ${above.line} has no END before the next one`);
    if (stack.length >= depth) fail(line.number, `has components nested more than ${depth} deep`);
    hasCalendar = true;
    stack.push({ name: inner, line: line.number, lines: [], bytes: 0 });
  }

  function close(line: ContentLine, inner: string): Piece | undefined {
    const top = stack.pop();
    if (top?.name !== inner)
      return fail(
        line.number,
        `is damaged: END:${inner} where ${top ? `END:${top.name} is due` : 'nothing has begun'}`,
      );
    if (inner === 'VTIMEZONE') return { kind: 'zone', component: top };
    return inner === 'VEVENT' && stack.at(-1)?.name === 'VCALENDAR' ? { kind: 'event', component: top } : undefined;
  }

  function addLine(line: ContentLine): Piece | undefined {
    const top = stack.at(-1);
    // Some servers append text, such as a warning.
    if (top === undefined && hasCalendar) return undefined;
    if (top === undefined) return fail(line.number, 'is not a calendar file: it does not begin with BEGIN:VCALENDAR');
    const owner = openZone() ?? (top.name === 'VEVENT' && eventProperties.has(nameOf(line)) ? top : undefined);
    if (owner) addTo(owner, line);
    else if (top.name === 'VCALENDAR' && calendarProperties.has(nameOf(line))) return { kind: 'property', line };
    return undefined;
  }

  const openZone = () => stack.find((one) => one.name === 'VTIMEZONE');

  function addTo(owner: OpenComponent, line: ContentLine): void {
    owner.bytes += line.text.length;
    if (owner.bytes > componentBytes)
      fail(owner.line, `has a ${owner.name} of more than ${Math.floor(componentBytes / 1024 ** 2)} MiB`);
    owner.lines.push(line);
  }

  return {
    take(line: ContentLine): Piece | undefined {
      const [, mark, inner] = /^(BEGIN|END):\s*([A-Za-z0-9-]+)\s*$/i.exec(line.text) ?? [];
      if (mark === undefined || inner === undefined) return addLine(line);
      const component = inner.toUpperCase();
      // A time zone is kept whole, including its components.
      const zone = component === 'VTIMEZONE' ? undefined : openZone();
      if (zone) addTo(zone, line);
      if (mark.toUpperCase() === 'END') return close(line, component);
      return void open(line, component);
    },
    end(): void {
      const top = stack.at(-1);
      if (top) fail(top.line, `breaks off: the ${top.name} that begins here has no END`);
      if (!hasCalendar) throw new TransferProblem(`${name} is empty: there is no calendar in it.`);
    },
  };
}
