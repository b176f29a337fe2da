// The eight languages of texts: selection, fallback, writing and deleting translations, search, sorting (D57 to D61).
import { beforeAll, describe, expect, test } from 'vitest';
import {
  type Body,
  behind,
  kinds,
  languageSelections,
  make,
  unique,
  withSelection,
} from '../../support/field-table.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});

const get = (path: string) => app.request<Body>({ path });
const patch = (path: string, json: unknown, language: string) =>
  app.request<Body>({ as: 'ed', method: 'PATCH', path: `${path}?i18n_language=${language}`, json });

const all = Object.values(kinds);
const codes = ['bg', 'zh-hans', 'en', 'fr', 'de', 'ja', 'pt-br', 'es'];

describe.each(all)('$plural', (kind) => {
  const { name, plural } = kind;
  const texts = (language: string): Record<string, string> => ({
    [name]: `${language} ${unique('name')}`,
    description: `${language} words`,
  });

  // All kinds have the same languages but different paths.
  test.each(plural === 'events' ? codes : ['zh-hans', 'en', 'fr'])(
    'A record is read in %s, however the language is chosen',
    async (code) => {
      const first: Body = { ...kind.required(), ...texts('original') };
      const { id } = await make(app, plural, first);
      const path = `/${plural}/${id}`;
      const own = texts(code);
      const ways = [
        `${path}?i18n_language=${code}`,
        `${path}?i18n_language=${code.toUpperCase()}`,
        behind(code, path),
        `${behind('fr', path)}?i18n_language=${code}`,
      ];
      const written = await app.request<Body>({ as: 'ed', method: 'PUT', path, json: { ...own, i18n_language: code } });
      expect(written).toMatchObject({ status: 200, body: { [name]: own[name], language: code } });
      for (const way of ways) {
        const { status, headers, body } = await get(way);
        expect(status, way).toBe(200);
        expect(body, way).toMatchObject({
          [name]: own[name],
          language: code,
          translations: [...new Set(['en', code])].sort(),
        });
        expect(String(body['description'])).toContain(`${code} words`);
        expect(headers['content-language'], way).toBe(code);
      }
      const plain = await get(path);
      if (code !== 'en') {
        expect(plain).toMatchObject({
          headers: { 'content-language': 'en' },
          body: { [name]: first[name], language: 'en' },
        });
        expect((await get(behind(code, path))).body['url']).toMatch(new RegExp(`^http://calendar\\.example/${code}/`));
      }
      expect(plain.body['url']).not.toMatch(/\/(fr|de)\//);
      for (const empty of [`${path}?i18n_language=`, path]) expect((await get(empty)).body['language']).toBe('en');
    },
  );

  test("Missing texts of a translation are the original's, field by field", async () => {
    const { id } = await make(app, plural, { ...kind.required(), ...texts('original') });
    const path = `/${plural}/${id}`;
    await patch(path, { description: 'seulement' }, 'fr');
    const french = await get(behind('fr', path));
    expect(String(french.body[name])).toMatch(/^original/);
    expect(String(french.body['description'])).toContain('seulement');
    expect(french.body['translations']).toEqual(['en', 'fr']);
    expect(french.body).toMatchObject({ language: 'en', text_languages: { description: 'fr' } });
    expect(french.headers['content-language']).toBe('en');
    expect((await get(behind('de', path))).body).toMatchObject({ language: 'en', translations: ['en', 'fr'] });
  });

  test('A translation can be removed text by text, or at once', async () => {
    for (const empty of [null, '']) {
      const { id } = await make(app, plural, { ...kind.required(), ...texts('original') });
      const path = `/${plural}/${id}`;
      await patch(path, texts('fr'), 'fr');
      const half = await patch(path, { [name]: empty }, 'fr');
      expect(half).toMatchObject({ status: 200, body: { language: 'en', translations: ['en', 'fr'] } });
      expect(String(half.body[name])).toMatch(/^original/);
      const none = await patch(path, { description: empty }, 'fr');
      expect(none.body).toMatchObject({ language: 'en', translations: ['en'] });
    }
    const { id } = await make(app, plural, { ...kind.required(), ...texts('original') });
    const path = `/${plural}/${id}`;
    await patch(path, texts('fr'), 'fr');
    await patch(path, texts('de'), 'de');
    const remove = (language: string, as: 'ed' | 'sub' | null = 'ed') =>
      app.request<Body>({ as, method: 'DELETE', path: `${path}/translations/${language}` });
    expect((await remove('fr', null)).status).toBe(401);
    expect((await remove('fr', 'sub')).status).toBe(403);
    expect(await remove('fr')).toMatchObject({ status: 200, body: { id, translations: ['de', 'en'] } });
    expect(await remove('fr')).toMatchObject({ status: 404, body: { code: 'rest-translation-not-found' } });
    expect(await remove('en')).toMatchObject({ status: 409, body: { code: 'rest-original-language' } });
    expect((await remove('tlh')).status).toBe(404);
    expect(String((await get(behind('fr', path))).body[name])).toMatch(/^original/);
    expect(String((await get(behind('de', path))).body[name])).toMatch(/^de/);
  });

  test('The reply to a deletion is in the requested language', async () => {
    for (const force of ['false', 'true']) {
      const { id } = await make(app, plural, { ...kind.required(), ...texts('ja'), i18n_language: 'ja' });
      const query = { force, i18n_language: 'fr' };
      const gone = await app.request<Body>({ as: 'ed', method: 'DELETE', path: `/${plural}/${id}`, query });
      expect(gone).toMatchObject({ status: 200, headers: { 'content-language': 'ja' } });
    }
  });

  test('The original language of a record may differ from that of the site', async () => {
    for (const selection of ['parameter', 'segment'] as const) {
      const json: Body = { ...kind.required(), ...texts('ja') };
      const made = await app.request<Body>(
        withSelection(selection, { as: 'ed', method: 'POST', path: `/${plural}`, json }, 'ja'),
      );
      expect(made).toMatchObject({
        status: 201,
        headers: { 'content-language': 'ja' },
        body: { language: 'ja', translations: ['ja'] },
      });
      const path = `/${plural}/${made.body['id']}`;
      for (const url of [path, behind('fr', path), behind('ja', path)])
        expect((await get(url)).body, url).toMatchObject({ [name]: json[name], language: 'ja' });
      expect((await patch(path, { [name]: '' }, 'ja')).status).toBe(400);
      await patch(path, { [name]: 'English at last' }, 'en');
      expect((await get(path)).body).toMatchObject({
        [name]: 'English at last',
        language: 'en',
        translations: ['en', 'ja'],
      });
      expect((await get(behind('fr', path))).body).toMatchObject({ [name]: json[name], language: 'ja' });
      const removed = await app.request<Body>({ as: 'ed', method: 'DELETE', path: `${path}/translations/ja` });
      expect(removed).toMatchObject({ status: 409, body: { code: 'rest-original-language' } });
    }
  });

  test('A search tests the texts in the language of the reader', async () => {
    const original = unique('zebra').replace(' ', '');
    const { id } = await make(app, plural, { ...kind.required(), [name]: original });
    const french = unique('girafe').replace(' ', '');
    await patch(`/${plural}/${id}`, { [name]: french, ...(kind.bySlug ? {} : { slug: french }) }, 'fr');
    const found = async (word: string, language: string) =>
      (await app.request<{ total: number }>({ path: `${behind(language, `/${plural}`)}?hide_empty=0&search=${word}` }))
        .body.total;
    expect([await found(original, 'en'), await found(french, 'en')]).toEqual([1, 0]);
    expect([await found(original, 'fr'), await found(french, 'fr')]).toEqual([0, 1]);
    expect([await found(original, 'de'), await found(french, 'de')]).toEqual([1, 0]);
  });

  test('Links of a reply stay in its language', async () => {
    for (let n = 0; n < 3; n++) await make(app, plural, kind.required());
    for (const path of [`${behind('fr', `/${plural}`)}?`, `/${plural}?i18n_language=fr&`]) {
      const reply = await get(`${path}hide_empty=0&per_page=1&page=2`);
      expect(reply.headers['content-language']).toBe('fr');
      for (const key of ['rest_url', 'next_rest_url', 'previous_rest_url']) {
        expect(String(reply.body[key]), key).toMatch(/\/fr\/|i18n_language=fr/);
        expect((await get(String(reply.body[key]))).headers['content-language']).toBe('fr');
      }
      const [item] = reply.body[plural] as Body[];
      expect(String(item?.['url'])).toContain('/fr/');
      const self = kind.bySlug
        ? (item?.['rest_url'] ?? (plural === 'events' ? '' : '/fr/'))
        : (item as { urls: Body }).urls['self'];
      expect(String(self)).toContain('/fr/');
    }
  });

  test.each(languageSelections)('Error messages are in the language of the request: %s', async (selection) => {
    const reply = await app.request<Body>(withSelection(selection, { path: `/${plural}/999999` }, 'de'));
    expect(reply.headers['content-language']).toBe(selection === 'plain' ? 'en' : 'de');
    const english = String((await get(`/${plural}/999999`)).body['message']);
    if (selection !== 'plain') expect(reply.body['message']).not.toBe(english);
  });
});

describe('slugs', () => {
  test.each(['events', 'venues', 'organizers'] as const)(
    'Slugs of %s find the record in any language',
    async (plural) => {
      const kind = kinds[plural];
      const { id, slug } = await make(app, plural, kind.required());
      await patch(`/${plural}/${id}`, { [kind.name]: 'Sans slug propre' }, 'es');
      const own = unique('Propre').replace(' ', '-').toLowerCase();
      expect((await patch(`/${plural}/${id}`, { slug: own }, 'fr')).body['slug']).toBe(own);
      for (const language of ['en', 'fr', 'de'])
        for (const way of [slug, own]) {
          const { status, body } = await get(behind(language, `/${plural}/by-slug/${way}`));
          expect([status, body['id'], body['slug']], `${language} ${way}`).toEqual([
            200,
            id,
            language === 'fr' ? own : slug,
          ]);
        }
      expect((await get(behind('es', `/${plural}/${id}`))).body['slug']).toBe(slug);
      const other = await make(app, plural, { ...kind.required(), slug: own });
      expect(other.slug).toBe(`${own}-2`);
      expect((await patch(`/${plural}/${id}`, { slug: null }, 'fr')).body['slug']).toBe(slug);
      expect((await get(`/${plural}/by-slug/${own}`)).status).toBe(404);
    },
  );
  test.each(['categories', 'tags'] as const)('Slugs of %s find the term in any language', async (plural) => {
    const { id, slug } = await make(app, plural, kinds[plural].required());
    await patch(`/${plural}/${id}`, { slug: `${slug}-propre` }, 'fr');
    for (const language of ['en', 'fr', 'de'])
      for (const sent of [slug, `${slug}-propre`]) {
        const { body } = await get(behind(language, `/${plural}?hide_empty=0&slug=${sent}`));
        expect(body[plural], `${language} ${sent}`).toMatchObject([{ id }]);
      }
  });
});

test('Fields other than texts are shared by all languages', async () => {
  const { id } = await make(app, 'events', { ...kinds.events.required(), website: 'https://en.example/' });
  const path = `/events/${id}`;
  await patch(
    path,
    { title: 'Titre', website: 'https://fr.example/', cost: '$7', featured: true, timezone: 'Europe/Paris' },
    'fr',
  );
  expect((await get(path)).body).toMatchObject({
    website: 'https://en.example/',
    cost: '$7',
    featured: true,
    timezone: 'Europe/Paris',
  });
  expect((await get(behind('fr', path))).body).toMatchObject({ website: 'https://fr.example/', title: 'Titre' });
  expect((await get(behind('de', path))).body).toMatchObject({ website: 'https://en.example/' });
});

test('Related records of an event are in the requested language too', async () => {
  const venue = await make(app, 'venues', { venue: 'House' });
  const tag = await make(app, 'tags', { name: 'Sound' });
  await patch(`/venues/${venue.id}`, { venue: 'Maison' }, 'fr');
  await patch(`/tags/${tag.id}`, { name: 'Bruit' }, 'fr');
  const { id } = await make(app, 'events', { ...kinds.events.required(), venue: venue.id, tags: [tag.id] });
  expect((await get(behind('fr', `/events/${id}`))).body).toMatchObject({
    venue: { venue: 'Maison', language: 'fr' },
    tags: [{ name: 'Bruit' }],
  });
  expect((await get(`/events/${id}`)).body).toMatchObject({ venue: { venue: 'House' }, tags: [{ name: 'Sound' }] });
});

test('The URL of a category has the slugs of its ancestors in the language', async () => {
  const above = await make(app, 'categories', { name: 'Stage', slug: 'stage' });
  const between = await make(app, 'categories', { name: 'Dance', slug: 'dance', parent: above.id });
  const below = await make(app, 'categories', { name: 'Tango', slug: 'tango', parent: between.id });
  const { id } = await make(app, 'events', { ...kinds.events.required(), categories: [below.id] });
  const pathIn = async (language: string) => {
    const root = `http://calendar.example${language === 'en' ? '' : `/${language}`}/events/category`;
    const event = (await get(behind(language, `/events/${id}`))).body as { categories: Body[] };
    const list = (await get(behind(language, `/categories?include=${below.id}`))).body as { categories: Body[] };
    const own = (await get(behind(language, `/categories/${below.id}`))).body;
    const urls = [event.categories[0], list.categories[0], own].map((term) => String(term?.['url']));
    expect(new Set(urls).size, urls.join()).toBe(1);
    return (urls[0] as string).replace(root, '');
  };
  expect([await pathIn('en'), await pathIn('fr')]).toEqual(['/stage/dance/tango/', '/stage/dance/tango/']);
  await patch(`/categories/${above.id}`, { slug: 'scene' }, 'fr');
  await patch(`/categories/${between.id}`, { name: 'Danse' }, 'fr');
  expect((await get(behind('fr', `/categories/${above.id}`))).body['url']).toMatch(/\/fr\/events\/category\/scene\/$/);
  expect([await pathIn('fr'), await pathIn('en'), await pathIn('de')]).toEqual([
    '/scene/dance/tango/',
    '/stage/dance/tango/',
    '/stage/dance/tango/',
  ]);
  await app.request({ as: 'ed', method: 'DELETE', path: `/categories/${above.id}/translations/fr` });
  expect(await pathIn('fr')).toBe('/stage/dance/tango/');
});

test.each(['categories', 'tags'] as const)(
  'Names of %s in an event write refer to those in the language of the event',
  async (plural) => {
    const shared = unique('Chat');
    const talk = await make(app, plural, { name: shared });
    await patch(`/${plural}/${talk.id}`, { name: unique('Discussion') }, 'fr');
    const cat = await make(app, plural, { name: unique('Cat') });
    await patch(`/${plural}/${cat.id}`, { name: shared }, 'fr');
    const attached = async (language: string) => {
      const json = { ...kinds.events.required(), [plural]: [shared] };
      const event = await make(app, 'events', json, 'ed', { path: behind(language, '/events') });
      return (event[plural] as Body[]).map(({ id, name }) => [id, name]);
    };
    expect(await attached('fr')).toEqual([[cat.id, shared]]);
    expect(await attached('en')).toEqual([[talk.id, shared]]);
    expect(await attached('de')).toEqual([[talk.id, shared]]);
  },
);

describe('terms are sorted by the rules of the language', () => {
  const sorted: Record<string, string[]> = {
    de: ['Apfel', 'Ärger', 'Azur', 'Öl', 'Ost', 'Zoo'],
    es: ['nube', 'nunca', 'ñame', 'oso'],
    bg: ['Арт', 'бал', 'Град', 'ябълка'],
    ja: ['あさひ', 'カメラ', 'さくら', 'ドラマ'],
    fr: ['cote', 'côte', 'coté', 'eau', 'Été', 'zèbre'],
  };
  test.each(Object.entries(sorted))('Terms are sorted by the collation of %s', async (language, names) => {
    const mixed = [...names].reverse();
    for (const plural of ['categories', 'tags'] as const) {
      const ids = [];
      for (const name of mixed) ids.push((await make(app, plural, { name, slug: unique(`${language}-term`) })).id);
      for (const order of ['asc', 'desc']) {
        const path = `${behind(language, `/${plural}`)}?hide_empty=0&include=${ids.join(',')}&order=${order}`;
        const { body } = await get(path);
        const shown = (body[plural] as Body[]).map((term) => term['name']);
        const expected = names.toSorted(new Intl.Collator(language).compare);
        if (language !== 'fr') expect(expected).toEqual(names);
        expect(shown, path).toEqual(order === 'asc' ? expected : expected.reverse());
      }
    }
  });
});

test.each(['venue', 'organizer'] as const)('A %s is found by its name in the language of the event', async (kind) => {
  const [original, french] = [unique('Town Hall'), unique('Mairie')];
  const { id } = await make(app, `${kind}s`, { [kind]: original });
  await patch(`/${kind}s/${id}`, { [kind]: french }, 'fr');
  const relatedIds = async (data: object, language: string) => {
    const dates = { start_date: '2027-06-10 10:00:00', end_date: '2027-06-10 12:00:00' };
    const json = { title: 'Fête', ...dates, [kind]: data };
    const path = `/events?i18n_language=${language}`;
    const { body } = await app.request<Record<string, { id: number } | { id: number }[]>>({
      as: 'ed',
      method: 'POST',
      path,
      json,
    });
    return [body[kind]].flat().map((one) => one?.id);
  };
  expect(await relatedIds({ [kind]: french }, 'fr')).toEqual([id]);
  expect(await relatedIds({ [kind]: original }, 'fr')).toEqual([id]);
  expect(await relatedIds({ [kind]: french, phone: '1' }, 'fr')).not.toEqual([id]);
  expect(await relatedIds({ [kind]: french }, 'de')).not.toContain(id);
});
