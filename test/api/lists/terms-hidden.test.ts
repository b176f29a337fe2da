// Which terms are listed: used ones, their ancestors, and those that match a search.
import { beforeAll, expect, test } from 'vitest';
import { make } from '../../support/field-table.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
  const create = async (plural: string, json: object) => (await make(app, plural, json)).id;
  const root = await create('categories', { name: 'Stage' });
  const middle = await create('categories', { name: 'Music', parent: root });
  const used = await create('categories', { name: 'Jazz', parent: middle });
  await create('categories', { name: 'Blues', parent: middle });
  const later = await create('categories', { name: 'Opera', parent: await create('categories', { name: 'House' }) });
  const dates = { start_date: '2027-05-01 10:00:00', end_date: '2027-05-01 12:00:00' };
  await create('events', { title: 'Night', ...dates, categories: [used] });
  const scheduled = { status: 'publish', date: '2027-03-09 12:00:00' };
  await create('events', { title: 'Soon', ...dates, ...scheduled, categories: [later] });
  for (const name of ['Zq C++', 'Zq Cobol', 'R&B', 'Garb', 'Straße', 'Grass', '日本']) await create('tags', { name });
});

async function list(path: string): Promise<{ names: string[]; total: number }> {
  const { body } = await app.request<Record<string, { name: string }[]> & { total: number }>({ path });
  const [, key] = /^\/(\w+)/.exec(path) as unknown as [string, string];
  return { names: (body[key] ?? []).map(({ name }) => name), total: body.total };
}

test('Empty categories above a used one are listed and counted, others are not', async () => {
  expect(await list('/categories')).toEqual({ names: ['Jazz', 'Music', 'Stage'], total: 3 });
  expect(await list('/categories?search=stage')).toEqual({ names: ['Stage'], total: 1 });
  expect(await list('/categories?hide_empty=0')).toMatchObject({ total: 6 });
});

test('Ancestors of a category are counted once its scheduled event is public', async () => {
  app.clock.advance(14 * 86_400);
  expect((await list('/categories')).names).toEqual(['House', 'Jazz', 'Music', 'Opera', 'Stage']);
});

test.each([
  ['c%2B%2B', ['Zq C++']],
  ['R%26B', ['R&B']],
  ['zq', ['Zq C++', 'Zq Cobol']],
  ['zq-c', ['Zq C++', 'Zq Cobol']],
  ['ß', ['Grass', 'Straße']],
  ['zq!!!', []],
  ['%E6%97%A5', ['日本']],
  ['%25e6%2597%25a5', ['日本']],
])('A search for %s finds names and slugs that have it', async (text, names) => {
  expect(await list(`/tags?hide_empty=0&search=${text}`)).toEqual({ names, total: names.length });
});
