// Sending back a slug that the record has in any language changes nothing (D20, D32, D34).
import { beforeAll, describe, expect, test } from 'vitest';
import { type Body, kinds, make } from '../../support/field-table.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});

const all = Object.values(kinds);
const write = (path: string, json: Body, language = 'en') =>
  app.request<Body>({ as: 'admin', method: 'PATCH', path: `${path}?i18n_language=${language}`, json });
const shown = async (path: string, language: string) =>
  (await app.request<Body>({ path: `${path}?i18n_language=${language}` })).body;

describe.each(all)('$plural', ({ plural, name, required }) => {
  const makeOne = async (slug: string) => {
    const { id } = await make(app, plural, { ...required(), slug });
    return `/${plural}/${id}`;
  };
  const slugs = async (path: string) => [(await shown(path, 'en'))['slug'], (await shown(path, 'fr'))['slug']];

  test('The slug of the original can be sent in another language', async () => {
    const path = await makeOne('five-hundred');
    expect(await write(path, { slug: 'Five Hundred' }, 'fr')).toMatchObject({
      status: 200,
      body: { slug: 'five-hundred', translations: ['en'] },
    });
    expect(await write(path, { slug: 'cinq-cents' }, 'fr')).toMatchObject({
      status: 200,
      body: { slug: 'cinq-cents' },
    });
    expect(await write(path, { slug: 'five-hundred' }, 'fr')).toMatchObject({
      status: 200,
      body: { slug: 'cinq-cents' },
    });
    expect(await slugs(path)).toEqual(['five-hundred', 'cinq-cents']);
  });

  test('The slug of a translation can be sent in the language of the original', async () => {
    const path = await makeOne('evening');
    await write(path, { slug: 'soiree' }, 'fr');
    expect(await write(path, { slug: 'soiree' })).toMatchObject({ status: 200, body: { slug: 'evening' } });
    expect(await slugs(path)).toEqual(['evening', 'soiree']);
    await write(path, { slug: null }, 'fr');
    expect(await write(path, { slug: 'soiree' })).toMatchObject({ status: 200, body: { slug: 'soiree' } });
  });

  test.each(['', null, '!!!'])('The slug %j counts as not sent', async (slug) => {
    const path = await makeOne('as-it-was');
    const before = await app.request<Body>({ path });
    app.clock.advance(60);
    expect(await write(path, { slug })).toMatchObject({ status: 200, body: { slug: before.body['slug'] } });
    const after = await app.request<Body>({ path });
    expect(after.body).toEqual(before.body);
    expect(after.headers['etag']).toBe(before.headers['etag']);
  });

  test('A translation can be read and sent back unchanged', async () => {
    const path = await makeOne('as-read');
    const { slug, description, ...read } = await shown(path, 'fr');
    const reply = await write(path, { slug, description, [name]: read[name] }, 'fr');
    expect(reply).toMatchObject({ status: 200, body: { slug: 'as-read', [name]: read[name] } });
    await write(path, { slug: 'renamed' });
    expect(await slugs(path)).toEqual(['renamed', 'renamed']);
  });
});

describe.each(all.filter(({ bySlug }) => bySlug))('$plural', ({ plural, name, required }) => {
  const trashed = async (slug: string) => {
    const { id } = await make(app, plural, { ...required(), slug });
    const path = `/${plural}/${id}`;
    await write(path, { slug: `${slug}-fr` }, 'fr');
    expect(await app.request({ as: 'admin', method: 'DELETE', path })).toMatchObject({ status: 200 });
    return path;
  };
  const put = (path: string, json: Body) => app.request<Body>({ as: 'admin', method: 'PUT', path, json });

  test('The slug of another record gets a number', async () => {
    for (const slug of ['mine', 'theirs']) await make(app, plural, { ...required(), slug });
    const path = `/${plural}/by-slug/mine`;
    expect(await write(path, { slug: 'theirs' }, 'fr')).toMatchObject({ status: 200, body: { slug: 'theirs-2' } });
    expect(await write(path, { slug: 'theirs' })).toMatchObject({ status: 200, body: { slug: 'theirs-3' } });
  });

  test.each(['id', 'slug'])('A record in the trash can be read and sent back by %s', async (by) => {
    const slug = `bin-${by}`;
    const path = await trashed(slug);
    const read = (await app.request<Body>({ as: 'admin', path: `${path}?context=edit` })).body;
    expect(read['slug']).toBe(`${slug}__trashed`);
    const route = by === 'id' ? path : `/${plural}/by-slug/${slug}__trashed`;
    for (const sent of [`${slug}__trashed`, `${slug}-fr__trashed`, slug]) {
      const reply = await put(route, { slug: sent, [name]: read[name], status: 'trash' });
      expect(reply, sent).toMatchObject({ status: 200, body: { slug: `${slug}__trashed`, status: 'trash' } });
    }
    const back = await put(route, { slug: `${slug}__trashed`, [name]: read[name], status: 'publish' });
    expect(back).toMatchObject({ status: 200, body: { slug, status: 'publish' } });
    expect((await shown(path, 'fr'))['slug']).toBe(`${slug}-fr`);
  });

  test('A restored record has its slugs in all languages, whichever is sent', async () => {
    const path = await trashed('comes-back');
    const reply = await write(path, { slug: 'comes-back', status: 'publish' }, 'fr');
    expect(reply).toMatchObject({ status: 200, body: { slug: 'comes-back-fr' } });
    expect((await shown(path, 'en'))['slug']).toBe('comes-back');
  });

  test('A restored record gets another slug if its previous one is in use', async () => {
    const path = await trashed('given-away');
    await make(app, plural, { ...required(), slug: 'given-away' });
    const kept = await put(path, { slug: 'given-away', status: 'trash' });
    expect(kept).toMatchObject({ status: 200, body: { slug: 'given-away__trashed' } });
    const back = await put(path, { slug: 'given-away__trashed', status: 'publish' });
    expect(back).toMatchObject({ status: 200, body: { slug: 'given-away-2' } });
  });

  test.each([
    ['of maximum length', 'x'.repeat(200)],
    ['with room for half of the suffix', 'y'.repeat(195)],
    ['in another script', '%e6%97%a5'.repeat(22)],
  ])('A slug %s is free while its record is in the trash, and is restored completely', async (_, slug) => {
    const remove = (path: string) => app.request<Body>({ as: 'admin', method: 'DELETE', path });
    const first = await make(app, plural, { ...required(), slug });
    const path = `/${plural}/${first.id}`;
    expect(await remove(path)).toMatchObject({ status: 200, body: { slug: `${slug}__trashed` } });
    const route = `/${plural}/by-slug/${encodeURIComponent(slug)}__trashed`;
    const inTrash = { status: 200, body: { id: first.id, slug: `${slug}__trashed` } };
    expect(await app.request({ as: 'admin', path: `${route}?context=edit` })).toMatchObject(inTrash);
    expect(await put(route, { slug: `${slug}__trashed`, status: 'trash' })).toMatchObject(inTrash);
    const second = await make(app, plural, { ...required(), slug });
    expect(second.slug).toBe(slug);
    const other = `/${plural}/${second.id}`;
    expect(await remove(other)).toMatchObject({ status: 200, body: { slug: `${slug}__trashed-2` } });
    expect(await put(path, { status: 'publish' })).toMatchObject({ status: 200, body: { slug } });
    expect((await put(other, { status: 'publish' })).body['slug']).toMatch(/[^_]-2$/);
  });

  test('A record can be given another slug, in the trash and out of it', async () => {
    const path = await trashed('first-name');
    const aside = await put(path, { slug: 'second-name', status: 'trash' });
    expect(aside).toMatchObject({ status: 200, body: { slug: 'second-name__trashed' } });
    const back = await put(path, { slug: 'third-name', status: 'publish' });
    expect(back).toMatchObject({ status: 200, body: { slug: 'third-name' } });
    const away = await put(path, { slug: 'third-name', status: 'trash' });
    expect(away).toMatchObject({ status: 200, body: { slug: 'third-name__trashed' } });
  });
});

describe.each(['categories', 'tags'] as const)('Slugs of %s', (plural) => {
  test('A slug that another term has, in any language, is refused in every language', async () => {
    const other = await make(app, plural, { name: 'Other', slug: 'other-term' });
    await write(`/${plural}/${other.id}`, { slug: 'autre-terme' }, 'fr');
    const { id } = await make(app, plural, { name: 'Own', slug: 'own-term' });
    for (const language of ['en', 'fr'])
      for (const slug of ['other-term', 'autre-terme'])
        expect(await write(`/${plural}/${id}`, { slug }, language), `${language} ${slug}`).toMatchObject({
          status: 400,
          body: { code: 'duplicate_term_slug' },
        });
  });
});
