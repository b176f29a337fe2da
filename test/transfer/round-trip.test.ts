// What the calendar writes for calendar programs and spreadsheets, it reads again.
import { describe, expect, test } from 'vitest';
import { png } from '../support/images.ts';
import { fillLarge } from '../support/large-calendar.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import { uploadRaw } from '../support/uploads.ts';
import { fileOf, type ImportOptions, importFiles, remarksOf, temporaryFolder } from './support.ts';

const host = 'calendar.example';
const allTime = 'start_date=1800-01-01&end_date=2999-12-31';
const siteZone = 'America/New_York';

async function startFilled(events: number): Promise<TestApp> {
  const calendar = await startTestApp();
  await fillLarge(calendar.store, events, calendar.clock.now(), async () => {
    const ids: number[] = [];
    for (const width of [40, 41]) {
      const bytes = await png({ width, height: 30, colour: `rgb(${width},80,120)` });
      ids.push((await uploadRaw(bytes, { app: calendar, as: 'admin' })).body.id);
    }
    return ids;
  });
  return calendar;
}

async function fileFrom(calendar: TestApp, name: string, as?: 'admin', at = host): Promise<string> {
  const path = `http://${at}/${name}?${allTime}`;
  const { status, body } = await calendar.request<string>({ path, headers: { host: at }, ...(as ? { as } : {}) });
  expect(status).toBe(200);
  return body;
}

async function bringIn(calendar: TestApp, name: string, text: string, files: ImportOptions['files'] = {}) {
  const path = fileOf(temporaryFolder(), name, text);
  // As from tomorrow, so that whatever is written shows.
  return importFiles(calendar.store, [path], { now: calendar.clock.now() + 86_400, siteZone, files });
}

const tables = [
  'events',
  'record_texts',
  'linked_records',
  'event_links',
  'terms',
  'term_texts',
  'event_terms',
  'media',
  'changes',
] as const;

async function contentOf({ store }: TestApp): Promise<Record<string, string[]>> {
  const content: Record<string, string[]> = {};
  for (const table of tables) {
    const rows = await store.reader.selectFrom(table).selectAll().execute();
    content[table] = rows.map((row) => JSON.stringify(row)).sort();
  }
  return content;
}

describe.each(['events.ics', 'events.csv'])('%s', (name) => {
  test.each([undefined, 'admin'] as const)('that %s asked for changes nothing in its own calendar', async (as) => {
    const calendar = await startFilled(500);
    const text = await fileFrom(calendar, name, as);
    const before = await contentOf(calendar);
    const { report } = await bringIn(calendar, name, text, { ownHost: host });
    expect(remarksOf(report.skipped)).toEqual({});
    expect(report.counts.events).toMatchObject({ created: 0, updated: 0, skipped: 0 });
    expect(report.counts.events.unchanged).toBeGreaterThan(as ? 400 : 200);
    expect(await contentOf(calendar)).toEqual(before);
  });
});

const copyHost = 'copy.example';

/** Lines of the events of a calendar file by their UIDs, without those named. */
function eventsIn(text: string, without: RegExp): Record<string, string[]> {
  const events: Record<string, string[]> = {};
  for (const block of text.replaceAll('\r\n ', '').split('BEGIN:VEVENT\r\n').slice(1)) {
    const lines = block.slice(0, block.indexOf('END:VEVENT')).trimEnd().split('\r\n');
    const uid = lines.find((line) => line.startsWith('UID:')) as string;
    events[uid] = lines.filter((line) => !without.test(line)).sort();
  }
  return events;
}

test('events.ics makes the same calendar elsewhere', async () => {
  const calendar = await startFilled(500);
  const text = await fileFrom(calendar, 'events.ics');
  const copy = await startTestApp();
  const { report } = await bringIn(copy, 'events.ics', text, { ownHost: copyHost });
  expect(remarksOf(report.skipped)).toEqual({});
  const again = await fileFrom(copy, 'events.ics', undefined, copyHost);
  // Documented: times of change and pages are those of the copy; images come by their addresses.
  const own = /^(?:DTSTAMP|LAST-MODIFIED|SEQUENCE|URL|X-WEBSITE|IMAGE|ATTACH)[:;]/;
  expect(eventsIn(again, own)).toEqual(eventsIn(text, own));
});
