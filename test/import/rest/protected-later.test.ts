// Events that get a password at their source after they were imported.
import { expect, test } from 'vitest';
import { eventTable } from '../../../src/resources/events/fields/table.ts';
import { parseExport } from '../../support/calendars/export-text.ts';
import { openTestCalendar, pageEvent, remarksOf, type TestCalendar } from '../support.ts';

const contents = async (calendar: TestCalendar) => parseExport(await calendar.exportText());
const importLater = async (calendar: TestCalendar, page: unknown) =>
  (await calendar.importAll([page], { now: 1_900_000_000 })).report;

test('An event that became protected at its source is reported, and keeps what was imported before', async () => {
  const calendar = await openTestCalendar();
  const open = pageEvent(1, { description: '<p>Come</p>' });
  await calendar.importAll([{ events: [open] }]);
  const hidden = { description: '', all_day: null, show_map: null, modified_utc: '2027-01-01 00:00:00' };
  const { notes } = await importLater(calendar, { events: [{ ...open, ...hidden }] });
  expect(remarksOf(notes)).toMatchObject({
    'is protected by a password at its source but public here; left unchanged': ['event 1 "Event 1"'],
  });
  const [text] = await calendar.store.reader.selectFrom('record_texts').selectAll().execute();
  expect(text).toMatchObject({ title: 'Event 1', description: expect.stringContaining('<p>Come</p>') });
});

const hiddenByMask = {
  description: '<p>Come</p>',
  excerpt: 'Come',
  all_day: true,
  cost: '5',
  website: 'https://gala.example/',
  show_map: true,
  show_map_link: true,
  hide_from_listings: true,
  sticky: true,
  featured: true,
  tickets: [{ name: 'Seat', price: 5, currency: 'EUR', sold_out: false }],
  event_status_reason: 'Ill',
  attendance_mode: 'online',
  online_url: 'https://meet.example/',
  post_parent: 2,
};

test.each(Object.entries(hiddenByMask))(
  'An event that became protected at its source keeps its %s even if it had nothing else to hide',
  async (name, value) => {
    const calendar = await openTestCalendar();
    const events = (more: object) => ({ events: [pageEvent(2), pageEvent(1, { ...more })] });
    await calendar.importAll([events({ [name]: value })]);
    const before = await contents(calendar);
    const { masked } = eventTable[name as 'description'].reply;
    const hidden = { [name]: masked, all_day: null, show_map: null, modified_utc: '2027-01-01 00:00:00', title: 'New' };
    await importLater(calendar, events(hidden));
    expect(await contents(calendar)).toEqual(before);
  },
);
