import { expect, test } from 'vitest';
import { openTestCalendar } from '../support.ts';
import { calendarOf, importText, meeting, onlyEvent } from './support.ts';

test('A line of 50 MB takes neither much memory nor much time', async () => {
  const calendar = await openTestCalendar();
  const text = Buffer.from(
    calendarOf([meeting('a@x', `ATTACH;ENCODING=BASE64;VALUE=BINARY:${'A'.repeat(50_000_000)}`)]),
  );
  await importText(calendar, text);
  expect((await onlyEvent(calendar)).external_id).toBe('a@x');
});

test('A file whose changed occurrences would take too much memory is refused', async () => {
  const calendar = await openTestCalendar();
  const texts = Array.from({ length: 4 }, () => `COMMENT:${'x'.repeat(450_000)}`);
  const occurrences = Array.from({ length: 40 }, (_, day) => {
    const date = new Date(Date.UTC(2027, 1, 1 + day)).toISOString().slice(0, 10).replaceAll('-', '');
    return meeting('a@x', `RECURRENCE-ID:${date}T100000Z`, ...texts);
  });
  await expect(importText(calendar, calendarOf(occurrences))).rejects.toThrow(
    'has changed occurrences of more than 64 MiB',
  );
});
