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
