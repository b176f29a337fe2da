// Texts of events in calendar files.
import { expect, test } from 'vitest';
import { openTestCalendar, remarksOf } from '../support.ts';
import { calendarOf, contentsOf, importText, meeting, onlyEvent } from './support.ts';

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

test('A styled description that is elsewhere, by its URL, does not replace the description (RFC 9073, 6.5)', async () => {
  const calendar = await openTestCalendar();
  const lines = ['DESCRIPTION:Here', 'STYLED-DESCRIPTION;VALUE=URI;FMTTYPE=text/html:https://a.example/1.html'];
  await importText(calendar, calendarOf([meeting('a@x', ...lines)]));
  expect(await onlyEvent(calendar)).toMatchObject({ texts: { en: { description: '<p>Here</p>' } } });
});

test.each([
  ['"Kulturverein%20Bonn%20%26%20Freunde"', 'Kulturverein Bonn & Freunde'],
  ['"100% Jazz"', '100% Jazz'],
  ['50%20 off', '50%20 off'],
])('The organizer with CN=%s, which The Events Calendar percent-encodes, is called %s', async (written, name) => {
  const calendar = await openTestCalendar();
  await importText(calendar, calendarOf([meeting('a@x', `ORGANIZER;CN=${written}:MAILTO:info@x.example`)]));
  expect((await contentsOf(calendar)).organizers.map(({ texts }) => texts['en']?.title)).toEqual([name]);
});

test('HTML entities that other programs leave in titles, names and plain descriptions are decoded', async () => {
  const calendar = await openTestCalendar();
  const lines = [
    'DESCRIPTION:It&#8217\\;s new &amp\\; free\\, AT&T',
    'LOCATION:Caf&eacute\\; &amp\\; Bar\\, 1 Main Street\\, Berlin',
    'ORGANIZER;CN="Tom &amp; Co":MAILTO:info@x.example',
    'CATEGORIES:Food &amp\\; Drink,Other',
  ];
  const event = meeting('a@x', ...lines).with(2, 'SUMMARY:Don&#8217\\;t &#8211\\; R&amp\\;D\\, &lt\\;b&gt\\;');
  await importText(calendar, calendarOf([event]));
  const { events, venues, organizers, categories } = await contentsOf(calendar);
  const texts = { title: 'Don’t – R&D, <b>', description: '<p>It&#8217;s new &amp; free, AT&amp;T</p>' };
  expect(events).toMatchObject([{ texts: { en: texts } }]);
  expect(venues).toMatchObject([{ address: '1 Main Street', texts: { en: { title: 'Café & Bar' } } }]);
  expect(organizers).toMatchObject([{ texts: { en: { title: 'Tom & Co' } } }]);
  expect(categories.map(({ texts }) => texts['en'])).toMatchObject([{ name: 'Food & Drink' }, { name: 'Other' }]);
});

test('A line break in the HTML of a description is white space, as in a browser', async () => {
  const calendar = await openTestCalendar();
  const html =
    '<html>\\n<body>\\n<p>A long line\\nthat goes <b>on</b>\\nhere</p>\\n<p>Next<br>line</p>\\n</body>\\n</html>';
  await importText(calendar, calendarOf([meeting('a@x', `X-ALT-DESC;FMTTYPE=text/html:${html}`)]));
  const description = '<p>A long line that goes <b>on</b> here</p>\n<p>Next<br />\nline</p>';
  expect(await onlyEvent(calendar)).toMatchObject({ texts: { en: { description } } });
});

test('The HTML that Thunderbird writes beside a description is read', async () => {
  const calendar = await openTestCalendar();
  const line =
    'DESCRIPTION;ALTREP="data:text/html,%3Cbody%3ESee%20%3Ca%20href%3D%22https%3A%2F%2Fa.example%2F%22%3Ethis%3C%2Fa%3E%3Cbr%3E100%25%3C%2Fbody%3E":See this\\n100%';
  await importText(calendar, calendarOf([meeting('a@x', line)]));
  const description = '<p>See <a href="https://a.example/">this</a><br />\n100%</p>';
  expect(await onlyEvent(calendar)).toMatchObject({ texts: { en: { description } } });
});

test('Quoted-printable texts, which old programs write, are decoded', async () => {
  const calendar = await openTestCalendar();
  const event = meeting(
    'a@x',
    'DESCRIPTION;ENCODING=QUOTED-PRINTABLE:One=0D=0A=',
    'two =',
    'three',
    'LOCATION:A=C3=A9',
  );
  const titled = event.with(2, 'SUMMARY;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:Caf=C3=A9 d=C3=A9bat');
  await importText(calendar, calendarOf([titled]));
  const { events, venues } = await contentsOf(calendar);
  const texts = { title: 'Café débat', description: '<p>One<br />\ntwo three</p>' };
  expect(events).toMatchObject([{ texts: { en: texts } }]);
  expect(venues).toMatchObject([{ texts: { en: { title: 'A=C3=A9' } } }]);
});
