// Specification 2.2 and 2.3: every field of venues and organizers, with coordinates.
import { beforeAll, describe, expect, test } from 'vitest';
import {
  type Body,
  columnsOf,
  expectInvalid,
  type InvalidCell,
  kinds,
  languageSelections,
  make,
  readFor,
  snapshot,
  updateRoutes,
  type ValidCell,
  walkInvalid,
  walkValid,
  withSelection,
} from '../../support/field-table.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';

let app: TestApp;
const records: Record<string, { id: number; slug: string }> = {};
beforeAll(async () => {
  app = await startTestApp();
  for (const kind of ['venues', 'organizers'] as const) records[kind] = await make(app, kind, kinds[kind].required());
});

const lines = ['address', 'city', 'country', 'province', 'state', 'zip', 'phone', 'stateprovince'];
const maps = ['show_map', 'show_map_link'];

const named = (field: string): ValidCell[] => [
  { field, sent: 'Old Hall' },
  { field, sent: ' Old "Hall" & <i>friends</i> ', shown: 'Old "Hall" & friends' },
  { field, sent: '0' },
  { field, sent: 'Σάλα 日本 🎉' },
];
const shared: ValidCell[] = [
  { field: 'author', sent: 3 },
  { field: 'author', sent: '3', shown: 3 },
  { field: 'date', sent: '2027-02-01 10:00:00' },
  { field: 'date', sent: '2027-02-01 10:00:00', under: 'date_utc', shown: '2027-02-01 15:00:00' },
  { field: 'date', sent: 1_800_000_000.5, under: 'date_utc', shown: '2027-01-15 08:00:00' },
  { field: 'date', sent: 1_800_000_000, under: 'date_utc', shown: '2027-01-15 08:00:00' },
  { field: 'date_utc', sent: '2027-02-01 10:00:00' },
  { field: 'date_utc', sent: '2027-02-01T10:00:00+02:00', under: 'date', shown: '2027-02-01 03:00:00' },
  { field: 'description', sent: 'One\n\nTwo', shown: '<p>One</p>\n<p>Two</p>' },
  { field: 'description', sent: '<p onclick="x()">safe</p>', shown: '<p>safe</p>' },
  ...['publish', 'draft', 'pending', 'private', 'trash'].map((sent) => ({ field: 'status', sent })),
  { field: 'status', sent: 'publish', with: { date: '2027-09-01' }, shown: 'future' },
  { field: 'phone', sent: '+1 (555) 010' },
  { field: 'website', sent: 'https://x.example/a%20b?q=%C3%A9&r' },
  { field: 'slug', sent: 'Own Slug', shown: 'own-slug' },
];
const validOf: Record<'venues' | 'organizers', ValidCell[]> = {
  venues: [
    ...named('venue'),
    ...shared,
    ...lines.map((field) => ({ field, sent: `A  b\n<b>c</b> 5%20d ${field}`, shown: `A b c 5%20d ${field}` })),
    ...lines.map((field) => ({ field, sent: `Zürich ${field}` })),
    { field: 'state', sent: 'NY', under: 'stateprovince', shown: 'NY' },
    { field: 'province', sent: 'ON', with: { country: 'Canada' }, under: 'stateprovince', shown: 'ON' },
    ...maps.flatMap((field) => [
      ...[true, 'true', 1, '1', 'yes', 'ON', 'on'].map((sent) => ({ field, sent, shown: true })),
      ...[false, 'false', 0, '0', 'no', 'off'].map((sent) => ({ field, sent, shown: false })),
    ]),
    { field: 'geo_lat', sent: 40.7128, with: { geo_lng: -74.006 } },
    { field: 'geo_lat', sent: '-90', with: { geo_lng: 0 }, shown: -90 },
    { field: 'geo_lat', sent: 0, with: { geo_lng: 0 } },
    { field: 'geo_lng', sent: 180, with: { geo_lat: 90 } },
    { field: 'geo_lng', sent: '-7.25', with: { geo_lat: 1 }, shown: -7.25 },
  ],
  organizers: [
    ...named('organizer'),
    ...shared,
    { field: 'email', sent: 'a.b+c@x.example' },
    { field: 'email', sent: ' info@bücher.example ', shown: 'info@bücher.example' },
  ],
};
const sideEffectsOf: Readonly<Record<string, readonly string[]>> = {
  date: ['date_utc', 'status'],
  date_utc: ['date', 'status'],
  status: ['slug', 'date', 'date_utc'],
  state: ['stateprovince'],
  province: ['stateprovince'],
  geo_lat: ['geo_lng'],
  geo_lng: ['geo_lat'],
};

/** These depend on other fields or change the URL of the record; all others share requests. */
const apart: Record<'venues' | 'organizers', string[][]> = {
  venues: [['state', 'status'], ['province', 'geo_lat'], ['stateprovince', 'geo_lng', 'date_utc'], ['slug']],
  organizers: [['status'], ['date_utc'], ['slug']],
};

describe.each(['venues', 'organizers'] as const)('Fields of %s', (plural) => {
  const kind = kinds[plural];
  const all = new Set(validOf[plural].map(({ field }) => field));
  const others = [...all].filter((field) => !apart[plural].flat().includes(field));
  const groups = [others, ...apart[plural]].map((fields) => [fields.join(', '), fields] as const);
  test.each(groups)('%s are accepted and returned as stored', async (_, fields) => {
    const sideEffects = fields.flatMap((field) => sideEffectsOf[field] ?? []);
    await walkValid(app, kind, columnsOf(validOf[plural], fields), sideEffects);
  });
});

const texts = (field: string): InvalidCell[] =>
  [5, true, { a: 1 }, [['x']], ['x'], 'a\u0000b', '\ud800'].map((sent) => ({ field, sent }));
const badDates = (field: string): InvalidCell[] =>
  ['foo', '2027-02-30', '2027-01-01 25:00', '10000-01-01', true, {}, '2027.5', 2 ** 53, 'x\u0000'].map((sent) => ({
    field,
    sent,
  }));
const badName = (field: string): InvalidCell[] => [
  ...texts(field),
  ...['   ', '\u200b', '<i></i>'].map((sent) => ({ field, sent })),
  { field, sent: '', onlyPlain: true },
  { field, sent: null, onlyPlain: true, onlyUpdate: true },
];
const badShared: InvalidCell[] = [
  ...[999, 0, -1, 1.5, 'abc', true, {}, 2 ** 53].map((sent) => ({ field: 'author', sent })),
  ...badDates('date'),
  ...badDates('date_utc'),
  ...texts('description'),
  // The stored text is longer, and could not be sent back.
  ...['x', '&'].map((text) => ({ field: 'description', sent: text.repeat(200_000) })),
  ...texts('phone'),
  ...texts('slug'),
  ...['any', 'Draft', 'auto-draft', 1, true, ['draft'], {}].map((sent) => ({ field: 'status', sent })),
  ...['example.org', 'mailto:a@b.c', 'ftp://x.example', 'http://a b', 5, {}, 'https://x.example/\u0000'].map(
    (sent) => ({
      field: 'website',
      sent,
    }),
  ),
  { field: 'website', sent: `https://x.example/${'x'.repeat(2048)}` },
];
const invalidOf: Record<'venues' | 'organizers', InvalidCell[]> = {
  venues: [
    ...badName('venue'),
    ...badShared,
    ...lines.filter((field) => field !== 'phone').flatMap(texts),
    ...maps.flatMap((field) => ['maybe', 2, {}, [[1]], [true], 'true\u0000'].map((sent) => ({ field, sent }))),
    ...[90.5, -91, 'north', true, {}, [1], '1,5', '1e400'].map((sent) => ({
      field: 'geo_lat',
      sent,
      with: { geo_lng: 1 },
    })),
    ...[180.01, '-181', 'west', true, {}].map((sent) => ({ field: 'geo_lng', sent, with: { geo_lat: 1 } })),
  ],
  organizers: [
    ...badName('organizer'),
    ...badShared,
    ...['nope', 'a@', '@b.c', 'a b@c.d', 'a@b..c', 5, true, {}, ['a@b.c'], 'a@b.c\u0000'].map((sent) => ({
      field: 'email',
      sent,
    })),
  ],
};

describe.each(['venues', 'organizers'] as const)('Invalid values of %s', (plural) => {
  const kind = kinds[plural];
  // Each is refused only if the other is valid.
  const dependent = ['date_utc', 'geo_lng'];
  const fields = [...new Set(invalidOf[plural].map(({ field }) => field))];
  const others = fields.filter((field) => !dependent.includes(field));
  const groups = [others, fields.filter((field) => dependent.includes(field))];
  test.each(groups.map((group) => [group.join(', '), group] as const))(
    'Invalid values are refused: %s',
    async (_, group) => {
      const record = records[plural] as { id: number; slug: string };
      await walkInvalid(app, kind, columnsOf(invalidOf[plural], group), record);
    },
  );

  test('A venue or organizer without a name is refused', async () => {
    for (const json of [{}, { [kind.name]: null }, undefined]) {
      const reply = await app.request({ as: 'ed', method: 'POST', path: `/${plural}`, json });
      expect(reply).toMatchObject({
        status: 400,
        body: { code: 'rest_missing_callback_param', data: { params: [kind.name] } },
      });
    }
  });
});

test('Latitude without longitude is refused, and the other way round', async () => {
  const before = await snapshot(app);
  for (const half of [{ geo_lat: 1 }, { geo_lng: 1 }, { geo_lat: 1, geo_lng: null }]) {
    const create = await app.request<Body>({
      as: 'ed',
      method: 'POST',
      path: '/venues',
      json: { venue: 'Half', ...half },
    });
    expect(create).toMatchObject({ status: 400, body: { code: 'rest_invalid_param' } });
    const update = await app.request<Body>({
      as: 'ed',
      method: 'PATCH',
      path: `/venues/${records['venues']?.id}`,
      json: half,
    });
    expect(update).toMatchObject({ status: 400, body: { code: 'rest_invalid_param' } });
  }
  expect(await snapshot(app)).toEqual(before);
  const { id } = await make(app, 'venues', { venue: 'Whole', geo_lat: 1, geo_lng: 2 });
  const path = `/venues/${id}`;
  const patch = (json: unknown) => app.request<Body>({ as: 'ed', method: 'PATCH', path, json });
  expect(await patch({ geo_lat: 3 })).toMatchObject({ status: 200, body: { geo_lat: 3, geo_lng: 2 } });
  expectInvalid(await patch({ geo_lat: 95 }), ['geo_lat'], 'out of range');
  expect((await patch({ geo_lat: '' })).status).toBe(400);
  const bare = await patch({ geo_lat: null, geo_lng: '' });
  expect(bare.status).toBe(200);
  expect(bare.body).not.toHaveProperty('geo_lat');
  expect(bare.body).not.toHaveProperty('geo_lng');
});

const optional: Record<'venues' | 'organizers', string[]> = {
  venues: [
    'description',
    'website',
    'image',
    ...lines,
    ...maps,
    'geo_lat',
    'geo_lng',
    'slug',
    'status',
    'author',
    'date',
  ],
  organizers: ['description', 'website', 'image', 'phone', 'email', 'slug', 'status', 'author', 'date', 'date_utc'],
};

/** What responses show although it is empty. */
const shownEmpty: Record<'venues' | 'organizers', Readonly<Record<string, unknown>>> = {
  venues: { show_map: true, show_map_link: true },
  organizers: {},
};

describe.each(['venues', 'organizers'] as const)('Empty fields of %s', (plural) => {
  const kind = kinds[plural];
  test.each(languageSelections)('A venue or organizer is created from its name alone, %s', async (selection) => {
    app.clock.set('2027-03-01T12:00:00Z');
    for (const empty of [undefined, null, '']) {
      const given = empty === undefined ? {} : Object.fromEntries(optional[plural].map((name) => [name, empty]));
      const json = { ...kind.required(), ...given };
      const reply = await app.request<Body>(
        withSelection(selection, { as: 'ed', method: 'POST', path: `/${plural}`, json }),
      );
      expect(reply.status, JSON.stringify(reply.body)).toBe(201);
      expect(reply.body).toMatchObject({
        author: 2,
        status: 'publish',
        date: '2027-03-01 07:00:00',
        ...shownEmpty[plural],
      });
      for (const name of ['description', 'website', 'image', 'email', 'geo_lat', ...lines])
        expect(reply.body, name).not.toHaveProperty(name);
    }
  });

  const values: Record<string, string | boolean> = {
    description: 'words',
    website: 'https://x.example/',
    ...(plural === 'venues'
      ? { ...Object.fromEntries(lines.map((name) => [name, 'filled'])), show_map: false, show_map_link: false }
      : { phone: '5', email: 'a@x.example' }),
  };
  test.each(Object.keys(values))('%s is cleared', async (field) => {
    const routes = updateRoutes(kind, { id: 0, slug: 'x' }).length;
    for (const [index, empty] of [null, '', null, ''].entries()) {
      const record = await make(app, plural, { ...kind.required(), [field]: values[field] });
      expect(record[field]).toEqual(field === 'description' ? '<p>words</p>' : values[field]);
      const route = updateRoutes(kind, record)[(index + field.length) % routes]?.request;
      const selection = languageSelections[index % 3];
      const isText = field === 'description' || field === 'website';
      const reply = await app.request<Body>(
        withSelection(selection ?? 'plain', { as: 'ed', ...route, path: route?.path ?? '', json: { [field]: empty } }),
      );
      expect(reply.status, JSON.stringify(reply.body)).toBe(200);
      const after = (await readFor(app, kind, record.id)).body;
      const kept = isText && selection !== 'plain';
      if (kept) expect(after[field], field).toEqual(record[field]);
      else if (field in shownEmpty[plural]) expect(after[field], field).toEqual(shownEmpty[plural][field]);
      else expect(after, `${field}, ${selection}`).not.toHaveProperty(field);
    }
  });

  test('Fields that always have a value keep it when they are emptied', async () => {
    const json = {
      ...kind.required(),
      slug: `kept-${plural}`,
      status: 'draft',
      author: 3,
      date: '2027-01-02 03:04:05',
    };
    const record = await make(app, plural, json);
    for (const empty of [null, '']) {
      const sent = { slug: empty, status: empty, author: empty, date: empty, date_utc: empty };
      for (const { request } of updateRoutes(kind, record)) {
        const reply = await app.request<Body>({ as: 'ed', ...request, json: sent });
        expect(reply.status).toBe(200);
        for (const name of Object.keys(sent)) expect(reply.body[name], name).toEqual(record[name]);
      }
    }
  });

  test('An empty update of a venue or organizer changes nothing', async () => {
    const record = await make(app, plural, kind.required());
    app.clock.advance(60);
    for (const { request } of updateRoutes(kind, record))
      expect(await app.request({ as: 'ed', ...request, json: {} })).toMatchObject({ status: 200, body: record });
  });
});
