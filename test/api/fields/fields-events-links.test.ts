// Relations of events: terms, venues, organizers, a parent; and the password (2.1; D16, D24 to D27, D47).
import { beforeAll, describe, expect, test } from 'vitest';
import {
  type Body,
  expectInvalid,
  kinds,
  languageSelections,
  make,
  snapshot,
  type ValidCell,
  valueAt,
  walkInvalid,
  walkValid,
  withSelection,
} from '../../support/field-table.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';

let app: TestApp;
const id: Record<string, number> = {};
let record: { id: number; slug: string };
beforeAll(async () => {
  app = await startTestApp();
  for (const name of ['Art', 'Jazz']) id[name] = (await make(app, 'categories', { name })).id;
  for (const name of ['loud', 'soft']) id[name] = (await make(app, 'tags', { name })).id;
  for (const venue of ['Hall', 'Park']) id[venue] = (await make(app, 'venues', { venue, city: 'Town' })).id;
  for (const organizer of ['Ann', 'Ben']) id[organizer] = (await make(app, 'organizers', { organizer })).id;
  for (const title of ['Parent', 'Child', 'Grandchild']) {
    id[title] = (await make(app, 'events', { ...kinds.events.required(), title })).id;
  }
  record = await make(app, 'events', kinds.events.required());
});

const names = (field: string, ...shown: unknown[]) => ({ field, under: `${field}.*.name`, shown });

type Cells = () => ValidCell[];
const accepted: Cells[] = [
  () => [
    { ...names('categories', 'Art'), sent: id['Art'] },
    { ...names('categories', 'Art'), sent: String(id['Art']) },
    { ...names('categories', 'Art', 'Jazz'), sent: `${id['Jazz']}, ${id['Art']}` },
    { ...names('categories', 'Art', 'Jazz'), sent: [id['Jazz'], 'art', 'ART'] },
    { ...names('categories', 'Art', 'Brand new'), sent: ['Art', 'Brand new'] },
    { ...names('categories', 'Brand new'), sent: 'brand-new' },
    { ...names('categories', 'Art'), sent: [String(id['Art']), id['Art']] },
    { ...names('categories', 'Art'), sent: { id: id['Art'] } },
    { ...names('categories', 'Art', 'Jazz'), sent: { a: 'Jazz', b: String(id['Art']) } },
  ],
  () => [
    { ...names('tags', 'loud'), sent: id['loud'] },
    { ...names('tags', 'loud', 'soft'), sent: [id['loud'], String(id['soft'])] },
    { ...names('tags', 'loud', 'soft'), sent: 'loud,soft' },
    { ...names('tags', 'loud', 'warm & dry'), sent: ['LOUD', 'warm & dry'] },
    { ...names('tags'), sent: {} },
    { ...names('tags'), sent: false },
  ],
  () => [
    { field: 'venue', sent: id['Hall'], under: 'venue.id', shown: id['Hall'] },
    { field: 'venue', sent: String(id['Hall']), under: 'venue.id', shown: id['Hall'] },
    { field: 'venue', sent: [id['Hall']], under: 'venue.id', shown: id['Hall'] },
    { field: 'venue', sent: { id: id['Hall'], venue: 'Ignored' }, under: 'venue.venue', shown: 'Hall' },
    { field: 'venue', sent: { venue: 'Park', city: 'Town' }, under: 'venue.id', shown: id['Park'] },
    { field: 'venue', sent: { venue: 'New place', zip: '1%20' }, under: 'venue.zip', shown: '1%20' },
    { field: 'venue', sent: { 1: id['Park'], 3: id['Hall'] }, under: 'venue.*.id', shown: [id['Park'], id['Hall']] },
    { field: 'venue', sent: `${id['Park']},${id['Hall']}`, under: 'venue.*.id', shown: [id['Park'], id['Hall']] },
    {
      field: 'venue',
      sent: [{ id: id['Park'] }, String(id['Hall']), { venue: 'Third' }, id['Park']],
      under: 'venue.*.venue',
      shown: ['Park', 'Hall', 'Third'],
    },
  ],
  () => [
    { field: 'organizer', sent: id['Ann'], under: 'organizer.*.id', shown: [id['Ann']] },
    { field: 'organizer', sent: `${id['Ben']}`, under: 'organizer.*.id', shown: [id['Ben']] },
    { field: 'organizer', sent: `${id['Ben']},${id['Ann']}`, under: 'organizer.*.organizer', shown: ['Ben', 'Ann'] },
    {
      field: 'organizer',
      sent: [id['Ben'], { id: id['Ann'] }],
      under: 'organizer.*.organizer',
      shown: ['Ben', 'Ann'],
    },
    {
      field: 'organizer',
      sent: { organizer: 'Carl', email: 'c@x.example' },
      under: 'organizer.*.email',
      shown: ['c@x.example'],
    },
    { field: 'organizer', sent: { 2: { organizer: 'Ann' } }, under: 'organizer.*.id', shown: [id['Ann']] },
    { field: 'organizer', sent: [{ organizer: 'Ann' }], under: 'organizer.*.id', shown: [id['Ann']] },
  ],
  () => [
    { field: 'post_parent', sent: id['Parent'] },
    { field: 'post_parent', sent: String(id['Parent']), shown: id['Parent'] },
  ],
];

test('Every way to name a related record is accepted', async () => {
  const columns = accepted.map((cells) => cells());
  await walkValid(app, kinds.events, columns, []);
});

test('A form links the same records as JSON does', async () => {
  const form = {
    title: 'Form',
    start_date: '2027-06-10 10:00',
    end_date: '2027-06-10 11:00',
    sticky: 'true',
    cost: '5',
  };
  const more = `venue=${id['Park']}&organizer[]=${id['Ann']}&organizer[]=${id['Ben']}&categories=art&tags[]=loud`;
  const reply = await app.request({ as: 'ed', method: 'POST', path: '/events', query: more, form });
  expect(reply.status).toBe(201);
  expect(reply.body).toMatchObject({ sticky: true, cost: '$5', venue: { id: id['Park'] }, organizer: [{}, {}] });
  expect(valueAt(reply.body, 'tags.*.name')).toEqual(['loud']);
});

test.each([
  ['cost=20&cost=30', '$20 – $30'],
  ['cost[]=20&cost[]=30', '$20 – $30'],
  ['cost=10%20EUR&cost=12,50%20EUR', '10EUR – 12,50EUR'],
  ['cost=&cost=5', '$5'],
  ['cost=<b>Kids</b>&cost=%E2%82%AC5', 'Kids, €5'],
])('%s of a form is a list of prices', async (fields, cost) => {
  const required = 'title=Form&start_date=2027-06-10+10:00&end_date=2027-06-10+11:00';
  const send = (payload: string) =>
    app.app.inject({
      method: 'POST',
      url: '/wp-json/calendar/events/v1/events',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        authorization: `Basic ${Buffer.from(`ed:${app.passwords.ed}`).toString('base64')}`,
      },
      payload,
    });
  const reply = await send(`${required}&${fields}`);
  expect(reply.statusCode, reply.body).toBe(201);
  expect(reply.json()).toMatchObject({ cost });
  const tooMany = await send(`${required}&${'cost=1&'.repeat(101)}`);
  expect(tooMany.json()).toMatchObject({ code: 'rest_invalid_param', data: { params: { cost: expect.any(String) } } });
});

test('Nested keys of a form describe a new venue', async () => {
  const query = 'venue[venue]=Formed&venue[city]=Town&organizer[0][organizer]=Formed';
  const json = kinds.events.required();
  const reply = await app.request<Body>({ as: 'ed', method: 'POST', path: '/events', query, json });
  expect(reply).toMatchObject({ status: 201, body: { venue: { venue: 'Formed', city: 'Town' } } });
  expect(valueAt(reply.body, 'organizer.*.organizer')).toEqual(['Formed']);
});

describe('ids of other kinds', () => {
  const wrongKinds = {
    categories: ['loud'],
    tags: ['Art'],
    venue: ['Ann', 'Parent'],
    organizer: ['Hall', 'Parent'],
    post_parent: ['Hall'],
    author: ['Grandchild'],
  };
  test('Each field of related records refuses ids of other kinds, and objects with such ids', async () => {
    const columns = Object.entries(wrongKinds).map(([field, named]) => {
      const ids = named.map((name) => id[name]);
      const isOfObjects = field === 'venue' || field === 'organizer';
      return [...ids, ...(isOfObjects ? ids.map((one) => ({ id: one })) : [])].map((sent) => ({ field, sent }));
    });
    await walkInvalid(app, kinds.events, columns, record);
  });
});

test('Invalid fields of a new venue or organizer are named with what is wrong with them', async () => {
  const refused = async (json: object) =>
    (
      await app.request<Body>({
        as: 'ed',
        method: 'POST',
        path: '/events',
        json: { ...kinds.events.required(), ...json },
      })
    ).body;
  const twice = { venue: { venue: 'Unmade', website: 'nothing', zip: 5 }, organizer: [{ email: 'a@example.org' }] };
  expect(valueAt(await refused(twice), 'data.params')).toEqual({
    venue:
      'has invalid fields: website (must be a URL that starts with http:// or https:// and contains no spaces), zip (must be text)',
    organizer: 'has invalid fields: organizer (is required)',
  });
  const french = await refused({ venue: { venue: 'Unmade', zip: 5 }, i18n_language: 'fr' });
  expect(valueAt(french, 'data.params.venue')).toMatch(/ zip \(doit être du texte\)$/);
});

test('One invalid reference refuses the whole list, and nothing else is created', async () => {
  const before = await snapshot(app);
  const json = {
    ...kinds.events.required(),
    categories: ['Unmade', 999_999],
    venue: [{ venue: 'Unmade' }, { id: 999_999 }],
    organizer: [{ organizer: 'Unmade' }, { organizer: '' }],
  };
  expectInvalid(
    await app.request({ as: 'ed', method: 'POST', path: '/events', json }),
    ['categories', 'organizer', 'venue'],
    'create',
  );
  expectInvalid(
    await app.request({ as: 'ed', method: 'PATCH', path: `/events/${record.id}`, json: { ...json, title: 'x' } }),
    ['categories', 'organizer', 'venue'],
    'update',
  );
  expect(await snapshot(app)).toEqual(before);
});

describe.each(['categories', 'tags'] as const)('%s: a new term that is named twice', (field) => {
  test.each([
    [['Zed One', 'zed-one', 'ZED ONE'], ['Zed One']],
    [['zed-two', 'Zed Two'], ['zed-two']],
    [['Älpha', 'alpha'], ['Älpha']],
    [['dup', 'Dup', 'DUP'], ['dup']],
    [
      ['夏祭り', 'One', '夏祭り', 'one!', '!!', '??'],
      ['!!', '??', 'One', '夏祭り'],
    ],
  ])('The names %j create no duplicates', async (sent, shown) => {
    for (const [way, value] of [
      ['list', sent],
      ['text', sent.join(', ')],
    ] as const) {
      const own = await startTestApp();
      const made = await make(own, 'events', { ...kinds.events.required(), [field]: value });
      expect(new Set(valueAt(made, `${field}.*.name`) as string[]), way).toEqual(new Set(shown));
      const { body } = await own.request({ path: `/${field}` });
      expect(body['total'], way).toBe(shown.length);
    }
  });

  test('An update creates a new term once, in whichever ways it is spelled', async () => {
    const json = { [field]: ['Later One', 'later-one', 'later one'] };
    const reply = await app.request<Body>({ as: 'ed', method: 'PATCH', path: `/events/${record.id}`, json });
    expect(reply.status).toBe(200);
    expect(reply.body[field]).toMatchObject([{ name: 'Later One', slug: 'later-one' }]);
  });
});

describe.each([
  ['categories', ['KALT', 'Kalt', 'kält', 'kalt']],
  ['tags', ['Kält', 'Kalt']],
] as const)('%s: names that differ by case or accents', (field, spellings) => {
  const named = async (name: string, language: string) => {
    const json = { ...kinds.events.required(), [field]: [name] };
    const { body } = await app.request<Body>({
      as: 'admin',
      method: 'POST',
      path: `/events?i18n_language=${language}`,
      json,
    });
    return (body[field] as Body[]).map(({ id }) => id);
  };

  test('Each exact spelling selects its term, any other spelling the oldest', async () => {
    const ids: number[] = [];
    for (const name of spellings) ids.push((await make(app, field, { name })).id);
    for (const language of ['en', 'fr'])
      for (const [index, name] of spellings.entries()) expect(await named(name, language), name).toEqual([ids[index]]);
    expect(await named('kÂlt', 'en')).toEqual([ids[0]]);
  });

  test('A term in the language takes precedence over one with the same spelling in another', async () => {
    const path = `/${field}/${(await make(app, field, { name: `Other ${field}` })).id}?i18n_language=de`;
    await app.request({ as: 'admin', method: 'PATCH', path, json: { name: 'WÄRM' } });
    const { id: english } = await make(app, field, { name: 'Warm' });
    const [german] = await named('Warm', 'de');
    expect(german).not.toBe(english);
    expect(await named('Warm', 'en')).toEqual([english]);
  });
});

describe.each(['categories', 'tags'] as const)('%s: names with a common beginning', (field) => {
  // Longer than their slugs, which differ only by a number.
  const festival = (year: number) => `Международен фестивал на камерната музика ${year}`;

  test.each([
    ['one by one', [[festival(2026)], [festival(2027)]]],
    ['at once', [[festival(2026), festival(2027)]]],
  ])('Names with a common beginning are different terms: %s', async (_, writes) => {
    const own = await startTestApp();
    for (const sent of writes) {
      const made = await make(own, 'events', { ...kinds.events.required(), [field]: sent });
      expect(valueAt(made, `${field}.*.name`)).toEqual(sent);
    }
    const { body } = await own.request({ path: `/${field}` });
    expect(body['total']).toBe(2);
  });

  test('Terms of an event can be named by their slugs', async () => {
    const own = await startTestApp();
    for (const year of [2026, 2027]) await make(own, field, { name: festival(year) });
    const terms = (await own.request<Body>({ path: `/${field}`, query: { hide_empty: false } })).body[field] as Body[];
    for (const { name, slug } of terms) {
      for (const sent of [slug, decodeURIComponent(slug as string)]) {
        const made = await make(own, 'events', { ...kinds.events.required(), [field]: [sent] });
        expect(valueAt(made, `${field}.*.name`)).toEqual([name]);
      }
    }
  });

  test('Names of terms may have 200 characters, and no more even where such a term exists', async () => {
    await make(app, 'events', { ...kinds.events.required(), [field]: ['x'.repeat(200)] });
    const json = { ...kinds.events.required(), [field]: ['x'.repeat(201)] };
    expectInvalid(
      await app.request({ as: 'ed', method: 'POST', path: '/events', json }),
      [field],
      'a name of 201 characters',
    );
  });
});

test('Structured data contains the URL that a venue or an organizer shows', async () => {
  const event = await make(app, 'events', {
    ...kinds.events.required(),
    venue: [id['Hall'], { venue: 'Planned hall', status: 'draft' }],
    organizer: [{ organizer: 'Planned choir', status: 'pending' }, id['Ann']],
  });
  const { body } = await app.request<Body>({ as: 'ed', path: `/events/${event.id}` });
  const urls = (field: string) => valueAt(body, `${field}.*.url`);
  expect(urls('venue')).toEqual([expect.stringMatching(/\/venue\/hall\/$/), expect.stringMatching(/\/\?p=\d+$/)]);
  expect(urls('json_ld.location')).toEqual(urls('venue'));
  expect(urls('json_ld.organizer')).toEqual(urls('organizer'));
});

describe('a parent', () => {
  const setParent = (child: string, post_parent: unknown) =>
    app.request<Body>({ as: 'ed', method: 'PATCH', path: `/events/${id[child]}`, json: { post_parent } });
  test('The parent of an event is neither a descendant nor the event itself', async () => {
    expect((await setParent('Child', id['Parent'])).status).toBe(200);
    expect((await setParent('Grandchild', id['Child'])).status).toBe(200);
    for (const bad of ['Parent', 'Child', 'Grandchild'])
      expectInvalid(await setParent('Parent', id[bad]), ['post_parent'], bad);
    expect(await setParent('Child', 0)).toMatchObject({ status: 200, body: { post_parent: 0 } });
  });
  test('A parent that the caller may not read counts as unknown', async () => {
    const draft = await make(app, 'events', { ...kinds.events.required(), status: 'draft' });
    const json = { ...kinds.events.required(), post_parent: draft.id };
    expectInvalid(await app.request({ as: 'ann', method: 'POST', path: '/events', json }), ['post_parent'], 'ann');
  });
});

describe.each(languageSelections)('password, %s', (selection) => {
  const send = (request: Parameters<typeof withSelection>[1]) => app.request<Body>(withSelection(selection, request));
  test('The password of an event is required, can be changed and removed, and never appears in replies', async () => {
    const json = { ...kinds.events.required(), description: 'hidden-marker', password: 'open sesame' };
    const made = await send({ as: 'ed', method: 'POST', path: '/events', json });
    expect(made.status).toBe(201);
    expect(JSON.stringify(made.body)).not.toContain('sesame');
    const path = `/events/${made.body['id']}`;
    const status = async (password: string) => (await send({ path: `${path}?password=${password}` })).status;
    expect(await send({ path })).toMatchObject({ status: 403, body: { code: 'event-password-protected' } });
    expect([await status('open+sesame'), await status('Open+sesame'), await status('x'), await status('')]).toEqual([
      200, 403, 403, 403,
    ]);
    expect((await send({ as: 'ed', path })).status).toBe(200);
    await send({ as: 'ed', method: 'PUT', path, json: { title: 'Other title' } });
    expect(await status('open+sesame')).toBe(200);
    await send({ as: 'ed', method: 'PUT', path, json: { password: 'other' } });
    expect([await status('open+sesame'), await status('other')]).toEqual([403, 200]);
    const open = await send({ as: 'ed', method: 'PATCH', path, json: { password: selection === 'plain' ? null : '' } });
    expect(open.status).toBe(200);
    expect(await send({ path })).toMatchObject({ status: 200, body: { description: '<p>hidden-marker</p>' } });
  });
});
