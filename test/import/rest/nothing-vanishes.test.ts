// Content of another site's texts that cannot be imported is reported for each record.
import { expect, test } from 'vitest';
import { toSafeHtml } from '../../../src/core/text/html/html.ts';
import { openTestCalendar, pageEvent, pageVenue, remarksOf } from '../support.ts';

async function imported(events: object[], more: object = {}) {
  const calendar = await openTestCalendar();
  const { report } = await calendar.importAll([{ events, ...more }]);
  const rows = await calendar.store.reader.selectFrom('record_texts').selectAll().orderBy('record_id').execute();
  return { notes: remarksOf(report.notes), skipped: remarksOf(report.skipped), rows };
}

test('Videos and maps become links, and other embedded elements are reported', async () => {
  const description = [
    '<p>See</p>',
    '<iframe width="560" src="https://www.youtube.com/embed/abc?a=1&amp;b=2" allowfullscreen></iframe>',
    '<iframe src="about:blank" data-src="https://player.vimeo.com/video/1"></iframe>',
    "<iframe src='//www.google.com/maps/embed?pb=x'></iframe>",
    '<iframe src="https://tickets.example/box"></iframe>',
    '<form action="https://list.example/join"><input name="mail"></form><script>go()</script>',
  ].join('\n');
  const { notes, rows } = await imported([pageEvent(1, { description })]);
  expect(notes).toEqual({
    'has a video or map in its text, which becomes a link': [
      'event 1 "Event 1": https://www.youtube.com/embed/abc?a=1&b=2',
      'event 1 "Event 1": https://player.vimeo.com/video/1',
      'event 1 "Event 1": https://www.google.com/maps/embed?pb=x',
    ],
    'has <iframe> in its text, which is removed': ['event 1 "Event 1": https://tickets.example/box'],
    'has <form> in its text, which is removed': ['event 1 "Event 1": https://list.example/join'],
    'has <script> in its text, which is removed': ['event 1 "Event 1"'],
  });
  expect(rows[0]?.description).toContain('<a href="https://www.youtube.com/embed/abc?a=1&amp;b=2"');
  expect(rows[0]?.description).not.toMatch(/iframe|form|script|go\(\)/);
});

test('A publication date that cannot be read is reported, and the zeros of a draft are not', async () => {
  const never = { status: 'draft', date: '0000-00-00 00:00:00', date_utc: '0000-00-00 00:00:00' };
  const { notes } = await imported([pageEvent(1, { date_utc: 'soon', date: 'soon' }), pageEvent(2, never)]);
  expect(notes).toEqual({ 'has an invalid publication date, which is left out': ['event 1 "Event 1": soon'] });
});

test('A time of a ticket that is relative to the day of reading is left out', async () => {
  const tickets = [{ name: 'Seat', available_from: 'tomorrow', available_until: '2027-03-01 10:00' }];
  const calendar = await openTestCalendar();
  await calendar.importAll([{ events: [pageEvent(1, { tickets })] }]);
  const row = await calendar.store.reader.selectFrom('events').select('tickets').executeTakeFirstOrThrow();
  expect(JSON.parse(row.tickets)).toMatchObject([{ available_from: null, available_until: '2027-03-01 10:00:00' }]);
});

test('The name of a ticket over the limit of writes is shortened, so that the tickets can be written back', async () => {
  const calendar = await openTestCalendar();
  const tickets = [{ name: 'x'.repeat(2001) }, { title: 'Seat' }];
  const { report } = await calendar.importAll([{ events: [pageEvent(1, { tickets })] }]);
  expect(remarksOf(report.notes)).toEqual({
    'has more than 2000 characters in its ticket name, which is shortened': ['event 1 "Event 1"'],
  });
  const row = await calendar.store.reader.selectFrom('events').select('tickets').executeTakeFirstOrThrow();
  expect(JSON.parse(row.tickets)).toMatchObject([{ name: 'x'.repeat(2000) }, { name: 'Seat' }]);
});

test('Relative links and images of a text lead to its site, and others stay', async () => {
  const description = [
    '<p>Write href="/a" <a href="/about/?a=1&amp;b=2">us</a> <a href="map.pdf">a map</a> <a href="//cdn.example/x">x</a></p>',
    '<p><a href="#top">top</a> <a href="mailto:a@b.example">mail</a> <img src="../old/a b.png" alt="" /></p>',
  ].join('\n');
  const url = 'https://town.example/event/one/';
  const { rows } = await imported([pageEvent(1, { url, description }), pageEvent(2, { url: '', description })]);
  const html = rows[0]?.description as string;
  expect([...html.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, url]) => url)).toEqual([
    '/a',
    'https://town.example/about/?a=1&amp;b=2',
    'https://town.example/event/one/map.pdf',
    'https://cdn.example/x',
    '#top',
    'mailto:a@b.example',
    'https://town.example/event/old/a%20b.png',
  ]);
  expect(toSafeHtml(html)).toBe(html);
  expect(rows[1]?.description).toContain('<a href="/about/?a=1&amp;b=2">');
});

test('Other sizes of an image and the poster of a video lead to the site of the text', async () => {
  const sizes = '/a/w_300,h_200/a.png 300w, https://cdn.example/a.png 600w,  big.png';
  const description = `<p><img src="/a.png" srcset="${sizes}"> <video poster="/still.jpg" src="/a.mp4"></video></p>`;
  const { rows } = await imported([pageEvent(1, { url: 'https://town.example/event/one/', description })]);
  const html = rows[0]?.description as string;
  expect([...html.matchAll(/(?:srcset|poster)="([^"]*)"/g)].map(([, value]) => value)).toEqual([
    'https://town.example/a/w_300,h_200/a.png 300w, https://cdn.example/a.png 600w, https://town.example/event/one/big.png',
    'https://town.example/still.jpg',
  ]);
});

test.each([
  [
    '<iframe title="Where > when" src="https://www.youtube.com/embed/abc"></iframe>',
    'https://www.youtube.com/embed/abc',
  ],
  ["<iframe title = 'a > b' src=https://vimeo.com/1></iframe>", 'https://vimeo.com/1'],
  ['<iframe title="a src=https://vimeo.com/9 b" src="https://vimeo.com/2"></iframe>', 'https://vimeo.com/2'],
])('A frame becomes a link to its own URL, whatever its other attributes contain: %s', async (frame, url) => {
  const { notes, rows } = await imported([pageEvent(1, { description: `<p>See</p>${frame}<p>Bye</p>` })]);
  expect(notes).toEqual({ 'has a video or map in its text, which becomes a link': [`event 1 "Event 1": ${url}`] });
  expect(rows[0]?.description).toBe(`<p>See</p>\n<p><a href="${url}">${url}</a></p>\n<p>Bye</p>`);
});

test.each([
  ['a &lt;b&gt;bold&lt;/b&gt; title', 'a <b>bold</b> title'],
  ['a <b>bold</b> title', 'a bold title'],
  ['1 &lt; 2 &amp; 3 > 2', '1 < 2 & 3 > 2'],
  ['&lt;script&gt;x&lt;/script&gt; Night', 'Night'],
])('The title %s is what its site shows', async (title, shown) => {
  const { rows } = await imported([pageEvent(1, { title })]);
  expect(rows[0]?.title).toBe(shown);
});

test.each([
  ['<div>One\ntwo</div>', '<div>One two</div>'],
  ['<p>One <em>two</em>\n<strong>three</strong></p>', '<p>One <em>two</em> <strong>three</strong></p>'],
  ['<p>One<br />\ntwo</p>\n<p>three</p>', '<p>One<br />\ntwo</p>\n<p>three</p>'],
  ['One\ntwo\n\nthree', '<p>One<br />\ntwo</p>\n<p>three</p>'],
])('The rendered description %j gets no further lines', async (description, stored) => {
  const { rows } = await imported([pageEvent(1, { description })]);
  expect(rows[0]?.description.trim()).toBe(stored);
});

test('A reason for the status over the limit of writes is shortened, so that the calendar can be exported and restored', async () => {
  const reason = 'x'.repeat(2001);
  const { notes, rows } = await imported([pageEvent(1, { event_status: 'canceled', event_status_reason: reason })]);
  expect(notes).toEqual({
    'has more than 2000 characters in its status reason, which is shortened': ['event 1 "Event 1"'],
  });
  expect(rows[0]?.event_status_reason).toHaveLength(2000);
});

test('Descriptions over the limit of writes and protected venues are reported', async () => {
  const protectedVenue = pageVenue(900, { venue: [], show_map: null, show_map_link: null });
  const { notes, skipped } = await imported([pageEvent(1, { description: `<p>${'x'.repeat(200_001)}</p>` })], {
    venues: [protectedVenue],
  });
  expect(Object.values(notes)).toEqual([[expect.stringMatching(/^event 1 "Event 1": 2000\d\d$/)]]);
  expect(skipped).toEqual({ 'is protected by a password at its source, and not shown': ['venue 900'] });
});

test('A draft of a venue that the source shows within public events is reported, as visitors do not see it here', async () => {
  const cellar = pageVenue(900, { venue: 'Cellar', status: 'draft' });
  const organizer = [{ id: 901, organizer: 'Ann', status: 'private' }];
  const { notes } = await imported([
    pageEvent(1, { venue: cellar }),
    pageEvent(2, { venue: cellar, organizer, status: 'draft' }),
    pageEvent(3, { organizer }),
    pageEvent(4, { venue: cellar, language: 'en', translations: ['en'] }),
  ]);
  expect(notes).toEqual({
    'shows a venue that visitors do not see here until it is published': ['event 1 "Event 1": Cellar'],
    'shows an organizer that visitors do not see here until it is published': ['event 3 "Event 3": Ann'],
  });
});
