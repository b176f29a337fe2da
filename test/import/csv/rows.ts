// Spreadsheets of a few rows, for tests.
import type { FileOptions } from '../../../src/import/types.ts';
import { importText } from '../ical/support.ts';
import type { TestCalendar } from '../support.ts';

export const rows = (...lines: string[]) => `${lines.join('\r\n')}\r\n`;
export const importRows = (calendar: TestCalendar, text: string | Buffer, files: Partial<FileOptions> = {}) =>
  importText(calendar, text, { files }, 'events.csv');
