// Calendar files for tests, and the events that are imported from them.
import { parseExport } from '../../support/calendars/export-text.ts';
import { fileOf, type Imported, type ImportOptions, importFiles, type TestCalendar } from '../support.ts';

/** A file with these events, each as its lines. */
export const calendarOf = (events: readonly (readonly string[])[], head: readonly string[] = []): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//test//EN',
    ...head,
    ...events.flatMap((lines) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT']),
    'END:VCALENDAR',
    '',
  ].join('\r\n');

/** Properties that every event needs; the tests run on `2027-01-15`. */
export const meeting = (uid: string, ...lines: readonly string[]): string[] => [
  `UID:${uid}`,
  'DTSTAMP:20260101T000000Z',
  'SUMMARY:Meeting',
  ...(lines.some((line) => line.startsWith('DTSTART')) ? [] : ['DTSTART:20270201T100000Z', 'DTEND:20270201T110000Z']),
  ...lines,
];

export function importText(
  calendar: TestCalendar,
  text: string | Buffer,
  options: Partial<ImportOptions> = {},
  name = 'calendar.ics',
): Promise<Imported> {
  return importFiles(calendar.store, [fileOf(calendar.folder, name, text)], options);
}

export interface StoredTexts {
  title: string;
  description: string;
  website: string;
  slug: string;
}

export interface StoredRecord extends Record<string, unknown> {
  id: number;
  external_id: string | null;
  texts: Record<string, StoredTexts>;
}

export async function contentsOf(
  calendar: TestCalendar,
): Promise<Record<'events' | 'venues' | 'organizers' | 'categories' | 'tags', StoredRecord[]>> {
  return parseExport(await calendar.exportText()) as Awaited<ReturnType<typeof contentsOf>>;
}

/** The only event. */
export async function onlyEvent(calendar: TestCalendar): Promise<StoredRecord> {
  const { events } = await contentsOf(calendar);
  if (events.length !== 1) throw new Error(`${events.length} events`);
  return events[0] as StoredRecord;
}
