// Texts of events in calendar files.
import { expect, test } from 'vitest';
import { openTestCalendar, remarksOf } from '../support.ts';
import { calendarOf, importText, meeting, onlyEvent } from './support.ts';

test('Quotation marks of a plain description stay as they are', async () => {
  const calendar = await openTestCalendar();
  await importText(calendar, calendarOf([meeting('a@x', `DESCRIPTION:"One" & 'two' < three`)]));
  const description = `<p>"One" &amp; 'two' &lt; three</p>`;
  expect(await onlyEvent(calendar)).toMatchObject({ texts: { en: { description } } });
});

test('A comment that gives the reason for the status and is over the limit of writes is shortened, so that the calendar can be exported and restored', async () => {
  const calendar = await openTestCalendar();
  const lines = ['X-EVENT-STATUS:postponed', `COMMENT:${'x'.repeat(2001)}`];
  const { report } = await importText(calendar, calendarOf([meeting('a@x', ...lines)]));
  expect(remarksOf(report.notes)).toEqual({
    'has more than 2000 characters in its status reason, which is shortened': ['event "Meeting" in line 4'],
  });
  expect(await onlyEvent(calendar)).toMatchObject({ texts: { en: { event_status_reason: 'x'.repeat(2000) } } });
});
