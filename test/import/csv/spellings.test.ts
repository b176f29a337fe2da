// Cells of spreadsheets that say in two columns, or by half, what a request says in one.
import { expect, test } from 'vitest';
import { contentsOf, importText } from '../ical/support.ts';
import { openTestCalendar } from '../support.ts';

async function imported(lines: readonly string[]) {
  const calendar = await openTestCalendar();
  await importText(calendar, lines.join('\n'), {}, 'town.csv');
  return contentsOf(calendar);
}

test('A column for the currency completes costs that are numbers alone', async () => {
  const rows = [
    'Fest;1.6.2027;12,50;EUR',
    'Ball;2.6.2027;10 - 20;€',
    'Markt;3.6.2027;0;€',
    'Chor;4.6.2027;$5;€',
    'Lauf;5.6.2027;7;',
  ];
  const { events } = await imported(['Titel;Datum;Preis;Währung', ...rows]);
  expect(events.map(({ cost }) => cost)).toEqual(['12,50 EUR', '€10 - 20', '0', '$5', '7']);
});

test('A website without a scheme, as people write it, gets http://', async () => {
  const { events } = await imported(['Titel;Datum;Webseite', 'Fest;1.6.2027;www.müller.example/fest']);
  expect(events).toMatchObject([{ texts: { en: { website: 'http://www.müller.example/fest' } } }]);
});
