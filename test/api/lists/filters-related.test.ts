// Specification 4.3 to 4.6: every query parameter of the lists of venues, organizers, categories and tags.
import { beforeAll, describe, expect, test } from 'vitest';
import { type Body, behind, expectInvalid, kinds, languageSelections, make } from '../../support/field-table.ts';
import { someOf } from '../../support/runs.ts';
import { type Login, startTestApp, type TestApp } from '../../support/test-app.ts';

let app: TestApp;
const id: Record<string, number> = {};
/** `venues 5` is Hall; terms have ids of their own. */
const nameOf = new Map<string, string>();

beforeAll(async () => {
  app = await startTestApp();
  const remember = async (name: string, plural: string, json: object, as: Login = 'ed') => {
    app.clock.advance(1);
    const made = await make(app, plural, json, as);
    id[name] = made.id;
    nameOf.set(`${plural} ${made.id}`, name);
  };
  const event = (more: object) => ({ ...kinds.events.required(), ...more });
  await remember('Hall', 'venues', { venue: 'Grand Hall', city: 'Zürich', zip: '10001', geo_lat: 0, geo_lng: 179.9 });
  await remember('Park', 'venues', { venue: 'Park', description: 'grand trees', geo_lat: 0, geo_lng: -179.9 });
  await remember('Bare', 'venues', { venue: 'Bare', country: 'Nowhereland' });
  await remember('Own', 'venues', { venue: 'Own', status: 'draft' }, 'ann');
  await remember('Hidden', 'venues', { venue: 'Hidden', status: 'private' });
  await remember('Gone', 'venues', { venue: 'Gone', status: 'trash' });
  await remember('Ann', 'organizers', { organizer: 'Ann & Co', email: 'info@x.example', phone: '555 1' });
  await remember('Ben', 'organizers', { organizer: 'Ben', website: 'https://grand.example/' });
  await remember('Dora', 'organizers', { organizer: 'Dora', status: 'draft' });
  await remember('Art', 'categories', { name: 'Art', description: 'b-text' });
  await remember('Film', 'categories', { name: 'Film', parent: id['Art'], description: 'a-text' });
  await remember('Empty', 'categories', { name: 'Empty', slug: 'zzz' });
  await remember('loud', 'tags', { name: 'loud' });
  await remember('Soft', 'tags', { name: 'Soft' });
  await remember(
    'E1',
    'events',
    event({ venue: id['Hall'], organizer: id['Ann'], categories: ['Film'], tags: ['loud'] }),
  );
  await remember(
    'E2',
    'events',
    event({ venue: id['Park'], start_date: '2020-01-01', end_date: '2020-01-02', categories: ['Film', 'Art'] }),
  );
  await remember(
    'Draft',
    'events',
    event({ venue: id['Bare'], organizer: id['Ben'], status: 'draft', categories: ['Empty'] }),
  );
});

const filled = (query: string) => query.replace(/\{(\w+)\}/g, (_, name: string) => String(id[name]));
type Page = Body & { total: number; next_rest_url?: string };

async function listed(plural: string, query: string, as: Login | null, base: string): Promise<string> {
  const names: string[] = [];
  let path: string | undefined = `${base}?${filled(query)}&per_page=2`;
  while (path) {
    const reply: { status: number; headers: Record<string, string | undefined>; body: Page } = await app.request<Page>({
      as,
      path,
    });
    expect(reply.status, `${path} ${JSON.stringify(reply.body)}`).toBe(200);
    expect([reply.headers['x-tec-total'], reply.headers['x-tec-totalpages']]).toEqual([
      String(reply.body.total),
      String(Math.ceil(reply.body.total / 2)),
    ]);
    for (const item of reply.body[plural] as { id: number }[]) names.push(nameOf.get(`${plural} ${item.id}`) ?? '?');
    if (!reply.body.next_rest_url) expect(names, query).toHaveLength(reply.body.total);
    path = reply.body.next_rest_url;
  }
  return names.join(' ');
}

const cases: [plural: string, query: string, expected: string, as?: Login][] = [
  ['venues', '', 'Bare Park Hall'],
  ['venues', '', 'Own Bare Park Hall', 'ann'],
  ['venues', '', 'Hidden Own Bare Park Hall', 'ed'],
  ['venues', 'search=grand', 'Park Hall'],
  ['venues', 'search=HALL+zurich', 'Hall'],
  ['venues', 'search=10001', 'Hall'],
  ['venues', 'search=nowhereland', ''],
  ['venues', 'search=!!!', ''],
  ['venues', 'search="grand+hall"', 'Hall'],
  ['venues', 'search="hall+grand"', ''],
  ['venues', 'search="hall+zurich"', ''],
  ['venues', 'search=grand+-hall', 'Park'],
  ['venues', 'search=-grand', 'Bare'],
  ['venues', 'search=grand+-"grand+trees"', 'Hall'],
  ['venues', 'event={E1}', 'Hall'],
  ['venues', 'event={Draft}', 'Bare', 'ed'],
  ...['1', 'true', 'yes', 'on', 'YES'].map((yes): [string, string, string] => [
    'venues',
    `has_events=${yes}`,
    'Park Hall',
  ]),
  ...['0', 'false', 'no', 'off'].map((no): [string, string, string] => ['venues', `has_events=${no}`, 'Bare']),
  ['venues', 'has_events=1', 'Bare Park Hall', 'ed'],
  ['venues', 'only_with_upcoming=1', 'Hall'],
  ['venues', 'only_with_upcoming=1', 'Bare Hall', 'ed'],
  ['venues', 'only_with_upcoming=no', 'Bare Park Hall'],
  ['venues', 'status=publish', 'Bare Park Hall'],
  ['venues', 'status=draft,private', 'Hidden Own', 'ed'],
  ['venues', 'status[]=draft', 'Own', 'ann'],
  ['venues', 'status=any', 'Hidden Own Bare Park Hall', 'ed'],
  ['venues', 'status=trash', 'Gone', 'ed'],
  ['venues', 'status=trash&search=gone', 'Gone', 'ed'],
  ['venues', 'geoloc=1', 'Park Hall'],
  ['venues', 'geoloc=false', 'Bare'],
  ['venues', 'geoloc_lat=0&geoloc_lng=180', 'Park Hall'],
  ['venues', 'geoloc_lat=0&geoloc_lng=180&geoloc_radius=1', ''],
  ['venues', 'geoloc_lat=0&geoloc_lng=179.8&geoloc_radius=100&orderby=distance', 'Hall Park'],
  ['venues', 'orderby=title', 'Bare Hall Park'],
  ['venues', 'orderby=id&order=desc', 'Bare Park Hall'],
  ['venues', 'orderby=date&order=asc', 'Hall Park Bare'],
  ['venues', 'orderby=id&order=DESC', 'Bare Park Hall'],
  ['venues', 'search=grand&has_events=yes&only_with_upcoming=1', 'Hall'],
  ['venues', 'search=grand&event={E2}&geoloc=1', 'Park'],
  ['venues', 'exclude={Park},999999', 'Bare Hall'],
  ['venues', 'exclude={Park}&orderby=title', 'Bare Hall'],
  ['venues', 'author=3', ''],
  ['venues', 'author=3', 'Own', 'ann'],
  ['venues', 'author=2,3', 'Bare Park Hall'],
  ['organizers', 'exclude={Ben}&author=2', 'Ann'],
  ['organizers', '', 'Ben Ann'],
  ['organizers', 'search=info@x.example', 'Ann'],
  ['organizers', 'search=555', 'Ann'],
  ['organizers', 'search=x.example+-"555+1"', 'Ben'],
  ['organizers', 'search=-info@x.example', 'Ben'],
  ['organizers', 'search=grand', 'Ben'],
  ['organizers', 'event={E1}', 'Ann'],
  ['organizers', 'has_events=on', 'Ann'],
  ['organizers', 'has_events=off', 'Ben'],
  ['organizers', 'only_with_upcoming=true&search=ann&has_events=1', 'Ann'],
  ['organizers', 'status=draft', 'Dora', 'ed'],
  ['organizers', 'status=draft', '', 'con'],
  ['organizers', 'orderby=title&order=desc', 'Ben Ann'],
  ['organizers', 'orderby=title&order=Desc', 'Ben Ann'],
  ['categories', '', 'Art Film'],
  ...['0', 'false', 'FALSE'].map((no): [string, string, string] => [
    'categories',
    `hide_empty=${no}`,
    'Art Empty Film',
  ]),
  ...['1', 'true', 'True'].map((yes): [string, string, string] => ['categories', `hide_empty=${yes}`, 'Art Film']),
  ['categories', 'search=zz&hide_empty=0', 'Empty'],
  ['categories', 'search=IL', 'Film'],
  ['categories', 'search=text', ''],
  ['categories', 'include={Film},{Empty}&hide_empty=0', 'Empty Film'],
  ['categories', 'include[]={Film}&include[]={Art}&orderby=include', 'Film Art'],
  ['categories', 'exclude={Film}', 'Art'],
  ['categories', 'exclude={Film}&include={Film}', 'Film'],
  ['categories', 'order=desc', 'Film Art'],
  ['categories', 'order=DESC&hide_empty=0', 'Film Empty Art'],
  ['categories', 'orderby=slug&order=desc&hide_empty=0', 'Empty Film Art'],
  ['categories', 'orderby=id&order=desc', 'Film Art'],
  ['categories', 'orderby=count', 'Art Film'],
  ['categories', 'orderby=description', 'Film Art'],
  ['categories', 'parent={Art}', 'Film'],
  ['categories', 'parent={Film}', ''],
  ['categories', 'post={E2}', 'Art Film'],
  ['categories', 'event={E1}&post={E2}', 'Film'],
  ['categories', 'event={Draft}', 'Empty', 'ed'],
  ['categories', 'slug=film', 'Film'],
  ['categories', 'slug=film,art', ''],
  ['categories', 'parent={Art}&search=film&order=desc', 'Film'],
  ['categories', 'page=1&post={E2}&exclude={Art}&hide_empty=0', 'Film'],
  ['tags', '', 'loud'],
  ['tags', 'hide_empty=0', 'loud Soft'],
  ['tags', 'hide_empty=0&order=desc', 'Soft loud'],
  ['tags', 'event={E1}', 'loud'],
  ['tags', 'event={E2}', ''],
  ['tags', 'slug=soft&hide_empty=0', 'Soft'],
  ['tags', 'include={Soft},{loud}&hide_empty=0&orderby=include', 'Soft loud'],
  ['tags', 'hide_empty=0&orderby=include&order=desc', 'Soft loud'],
  ['tags', 'search=o&hide_empty=false&exclude={loud}', 'Soft'],
];

describe.each(languageSelections)('with the language selected by: %s', (selection) => {
  const more = selection === 'parameter' ? '&i18n_language=fr' : '';
  test.each(someOf(cases, languageSelections.indexOf(selection)))(
    'The list %s?%s has %s (%s)',
    async (plural, query, expected, as) => {
      const base = selection === 'segment' ? behind('fr', `/${plural}`) : `/${plural}`;
      expect(await listed(plural, query + more, as ?? null, base)).toBe(expected);
    },
  );
});

const paging: Record<string, string[]> = {
  page: ['0', '-1', 'x', '1.5', ''],
  per_page: ['0', 'x', '', '2.5', '9007199254740993'],
};
const related: Record<string, string[]> = {
  ...paging,
  search: ['', '%20', '%00'],
  event: ['', '0', 'x', '999999', '{Hall}', '{Draft}', '1.5'],
  exclude: ['', '0', 'x'],
  author: ['', '0', 'ann'],
  has_events: ['maybe', '2', ''],
  only_with_upcoming: ['maybe', '2', ''],
  status: ['', 'draft', 'trash', 'nope', 'publish,draft', 'PUBLISH'],
  orderby: ['', 'start_date', 'nope', 'name'],
  order: ['', 'up'],
};
const terms: Record<string, string[]> = {
  ...paging,
  search: ['', '%00'],
  exclude: ['', '999999', 'x', '9007199254740993'],
  include: ['', '999999', 'art', '0', '9007199254740993'],
  order: ['', 'up', 'random'],
  orderby: ['', 'nope', 'id,name', 'NAME;drop'],
  hide_empty: ['', 'no', 'maybe', '2'],
  post: ['', '0', 'x', '999999', '{Draft}', '{Hall}'],
  event: ['', '0', '999999', '{Draft}', '{Hall}'],
  slug: ['', '%00'],
};
const bad: Record<string, Record<string, string[]>> = {
  venues: { ...related, geoloc: ['', 'x'], geoloc_radius: ['501', '-1', 'x'] },
  organizers: related,
  categories: { ...terms, parent: ['', '0', 'x', '999999', '{loud}', '1,2'] },
  tags: terms,
};

describe.each(Object.entries(bad))('Invalid parameters of the list of %s', (plural, parameters) => {
  test.each(Object.entries(parameters))('%s is refused: %j', async (name, values) => {
    const other = name === 'order' ? ['orderby', 'nope'] : ['order', 'sideways'];
    const point = name === 'geoloc_radius' ? '&geoloc_lat=1&geoloc_lng=1' : '';
    for (const value of values) {
      for (const base of [`/${plural}`, behind('fr', `/${plural}`)]) {
        const query = `${base}?${name}=${filled(value)}${point}`;
        expectInvalid(await app.request<Body>({ path: query }), [name], query);
        const third = name === 'page' ? 'per_page' : 'page';
        const all = await app.request<Body>({ path: `${query}&${other.join('=')}&${third}=x` });
        const { params } = (all.body['data'] ?? {}) as { params?: Body };
        expect(Object.keys(params ?? {}), query).toEqual(expect.arrayContaining([other[0], third]));
      }
    }
  });

  test('Links to other pages keep every filter', async () => {
    const query = filled(
      bad[plural] === terms || plural === 'categories' || plural === 'tags'
        ? 'search=o&hide_empty=0&order=desc&orderby=slug&exclude={none}'.replace('&exclude={none}', '')
        : 'search=a+%26+b&has_events=yes&only_with_upcoming=1&status=publish&event={E1}&orderby=title&order=desc',
    );
    const { body } = await app.request<{ rest_url: string }>({
      path: `${behind('de', `/${plural}`)}?${query}&per_page=3&page=1`,
    });
    const link = new URL(body.rest_url);
    expect(link.pathname).toBe(`/de/wp-json/calendar/events/v1/${plural}/`);
    for (const [name, value] of new URLSearchParams(query)) expect(link.searchParams.get(name), name).toBe(value);
    expect((await app.request({ path: body.rest_url })).status).toBe(200);
  });

  if (bad[plural]?.['post'])
    test('An invalid `post` is reported even if `event` is sent as well', async () => {
      for (const post of ['999999', '{Draft}', '{Hall}']) {
        const both = `/${plural}?event={E1}&post=${post}`;
        expectInvalid(await app.request<Body>({ path: filled(both) }), ['post'], both);
        const neither = `/${plural}?event=999999&post=${post}`;
        expectInvalid(await app.request<Body>({ path: filled(neither) }), ['event', 'post'], neither);
      }
    });

  test('A page past the end is 404 for venues and organizers, and empty for terms', async () => {
    const reply = await app.request<Body>({ path: `/${plural}?page=9` });
    if (plural === 'venues' || plural === 'organizers')
      expect(reply).toMatchObject({ status: 404, body: { code: `${plural.slice(0, -1)}-archive-page-not-found` } });
    else expect(reply).toMatchObject({ status: 200, body: { [plural]: [] } });
  });
});
