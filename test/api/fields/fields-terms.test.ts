// Specification 2.4 and 2.5: every field of categories and tags.
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
let top: number;
beforeAll(async () => {
  app = await startTestApp();
  for (const kind of ['categories', 'tags'] as const) records[kind] = await make(app, kind, kinds[kind].required());
  top = (await make(app, 'categories', { name: 'Top' })).id;
});

const valid: ValidCell[] = [
  { field: 'name', sent: 'Rock & Roll' },
  { field: 'name', sent: '  <b>Bold</b> "name" ', shown: 'Bold "name"' },
  { field: 'name', sent: '0' },
  { field: 'name', sent: 'x'.repeat(200) },
  { field: 'name', sent: '🎉'.repeat(200) },
  { field: 'name', sent: '音楽 🎉' },
  { field: 'description', sent: 'A <em>line</em>' },
  { field: 'description', sent: 'A<script>x</script>b', shown: 'Ab' },
  { field: 'description', sent: 'A line\nanother\n\nand <b>more</b>' },
  { field: 'description', sent: '<p>One</p>\n<p>two<br />\nthree</p>' },
  { field: 'slug', sent: 'My / Slug_É', shown: 'my-slug_e' },
];
const texts = (field: string): InvalidCell[] =>
  [5, true, { a: 1 }, [['x']], ['x'], 'a\u0000b', '\ud800'].map((sent) => ({ field, sent }));
const invalid: InvalidCell[] = [
  ...texts('name'),
  { field: 'name', sent: 'x'.repeat(201) },
  { field: 'name', sent: '🎉'.repeat(201) },
  // Its normal form has two characters for each.
  { field: 'name', sent: '\u0958'.repeat(150) },
  ...['  ', '\u200b', '<b></b>'].map((sent) => ({ field: 'name', sent })),
  { field: 'name', sent: '', onlyPlain: true },
  { field: 'name', sent: null, onlyPlain: true, onlyUpdate: true },
  ...texts('description'),
  // The stored text is longer, and could not be sent back.
  { field: 'description', sent: '&'.repeat(200_000) },
  ...texts('slug'),
];

describe.each(['categories', 'tags'] as const)('Fields of %s', (plural) => {
  const kind = kinds[plural];
  test.each([[['name', 'description']], [['slug']]])('%j: each value is accepted', async (fields) => {
    await walkValid(app, kind, columnsOf(valid, fields), ['urls']);
  });

  test('Each invalid value is refused', async () => {
    const columns = columnsOf(invalid, ['name', 'description', 'slug']);
    await walkInvalid(app, kind, columns, records[plural] as { id: number; slug: string });
  });

  test('A term without a name is refused', async () => {
    for (const json of [{}, { name: null }, { description: 'x' }]) {
      const reply = await app.request({ as: 'ed', method: 'POST', path: `/${plural}`, json });
      expect(reply).toMatchObject({
        status: 400,
        body: { code: 'rest_missing_callback_param', data: { params: ['name'] } },
      });
    }
  });

  test.each(languageSelections)('A term is created from its name alone, %s', async (selection) => {
    for (const empty of [undefined, null, '']) {
      const given = empty === undefined ? {} : { description: empty, slug: empty, parent: empty };
      const json = { ...kind.required(), ...given };
      const { status, body } = await app.request<Body>(
        withSelection(selection, { as: 'ed', method: 'POST', path: `/${plural}`, json }),
      );
      expect(status, JSON.stringify(body)).toBe(201);
      expect(body).toMatchObject({
        name: json.name,
        description: '',
        slug: json.name.toLowerCase().replace(' ', '-'),
        count: 0,
      });
      if (plural === 'categories') expect(body['parent']).toBe(0);
      else expect(body).not.toHaveProperty('parent');
    }
  });

  test.each([null, ''])('%j clears a description and leaves a slug as it is', async (empty) => {
    for (const selection of languageSelections) {
      const record = await make(app, plural, { ...kind.required(), description: 'words' });
      for (const { request } of updateRoutes(kind, record)) {
        const json = { description: empty, slug: empty };
        const { status, body } = await app.request<Body>(withSelection(selection, { as: 'ed', ...request, json }));
        expect(status).toBe(200);
        expect(body).toMatchObject({ description: selection === 'plain' ? '' : 'words', slug: record.slug });
      }
      expect((await readFor(app, kind, record.id)).body['description']).toBe(selection === 'plain' ? '' : 'words');
    }
  });

  test('An empty update of a term changes nothing', async () => {
    const record = await make(app, plural, kind.required());
    for (const { request } of updateRoutes(kind, record))
      expect(await app.request({ as: 'ed', ...request, json: {} })).toMatchObject({ status: 200, body: record });
  });

  test('A second term of the same name is refused, and a taken slug is refused on update but made unique on create', async () => {
    const name = `Taken ${plural}`;
    const first = await make(app, plural, { name });
    const twin = await app.request<Body>({ as: 'ed', method: 'POST', path: `/${plural}`, json: { name } });
    expect(twin).toMatchObject({
      status: 400,
      body: { code: 'term_exists', data: { status: 400, term_id: first.id } },
    });
    const second = await make(app, plural, { name: `Other ${plural}`, slug: first.slug });
    expect(second.slug).toBe(`${first.slug}-2`);
    const json = { slug: first.slug };
    const moved = await app.request({ as: 'ed', method: 'PATCH', path: `/${plural}/${second.id}`, json });
    expect(moved).toMatchObject({ status: 400, body: { code: 'duplicate_term_slug' } });
    const own = await app.request({ as: 'ed', method: 'PATCH', path: `/${plural}/${first.id}`, json });
    expect(own).toMatchObject({ status: 200, body: { slug: first.slug } });
  });

  test('A second term of the same name needs a slug of its own', async () => {
    const name = `Repeated ${plural}`;
    const first = await make(app, plural, { name, slug: `own-${plural}` });
    const other = await make(app, plural, { name: `Unlike ${plural}` });
    const create = (json: object) => app.request<Body>({ as: 'ed', method: 'POST', path: `/${plural}`, json });
    for (const slug of [first.slug, `Own ${plural}`, other.slug]) {
      const refused = await create({ name: name.toUpperCase(), slug });
      const term_id = slug === other.slug ? other.id : first.id;
      expect(refused, slug).toMatchObject({ status: 400, body: { code: 'term_exists', data: { term_id } } });
    }
    expect(await create({ name, slug: `another-${plural}` })).toMatchObject({
      status: 201,
      body: { name, slug: `another-${plural}` },
    });
  });
});

test('A subcategory may have the name and the slug of a category elsewhere', async () => {
  const name = 'Shared';
  const { slug } = await make(app, 'categories', { name });
  const json = { name, slug, parent: top };
  const create = () => app.request<Body>({ as: 'ed', method: 'POST', path: '/categories', json });
  expect(await create()).toMatchObject({ status: 201, body: { name, slug: 'shared-top', parent: top } });
  const again = { ...json, slug: 'shared-top' };
  const refused = await app.request<Body>({ as: 'ed', method: 'POST', path: '/categories', json: again });
  expect(refused).toMatchObject({ status: 400, body: { code: 'term_exists' } });
});

describe('a parent for a tag', () => {
  const refused = { status: 400, body: { code: 'rest_taxonomy_not_hierarchical', data: { status: 400 } } };
  /** Every route that writes a tag, with an external id. */
  const routesFor = async (name: string) => {
    const record = await make(app, 'tags', { ...kinds.tags.required(), external_id: name });
    return [
      { method: 'POST', path: '/tags' },
      { method: 'PUT', path: `/tags/by-external-id/${name}` },
      { method: 'PUT', path: `/tags/by-external-id/${name}-new` },
      ...updateRoutes(kinds.tags, record).map(({ request }) => request),
    ] as const;
  };

  test.each(languageSelections)('A parent for a tag is refused, %s', async (selection) => {
    const routes = await routesFor(`refused-${selection}`);
    const before = await snapshot(app);
    for (const route of routes)
      for (const parent of [top, String(top), 999_999]) {
        const json = { ...kinds.tags.required(), parent };
        expect(await app.request(withSelection(selection, { as: 'ed', ...route, json })), route.path).toMatchObject(
          refused,
        );
      }
    expect(await snapshot(app)).toEqual(before);
  });

  test.each([
    ['a bad name', { as: 'ed', method: 'POST', path: '/tags', json: { name: ' ' } }, 400, 'rest_invalid_param'],
    ['no name', { as: 'ed', method: 'POST', path: '/tags', json: {} }, 400, 'rest_missing_callback_param'],
    ['no tag', { as: 'ed', method: 'PATCH', path: '/tags/999999', json: {} }, 404, 'rest-tag-not-found'],
    ['no right', { as: 'ann', method: 'POST', path: '/tags', json: { name: 'x' } }, 403, 'rest_forbidden'],
  ] as const)('A parent for a tag is reported after %s', async (_what, request, status, code) => {
    const json = { ...request.json, parent: top };
    expect(await app.request({ ...request, json })).toMatchObject({ status, body: { code } });
  });

  test.each([0, '0', null, ''])('The parent %j counts as none for a tag', async (parent) => {
    for (const route of await routesFor(`none-${encodeURIComponent(JSON.stringify(parent))}`)) {
      const reply = await app.request({ as: 'ed', ...route, json: { ...kinds.tags.required(), parent } });
      expect(reply.status, route.path).toBeLessThan(300);
      expect(reply.body).not.toHaveProperty('parent');
    }
  });
});

describe('parent', () => {
  test('The parent of a category is accepted', async () => {
    const cells: ValidCell[] = [
      { field: 'parent', sent: top },
      { field: 'parent', sent: String(top), shown: top },
      { field: 'parent', sent: 0 },
      { field: 'parent', sent: '0', shown: 0 },
      { field: 'parent', sent: null, shown: 0 },
      { field: 'parent', sent: '', shown: 0 },
    ];
    await walkValid(app, kinds.categories, [cells], ['urls']);
  });

  test('A parent that does not exist is refused', async () => {
    const tag = records['tags']?.id;
    const cells = [999_999, -1, 1.5, 'abc', 'top', `${top},${top}`, true, {}, [top, top], [[1]], 2 ** 53, tag].map(
      (sent) => ({ field: 'parent', sent }),
    );
    await walkInvalid(app, kinds.categories, [cells], records['categories'] as { id: number; slug: string });
  });

  test('A category cannot be its own parent', async () => {
    const child = await make(app, 'categories', { name: 'Circle child', parent: top });
    const grandchild = await make(app, 'categories', { name: 'Circle grandchild', parent: child.id });
    for (const parent of [top, child.id, grandchild.id]) {
      const reply = await app.request<Body>({ as: 'ed', method: 'PUT', path: `/categories/${top}`, json: { parent } });
      expectInvalid(reply, ['parent'], String(parent));
    }
    expect(grandchild.parent).toBe(child.id);
    expect((grandchild['urls'] as Body)['up']).toMatch(new RegExp(`/categories/${child.id}$`));
  });

  test('The parent of a tag is an unknown parameter', async () => {
    const { body } = await app.request<Body>({
      as: 'ed',
      method: 'POST',
      path: '/tags',
      json: { name: 'Flat', parent: 5 },
    });
    expect(body).not.toHaveProperty('parent');
  });
});
