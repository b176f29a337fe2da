// Lists of terms after all kinds of writes, with and without cached order, compared with single reads of each term.
import { expect, test, vi } from 'vitest';
import { collatorOf } from '../../../src/core/text/collate.ts';
import { foldText } from '../../../src/core/text/fold.ts';
import { createRandom, type Random } from '../../support/calendars/calendar-model.ts';
import { type Body, make } from '../../support/field-table.ts';
import { runs, seedOf } from '../../support/runs.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';

const names = [
  'Jazz',
  'jazz',
  'Éclair',
  'eclair',
  'Ärger',
  'Zoo',
  '10 km',
  '2 km',
  '日本',
  '50%',
  'a_b',
  'R&B',
  'Ñandú',
];
const languages = ['en', 'de', 'es', 'bg'];
const dates = { start_date: '2027-06-10 10:00:00', end_date: '2027-06-10 12:00:00' };

interface Term {
  id: number;
  name: string;
  slug: string;
  description: string;
  count: number;
}

interface World {
  app: TestApp;
  random: Random;
  ids: Set<number>;
}

const at = (language: string, path: string): string =>
  language === 'en' ? path : `${path}${path.includes('?') ? '&' : '?'}i18n_language=${language}`;

async function send(world: World, method: 'POST' | 'PATCH' | 'DELETE', path: string, json: object = {}): Promise<Body> {
  const { status, body } = await world.app.request<Body>({ as: 'ed', method, path, json });
  expect(status, `${method} ${path} ${JSON.stringify(body)}`).toBeLessThan(300);
  return body;
}

const nameFor = ({ random }: World): string => `${random.pick(names)} ${random.below(1_000_000)}`;

const writes: ((world: World, id: number) => Promise<unknown>)[] = [
  async (world) => {
    const text = world.random.chance(0.5) ? { description: nameFor(world) } : {};
    world.ids.add((await make(world.app, 'tags', { name: nameFor(world), ...text })).id);
  },
  (world, id) => send(world, 'PATCH', `/tags/${id}`, { name: nameFor(world) }),
  (world, id) => send(world, 'PATCH', at(world.random.pick(['de', 'bg']), `/tags/${id}`), { name: nameFor(world) }),
  (world, id) => send(world, 'POST', '/events', { title: 'Night', ...dates, tags: [id] }),
  async (world, id) => {
    world.ids.delete(id);
    await send(world, 'DELETE', `/tags/${id}`);
  },
  async (world, id) => {
    const { app } = world;
    const name = nameFor(world);
    // Like a write of another process.
    const before = app.store.version();
    const other = await app.openAgain();
    await other.write((db) =>
      db
        .updateTable('term_texts')
        .set({ name, name_folded: foldText(name) })
        .where('term_id', '=', id)
        .where('is_original', '=', 1)
        .execute(),
    );
    await other.close();
    // On PostgreSQL the notification must arrive.
    await vi.waitFor(() => expect(app.store.version()).toBeGreaterThan(before), { timeout: 10_000 });
    await new Promise((resolve) => setImmediate(resolve));
  },
];

const orders: Record<string, (a: Term, b: Term, language: string) => number> = {
  name: (a, b, language) => collatorOf(language).compare(a.name, b.name),
  id: (a, b) => a.id - b.id,
  count: (a, b) => a.count - b.count,
  slug: (a, b) => (a.slug < b.slug ? -1 : a.slug > b.slug ? 1 : 0),
  description: (a, b, language) => collatorOf(language).compare(a.description, b.description),
};

async function expectList(world: World, all: readonly Term[], language: string): Promise<void> {
  const { random } = world;
  const orderby = random.pick(Object.keys(orders));
  const order = random.pick(['asc', 'desc']);
  const filter = random.pick<[query: string, meets: (term: Term) => boolean]>([
    ['hide_empty=0', () => true],
    ['', ({ count }) => count > 0],
    ...['a', '%', '_', '日', '&', 'É', '10 k'].map((text): [string, (term: Term) => boolean] => [
      `hide_empty=0&search=${encodeURIComponent(text)}`,
      ({ name, slug }) => [name, slug, decodeURIComponent(slug)].some((one) => foldText(one).includes(foldText(text))),
    ]),
    ...all
      .slice(0, 2)
      .map(({ id, slug }): [string, (term: Term) => boolean] =>
        random.chance(0.5)
          ? [`hide_empty=0&slug=${slug}`, (term) => term.slug === slug]
          : [`hide_empty=0&exclude=${id}`, (term) => term.id !== id],
      ),
  ]);
  const [query, meets] = filter;
  const by = orders[orderby] as (a: Term, b: Term, language: string) => number;
  const byName = orders['name'] as typeof by;
  const direction = order === 'desc' ? -1 : 1;
  const expected = all
    .filter(meets)
    .sort((a, b) => direction * by(a, b, language) || byName(a, b, language) || a.id - b.id)
    .map(({ id }) => id);
  const path = at(language, `/tags?per_page=7&orderby=${orderby}&order=${order}&${query}`);
  const seen: number[] = [];
  const walksByCursor = random.chance(0.5);
  for (let next: string | undefined = path; next !== undefined; ) {
    const { status, body } = await world.app.request<Body>({ path: next });
    expect(status, next).toBe(200);
    seen.push(...(body['tags'] as Term[]).map(({ id }) => id));
    expect(body['total'], next).toBe(expected.length);
    const page = Math.floor(seen.length / 7) + 1;
    const cursor = body['next_cursor'] as string | undefined;
    next = cursor === undefined ? undefined : walksByCursor ? `${path}&cursor=${cursor}` : `${path}&page=${page}`;
  }
  expect(seen, path).toEqual(expected);
}

test.each([
  ['kept', 8 * 1024 * 1024],
  ['too many to be kept', 4000],
  ['nothing kept', 0],
])(
  '%s',
  async (_name, eventCacheBytes) => {
    const world: World = {
      app: await startTestApp({ settings: { eventCacheBytes } }),
      random: createRandom(seedOf(11)),
      ids: new Set(),
    };
    for (let n = 0; n < 25; n += 1) await writes[0]?.(world, 0);
    for (let step = 0; step < runs(60); step += 1) {
      const language = world.random.pick(languages);
      await world.random.pick(writes)(world, world.random.pick([...world.ids]));
      const all: Term[] = [];
      for (const id of world.ids) {
        const { body } = await world.app.request<Term>({ path: at(language, `/tags/${id}`) });
        all.push(body);
      }
      await expectList(world, all, language);
      await expectList(world, all, language);
    }
  },
  120_000,
);

test('Lists of terms are right with more terms than are read one by one, some of them new', async () => {
  const app = await startTestApp();
  const add = async (from: number, to: number) => {
    const requests = Array.from({ length: to - from }, (_, n) => ({
      method: 'POST',
      path: '/tags',
      body: { name: `Tag ${from + n}` },
    }));
    for (let n = 0; n < requests.length; n += 100) {
      const { status } = await app.request({
        as: 'ed',
        method: 'POST',
        path: '/batch',
        json: { requests: requests.slice(n, n + 100) },
      });
      expect(status).toBe(200);
    }
  };
  const last = async () => {
    const { body } = await app.request<Body>({ path: '/tags?hide_empty=0&per_page=2&order=desc' });
    return [...(body['tags'] as Term[]).map(({ name }) => name), body['total']];
  };
  await add(1000, 1600);
  expect(await last()).toEqual(['Tag 1599', 'Tag 1598', 600]);
  await add(1600, 1610);
  expect(await last()).toEqual(['Tag 1609', 'Tag 1608', 610]);
  await add(2000, 2600);
  expect(await last()).toEqual(['Tag 2599', 'Tag 2598', 1210]);
}, 120_000);

test('A signed-in caller sees at once what was written through another machine', async () => {
  const app = await startTestApp();
  const { store, request, openAgain } = app;
  const { id } = await make(app, 'tags', { name: 'Name 0' });
  await make(app, 'tags', { name: 'Name 5000' });
  const other = await openAgain();
  // Notifications of writes may still be on their way.
  const version = store.version();
  vi.spyOn(store, 'version').mockReturnValue(version);
  for (const number of [9000, 1000, 8000, 2000]) {
    const name = `Name ${number}`;
    await other.write((db) =>
      db
        .updateTable('term_texts')
        .set({ name, name_folded: foldText(name) })
        .where('term_id', '=', id)
        .execute(),
    );
    const { body } = await request<{ tags: Term[] }>({ as: 'ed', path: '/tags?hide_empty=0' });
    const names = body.tags.map((term) => term.name);
    expect(names).toEqual(number > 5000 ? ['Name 5000', name] : [name, 'Name 5000']);
  }
  await other.close();
});
