// Specification 2.1: every field of an event, each spelling, through every route and in three languages.
import { beforeAll, describe, expect, test } from 'vitest';
import { eventTable } from '../../../src/resources/events/fields/table.ts';
import { parametersOf } from '../../../src/resources/records/field-table.ts';
import {
  columnsOf,
  expectInvalid,
  type InvalidCell,
  kinds,
  make,
  type ValidCell,
  walkInvalid,
  walkValid,
} from '../../support/field-table.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';

let app: TestApp;
let record: { id: number; slug: string };
beforeAll(async () => {
  app = await startTestApp();
  record = await make(app, 'events', kinds.events.required());
});

const dateMembers = (side: 'start' | 'end') => [
  `${side}_date`,
  `${side}_date_details`,
  `utc_${side}_date`,
  `utc_${side}_date_details`,
];
/** Members that a field affects. */
const sideEffectsOf: Readonly<Record<string, readonly string[]>> = {
  start_date: [...dateMembers('start'), 'timezone_abbr'],
  end_date: dateMembers('end'),
  all_day: [...dateMembers('start'), ...dateMembers('end')],
  timezone: [...dateMembers('start'), ...dateMembers('end'), 'timezone_abbr'],
  date: ['date_utc', 'status'],
  date_utc: ['date', 'status'],
  status: ['slug', 'date', 'date_utc'],
  cost: ['cost_details'],
  tickets: ['ticketed'],
  description: [],
};

const switches = ['show_map', 'show_map_link', 'hide_from_listings', 'sticky', 'featured'];
const instant = Date.UTC(2027, 5, 9, 12) / 1000;

const valid: ValidCell[] = [
  { field: 'title', sent: 'Gala' },
  { field: 'title', sent: '  Gala \t', shown: 'Gala' },
  { field: 'title', sent: 'Rock & Roll "Night" -- it\'s 2x4...' },
  { field: 'title', sent: 'a <b>bold</b> one', shown: 'a bold one' },
  { field: 'title', sent: '0' },
  { field: 'title', sent: '祭り 🎉 مهرجان' },
  { field: 'title', sent: 'Cafe\u0301', shown: 'Caf\u00e9' },
  ...(
    [
      ['2027-06-10 09:00:00', '2027-06-10 09:00:00'],
      ['2027-06-10T09:00', '2027-06-10 09:00:00'],
      ['2027-06-09', '2027-06-09 00:00:00'],
      ['20270609', '2027-06-09 00:00:00'],
      ['2027-06-10 09:00:00.75', '2027-06-10 09:00:00'],
      ['2027-06-10T08:00:00Z', '2027-06-10 04:00:00'],
      ['2027-06-10T08:00:00+05:30', '2027-06-09 22:30:00'],
      ['6/10/2027, 8:00:00 AM GMT+2', '2027-06-10 02:00:00'],
      [instant, '2027-06-09 08:00:00'],
      [String(instant), '2027-06-09 08:00:00'],
      [instant + 0.5, '2027-06-09 08:00:00'],
      [`${instant}.999`, '2027-06-09 08:00:00'],
      ['tomorrow 9am', '2027-03-02 09:00:00'],
      ['next wednesday 4pm', '2027-03-03 16:00:00'],
      ['05/10/2027 3pm', '2027-05-10 15:00:00'],
      ['10-05-2027 15:00', '2027-05-10 15:00:00'],
      ['10.05.2027 16:00', '2027-05-10 16:00:00'],
      ['May 10 2027 3pm', '2027-05-10 15:00:00'],
      ['0001-01-01 00:00:00', '0001-01-01 00:00:00'],
    ] as const
  ).map(([sent, shown]) => ({ field: 'start_date', sent, shown })),
  ...(
    [
      ['2027-06-10 23:00:00', '2027-06-10 23:00:00'],
      ['2027-06-11', '2027-06-11 00:00:00'],
      ['2027-06-11T08:00:00Z', '2027-06-11 04:00:00'],
      [instant + 3 * 86_400, '2027-06-12 08:00:00'],
      [instant + 3 * 86_400 + 0.25, '2027-06-12 08:00:00'],
      ['12/31/2027 11pm', '2027-12-31 23:00:00'],
      ['9999-12-31 18:59:59', '9999-12-31 18:59:59'],
    ] as const
  ).map(([sent, shown]) => ({ field: 'end_date', sent, shown })),
  { field: 'author', sent: 3 },
  { field: 'author', sent: '3', shown: 3 },
  { field: 'author', sent: '3.0', shown: 3 },
  { field: 'date', sent: '2027-02-01 10:00:00' },
  { field: 'date', sent: '2027-02-01 10:00:00', under: 'date_utc', shown: '2027-02-01 15:00:00' },
  { field: 'date', sent: '2027-02-01T10:00:00+01:00', shown: '2027-02-01 04:00:00' },
  { field: 'date', sent: '2027-04-01 10:00:00', under: 'status', shown: 'future' },
  { field: 'date_utc', sent: '2027-02-01 10:00:00' },
  { field: 'date_utc', sent: '2027-02-01 10:00:00', under: 'date', shown: '2027-02-01 05:00:00' },
  ...['date', 'date_utc'].map((field) => ({
    field,
    sent: 1_801_494_000.5,
    under: 'date_utc',
    shown: '2027-02-01 15:00:00',
  })),
  { field: 'description', sent: 'One\nline\n\nTwo', shown: '<p>One<br />\nline</p>\n<p>Two</p>' },
  { field: 'description', sent: '<p>kept <em>so</em></p>' },
  { field: 'description', sent: '<p>a<script>alert(1)</script>b</p>', shown: '<p>ab</p>' },
  { field: 'excerpt', sent: 'Short', shown: '<p>Short</p>' },
  ...['publish', 'draft', 'pending', 'private', 'trash'].map((sent) => ({ field: 'status', sent })),
  { field: 'status', sent: 'future', shown: 'publish' },
  { field: 'status', sent: 'future', with: { date: '2027-04-01 10:00:00' } },
  { field: 'timezone', sent: 'Europe/Paris' },
  { field: 'timezone', sent: 'europe/paris', shown: 'Europe/Paris' },
  { field: 'timezone', sent: 'UTC' },
  { field: 'timezone', sent: 'UTC+5:30' },
  { field: 'timezone', sent: 'UTC-3.5', under: 'utc_start_date', shown: '2027-06-10 13:30:00' },
  { field: 'timezone', sent: 'Asia/Kathmandu', under: 'utc_start_date', shown: '2027-06-10 04:15:00' },
  ...[true, 'true', 'TRUE', 1, '1'].map((sent) => ({ field: 'all_day', sent, shown: true })),
  ...[false, 'false', 0, '0'].map((sent) => ({ field: 'all_day', sent, shown: false })),
  { field: 'all_day', sent: true, under: 'end_date', shown: '2027-06-10 23:59:59' },
  { field: 'cost', sent: '20', shown: '$20' },
  { field: 'cost', sent: 20, shown: '$20' },
  { field: 'cost', sent: 0, shown: 'Free' },
  { field: 'cost', sent: '20$' },
  { field: 'cost', sent: ['0$', '20$', '30$'], shown: 'Free – 30$' },
  { field: 'cost', sent: ['0$', '20$', '30$'], under: 'cost_details.values', shown: ['0', '20', '30'] },
  { field: 'cost', sent: Array(100).fill(5), shown: '$5' },
  { field: 'cost', sent: '$1,234.50' },
  { field: 'cost', sent: '5, 12, 30', shown: '$5 – $30' },
  { field: 'cost', sent: '5.50,7.50', shown: '$5.50 – $7.50' },
  { field: 'cost', sent: 'Entry 5-10 €', under: 'cost_details.values', shown: ['5', '10'] },
  { field: 'cost', sent: 'call us & ask' },
  { field: 'website', sent: 'https://x.example/?a=1&b=2' },
  { field: 'website', sent: ' https://x.example/ ', shown: 'https://x.example/' },
  { field: 'website', sent: 'http://localhost' },
  { field: 'website', sent: 'https://bücher.example/ä' },
  ...switches.flatMap((field) => [
    ...[true, 'true', 1, '1'].map((sent) => ({ field, sent, shown: true })),
    ...[false, 'False', 0, '0'].map((sent) => ({ field, sent, shown: false })),
  ]),
  { field: 'slug', sent: 'My Sluggy/Émile_x', shown: 'my-sluggy-emile_x' },
  { field: 'tickets', sent: { name: 'One', price: '5.50', currency: 'EUR' }, under: 'tickets.*.price', shown: [5.5] },
  {
    field: 'tickets',
    sent: [{ name: 'A', url: 'https://t.example/', sold_out: true }, { name: 'B' }],
    under: 'tickets.*.name',
    shown: ['A', 'B'],
  },
  { field: 'tickets', sent: [{ name: 'A', sold_out: true }], under: 'ticketed', shown: true },
  { field: 'post_parent', sent: 0 },
];

/** Independent fields share requests. A change of the slug changes the URL of the event. */
const independent = [
  ['title', 'start_date', 'author', 'description', 'excerpt', 'cost', 'website', ...switches, 'tickets', 'post_parent'],
  ['end_date', 'date'],
  ['date_utc', 'all_day'],
  ['status'],
  ['timezone'],
  ['slug'],
];

/** Fields that are tested in other files. */
const elsewhere: readonly string[] = [
  // test/api/fields/event-status.test.ts
  ...['attendance_mode', 'event_status', 'event_status_reason', 'online_url'],
  // test/api/fields/fields-events-links.test.ts
  ...['categories', 'organizer', 'tags', 'venue'],
  // test/api/access/event-passwords.test.ts, test/api/writes/external-ids.test.ts, test/media/record-images.test.ts
  ...['password', 'external_id', 'image'],
];

test('Every field is tested here or in a file of its own', () => {
  expect(independent.flat().sort()).toEqual([...new Set(valid.map(({ field }) => field))].sort());
  expect([...independent.flat(), ...elsewhere].sort()).toEqual(Object.keys(parametersOf(eventTable)).sort());
});

test.each(independent.map((fields) => [fields.join(', '), fields] as const))('Accepted: %s', async (_, fields) => {
  const sideEffects = fields.flatMap((field) => sideEffectsOf[field] ?? []);
  await walkValid(app, kinds.events, columnsOf(valid, fields), sideEffects);
});

const texts = (field: string): InvalidCell[] =>
  [5, true, { a: 1 }, [['x']], 'a\u0000b', '\ud800'].map((sent) => ({ field, sent }));

const badDates = (field: string): InvalidCell[] =>
  [
    'foo',
    '2027-02-30 10:00:00',
    '2027-06-10 25:00:00',
    '2027-13-01',
    '0000-12-31',
    '10000-01-01 00:00:00',
    2 ** 53,
    -(2 ** 60),
    true,
    { year: 2027 },
    [['2027-06-10']],
    '2027-06-10\u0000',
    '\udc00',
  ].map((sent) => ({ field, sent }));

const invalid: InvalidCell[] = [
  ...texts('title'),
  ...['   ', '\u200b', '<b></b>'].map((sent) => ({ field: 'title', sent })),
  // Its normal form has two characters for each.
  ...['title', 'event_status_reason'].map((field) => ({ field, sent: '\u0958'.repeat(1500) })),
  { field: 'title', sent: '', onlyPlain: true },
  { field: 'title', sent: null, onlyUpdate: true, onlyPlain: true },
  ...(['start_date', 'end_date'] as const).flatMap((field) => [
    ...badDates(field),
    { field, sent: '' },
    { field, sent: '  ' },
    { field, sent: null, onlyUpdate: true },
  ]),
  { field: 'end_date', sent: '2027-06-10 09:59:59' },
  { field: 'end_date', sent: '9999-12-31 23:59:59' },
  ...[999, 0, -1, 1.5, 'abc', true, {}, [[3]], 2 ** 53, '9007199254740993'].map((sent) => ({ field: 'author', sent })),
  ...badDates('date'),
  ...badDates('date_utc'),
  { field: 'date_utc', sent: '2027-02-01 10:00:00', with: { date: '2027-02-01 10:00:00' } },
  ...texts('description'),
  ...texts('excerpt'),
  ...texts('slug'),
  ...['any', 'PUBLISH', 'auto-draft', 'inherit', '0', 1, true, ['draft'], {}].map((sent) => ({
    field: 'status',
    sent,
  })),
  ...['Mars/Base', 'UTC+99', 'UTCfoo', 'utc+2x', 5, true, {}, ['UTC'], 'UTC\u0000'].map((sent) => ({
    field: 'timezone',
    sent,
  })),
  ...['all_day', ...switches].flatMap((field) =>
    ['yes', 'on', 'maybe', 2, {}, [[true]], [true]].map((sent) => ({ field, sent })),
  ),
  ...[true, {}, [[1]], [{ a: 1 }], 'a\u0000', '\ud800', ['\udfff']].map((sent) => ({ field: 'cost', sent })),
  ...[Array(101).fill('1'), Array(101).fill(1), Array(100).fill(12_345_678_901)].map((sent) => ({
    field: 'cost',
    sent,
  })),
  ...[
    'example.com',
    'ftp://x.y',
    'javascript:alert(1)',
    'mailto:a@b.c',
    'https://a b.example',
    'https://',
    5,
    true,
    {},
    ['https://x.example'],
    'https://x.example/\u0000',
  ].map((sent) => ({ field: 'website', sent })),
  ...(['categories', 'tags'] as const).flatMap((field) =>
    [
      999_999,
      [999_999],
      '999999',
      [[1]],
      { a: 999_999 },
      { a: [1] },
      true,
      2 ** 53,
      ['x\u0000'],
      ['\ud800'],
      [1.5],
    ].map((sent) => ({
      field,
      sent,
    })),
  ),
  ...(['venue', 'organizer'] as const).flatMap((field) =>
    [999_999, [999_999], 'nowhere', [[1]], {}, { city: 'x' }, { id: 999_999 }, -1, 2 ** 53, 1.5, true].map((sent) => ({
      field,
      sent,
    })),
  ),
  ...[{ venue: '' }, { venue: 'x', website: 'nope' }, { venue: 'x\u0000' }].map((sent) => ({ field: 'venue', sent })),
  ...[{ organizer: ' ' }, { organizer: 'x', email: 'nope' }].map((sent) => ({ field: 'organizer', sent })),
  // The stored text is longer, and could not be sent back.
  ...(['description', 'excerpt'] as const).flatMap((field) =>
    ['x', '&', 'x\n'].map((text) => ({ field, sent: text.repeat(200_000 / text.length) })),
  ),
  ...texts('password'),
  ...[
    'x',
    5,
    true,
    [[]],
    {},
    [{ price: 5 }],
    [{ name: '' }],
    [{ name: 'A', price: -1 }],
    [{ name: 'A', price: 'lots' }],
    [{ name: 'A', currency: 'EURO' }],
    [{ name: 'A', url: 'foo' }],
    [{ name: 'A', available_from: 'never' }],
    [{ name: 'A', available_from: '2027-02-02', available_until: '2027-02-01' }],
    [{ name: 'A', sold_out: 'yes' }],
    [{ name: 'A\u0000' }],
  ].map((sent) => ({ field: 'tickets', sent })),
  ...[999_999, -1, 'abc', true, {}, [[1]], 1.5, 2 ** 53].map((sent) => ({ field: 'post_parent', sent })),
];

test('The longest texts can be read and sent back unchanged', async () => {
  const inside = 'x'.repeat(200_000 - '<p></p>'.length);
  const sent = { description: inside, excerpt: `${'&'.repeat(39_998)}xxx` };
  const { id, description, excerpt } = await make(app, 'events', { ...kinds.events.required(), ...sent });
  expect([description, excerpt]).toEqual([`<p>${inside}</p>`, `<p>${'&amp;'.repeat(39_998)}xxx</p>`]);
  const json = { description, excerpt };
  const reply = await app.request({ as: 'ed', method: 'PATCH', path: `/events/${id}`, json });
  expect(reply).toMatchObject({ status: 200, body: json });
});

describe('invalid values', () => {
  const apart = [
    ['end_date', 'date_utc', 'status'],
    ['timezone', 'all_day'],
  ];
  const others = [...new Set(invalid.map(({ field }) => field))].filter((field) => !apart.flat().includes(field));
  test.each([others, ...apart].map((fields) => [fields.join(', '), fields] as const))('%s', async (_, fields) => {
    await walkInvalid(app, kinds.events, columnsOf(invalid, fields), record);
  });

  test('All invalid parameters are reported together', async () => {
    const json = {
      ...kinds.events.required(),
      all_day: 'maybe',
      website: 'nope',
      venue: 999_999,
      author: 'x',
      tags: { nested: [1] },
    };
    const reply = await app.request({ as: 'ed', method: 'POST', path: '/events', json });
    expectInvalid(reply, ['all_day', 'author', 'tags', 'venue', 'website'], 'together');
  });

  test.each([
    [{ start_date: 'garbage', end_date: '2020-01-01' }, ['start_date']],
    [{ start_date: '2040-01-01', end_date: 'garbage' }, ['end_date']],
    [{ timezone: 'No/Where', start_date: '2027-06-10T10:00:00Z', end_date: '2027-06-10 05:30:00' }, ['timezone']],
    [{ timezone: 'No/Where', start_date: '2027-06-10 12:00', end_date: '2027-06-10 09:00' }, ['timezone', 'end_date']],
    [{ all_day: 'maybe', start_date: '2027-06-10 12:00:00', end_date: '2027-06-10 09:00:00' }, ['all_day']],
    [{ all_day: 'maybe', start_date: '2027-06-10 12:00:00', end_date: '2027-06-09 14:00:00' }, ['all_day', 'end_date']],
  ])('%j: an end is before the start where that is sure', async (sent, params) => {
    for (const [method, path, json] of [
      ['POST', '/events', { ...kinds.events.required(), ...sent }],
      ['PATCH', `/events/${record.id}`, sent],
    ] as const)
      expectInvalid(await app.request({ as: 'ed', method, path, json }), params, method);
  });

  test.each([
    [{}, ['title', 'start_date', 'end_date']],
    [{ title: null, start_date: '2027-01-01', all_day: 'maybe' }, ['title', 'end_date']],
  ])('A create without all required fields reports %j as missing', async (json, params) => {
    const reply = await app.request({ as: 'ed', method: 'POST', path: '/events', json });
    expect(reply).toMatchObject({ status: 400, body: { code: 'rest_missing_callback_param', data: { params } } });
  });
});
