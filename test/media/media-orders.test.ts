// The orders of the list of images, page by page.
import { beforeAll, expect, test } from 'vitest';
import { png } from '../support/media/images.ts';
import { type ShownMedium, uploadForm } from '../support/media/uploads.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

interface List {
  media: ShownMedium[];
  next_cursor?: string;
  next_rest_url?: string;
  total: number;
}

let app: TestApp;
const ids = new Map<string, number>();

beforeAll(async () => {
  app = await startTestApp();
  for (const title of ['Élan', 'Bravo', 'delta', 'Alpha']) {
    app.clock.advance(60);
    const parts = [
      { name: 'title', value: title },
      { name: 'file', value: await png({ width: 20, height: 20 }), filename: `${title.length}.png` },
    ];
    const { body } = await uploadForm(parts, { app, as: 'ed' });
    ids.set(title, body.id);
  }
  app.clock.advance(60);
  await change('Bravo', { alt_text: 'Changed' });
  await change('Alpha', { title: 'Zoulou', i18n_language: 'fr' });
  return () => app.close();
});

const change = (title: string, json: object) =>
  app.request({ as: 'ed', method: 'PATCH', path: `/media/${ids.get(title)}`, json });
const inOrder = (titles: string) => titles.split(' ').map((title) => ids.get(title));

async function walk(query: Record<string, string>, way: 'link' | 'cursor'): Promise<number[]> {
  const found: number[] = [];
  for (let path = `/media?${new URLSearchParams({ ...query, per_page: '3' })}`; path !== ''; ) {
    const { status, body } = await app.request<List>({ path });
    expect([status, body.total], JSON.stringify(body)).toEqual([200, 4]);
    found.push(...body.media.map(({ id }) => id));
    const { next_cursor: cursor, next_rest_url: link } = body;
    path = way === 'link' ? (link ?? '') : cursor ? `/media?${new URLSearchParams({ ...query, cursor })}` : '';
  }
  return found;
}

test.each([
  [{}, 'Alpha delta Bravo Élan'],
  [{ orderby: 'date' }, 'Élan Bravo delta Alpha'],
  [{ order: 'asc' }, 'Élan Bravo delta Alpha'],
  [{ orderby: 'date', order: 'DESC' }, 'Alpha delta Bravo Élan'],
  [{ orderby: 'id' }, 'Élan Bravo delta Alpha'],
  [{ orderby: 'id', order: 'desc' }, 'Alpha delta Bravo Élan'],
  [{ orderby: 'modified' }, 'Élan delta Bravo Alpha'],
  [{ orderby: 'modified', order: 'desc' }, 'Alpha Bravo delta Élan'],
  [{ orderby: 'title' }, 'Alpha Bravo delta Élan'],
  [{ orderby: 'title', order: 'desc' }, 'Élan delta Bravo Alpha'],
  [{ orderby: 'title', i18n_language: 'fr' }, 'Bravo delta Élan Alpha'],
])('The query %j lists images in this order', async (query, titles) => {
  expect(await walk(query as Record<string, string>, 'link')).toEqual(inOrder(titles));
  expect(await walk(query as Record<string, string>, 'cursor')).toEqual(inOrder(titles));
});

test.each([
  [{ orderby: 'start_date' }, ['orderby']],
  [{ orderby: 'distance' }, ['orderby']],
  [{ orderby: 'colour', order: 'sideways' }, ['orderby', 'order']],
])('%j is refused', async (query, names) => {
  const { status, body } = await app.request<{ data: { params: object } }>({ path: '/media', query });
  expect([status, Object.keys(body.data.params).sort()]).toEqual([400, names.sort()]);
});

test('A cursor continues in its own order', async () => {
  const { body } = await app.request<List>({ path: '/media', query: { orderby: 'title', per_page: 1 } });
  const cursor = body.next_cursor as string;
  expect((await app.request<List>({ path: '/media', query: { cursor } })).body.media[0]?.title).toBe('Bravo');
  const other = await app.request({ path: '/media', query: { orderby: 'id', cursor } });
  expect([other.status, other.body['code']]).toEqual([400, 'rest_invalid_cursor']);
});
