// Against servers that have no cursors, and against servers that make mistakes.
import { describe, expect, test } from 'vitest';
import { createClient } from '../src/client.ts';
import { reply, scriptedFetch } from './support/scripted-fetch.ts';
import { serveTestApp } from './support/served-app.ts';

const url = 'https://old-site.example/wp-json/tribe/events/v1';
const events = (...ids: number[]) => ids.map((id) => ({ id, title: `Event ${id}` }));
const notFound = () => reply({ code: 'event-archive-page-not-found', message: 'no', data: { status: 404 } }, 404);

async function readAll(answers: Parameters<typeof scriptedFetch>[0], filters = {}) {
  const { fetch, requests } = scriptedFetch(answers);
  const client = createClient({ url, fetch, retries: 0 });
  const ids = [];
  for await (const { id } of client.events.all(filters)) ids.push(id);
  return { ids, requests, pages: requests.map(({ url }) => url.searchParams.get('page')) };
}

const next = 'http://internal.example/events?page=2';

describe('all', () => {
  test('Lists without cursors are read page by page, at the URL of the client only', async () => {
    const answers = [
      reply({ events: events(1, 2), next_rest_url: next, total_pages: 2 }),
      reply({ events: events(3), total_pages: 2 }),
    ];
    const { ids, pages, requests } = await readAll(answers, { per_page: 2, search: 'x' });
    expect(ids).toEqual([1, 2, 3]);
    expect(pages).toEqual([null, '2']);
    expect(
      requests.map(({ url: { host, searchParams } }) => [
        host,
        searchParams.get('search'),
        searchParams.get('per_page'),
      ]),
    ).toEqual([1, 2].map(() => ['old-site.example', 'x', '2']));
  });

  test('Lists with cursors are read on by cursor, without a page number', async () => {
    const { ids, requests } = await readAll(
      [
        reply({ events: events(3), next_cursor: 'c', next_rest_url: next, total_pages: 3 }),
        reply({ events: events(4), total_pages: 3 }),
      ],
      { page: 2 },
    );
    expect(ids).toEqual([3, 4]);
    expect(Object.fromEntries(requests[1]!.url.searchParams)).toEqual({ cursor: 'c' });
  });

  test.each([
    ['announces a page that it does not have', [reply({ events: events(1), total_pages: 2 }), notFound()], [1]],
    [
      'gives the same page again and again',
      Array.from({ length: 2 }, () => reply({ events: events(1), next_rest_url: next })),
      [1],
    ],
    [
      'gives the same cursor again and again',
      Array.from({ length: 2 }, () => reply({ events: events(1), next_cursor: 'c' })),
      [1],
    ],
    [
      'moves a record to the next page meanwhile',
      [reply({ events: events(1, 2), total_pages: 2 }), reply({ events: events(2, 3), total_pages: 2 })],
      [1, 2, 3],
    ],
    ['announces more after an empty page', [reply({ events: [], next_rest_url: next })], []],
    ['has nothing', [reply({ events: [], total: 0, total_pages: 0 })], []],
    ['leaves the list out', [reply({ total: 0 })], []],
  ])('Paging ends correctly where a server %s', async (_name, answers, expected) => {
    const { ids, requests } = await readAll(answers);
    expect(ids).toEqual(expected);
    expect(requests).toHaveLength(answers.length);
  });

  test('Reading a list throws if its first page is missing', async () => {
    await expect(readAll([notFound()])).rejects.toMatchObject({ status: 404 });
  });

  test('A list that is read in part is fetched in part', async () => {
    const { fetch, requests } = scriptedFetch([reply({ events: events(1, 2), next_rest_url: next })]);
    for await (const _event of createClient({ url, fetch }).events.all()) break;
    expect(requests).toHaveLength(1);
  });
});

test('A whole list is read from a real server, in order and each record once, while others are added', async () => {
  const app = await serveTestApp();
  const { tags } = app.client({ as: 'ed' });
  const names = Array.from({ length: 7 }, (_, index) => `tag ${index}`);
  for (const name of names) await tags.create({ name });
  const read: string[] = [];
  for await (const tag of tags.all({ hide_empty: false, per_page: 2 })) {
    if (read.length === 3) await tags.create({ name: 'a first one' });
    read.push(tag.name);
  }
  expect(read).toEqual(names);
  const sizes = [];
  for await (const page of tags.pages({ hide_empty: false, per_page: 3 })) sizes.push(page.tags.length);
  expect(sizes).toEqual([3, 3, 2]);
});
