// New texts wait in a small table until they are indexed in a batch. Searches find them anyway.
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { make } from '../support/field-table.ts';
import { runsAllCases } from '../support/runs.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

const dates = { start_date: '2027-05-01 10:00:00', end_date: '2027-05-01 12:00:00' };
const words = ['amber', 'birch', 'cedar', 'dahlia', 'elder', 'fennel', 'ginger'];
const wordOf = (n: number) => words[n % words.length] as string;

async function found(app: TestApp, word: string): Promise<number[]> {
  const reply = await app.request<{ events: { id: number }[] }>({
    path: '/events',
    query: { search: word, start_date: '2020-01-01', end_date: '2030-01-01', per_page: 50 },
  });
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return reply.body.events.map(({ id }) => id).sort((a, b) => a - b);
}

const waiting = async ({ store }: TestApp): Promise<number> =>
  (await sql<{ n: number }>`select count(*) as n from unindexed_texts`.execute(store.reader)).rows[0]?.n as number;

/** A few events that are updated repeatedly, each with a word of its title. */
function createWriter(app: TestApp) {
  const titles = new Map<number, string>();
  const kept = 20;
  const add = async (word: string) => {
    const { id } = await make(app, 'events', { title: `A ${word} evening`, description: 'Of plain text', ...dates });
    titles.set(id, word);
  };
  const rename = async (id: number, word: string) => {
    const request = { method: 'PATCH', path: `/events/${id}`, json: { title: `The ${word} evening` } } as const;
    expect((await app.request({ as: 'admin', ...request })).status).toBe(200);
    titles.set(id, word);
  };
  const remove = async (id: number) => {
    const request = { method: 'DELETE', path: `/events/${id}`, query: { force: 'true' } } as const;
    expect((await app.request({ as: 'admin', ...request })).status).toBe(200);
    titles.delete(id);
  };
  return {
    async write(n: number) {
      const ids = [...titles.keys()];
      const some = ids[(n * 7) % ids.length];
      if (some === undefined || ids.length < kept) await add(wordOf(n));
      else if (n % 3 === 0) await remove(some);
      else await rename(some, wordOf(n));
    },
    withWord: (word: string) =>
      [...titles].flatMap(([id, title]) => (title === word ? [id] : [])).sort((a, b) => a - b),
  };
}

test('An event is found by its current texts, whether they are indexed or not', async () => {
  const app = await startTestApp();
  const { write, withWord } = createWriter(app);
  const counts: number[] = [];
  for (let n = 0; n < 300; n++) {
    await write(n);
    counts.push(await waiting(app));
    if (n % (runsAllCases ? 4 : 12) !== 0) continue;
    for (const word of [wordOf(n), wordOf(n / 4)])
      expect(await found(app, word), `${n} ${word}`).toEqual(withWord(word));
  }
  expect(counts.filter((count) => count === 0).length).toBeGreaterThan(1);
  expect(Math.max(...counts)).toBe(63);
}, 60_000);

test('The index contains the current texts of every kind of record', async () => {
  const app = await startTestApp();
  const { write } = createWriter(app);
  await make(app, 'venues', { venue: 'Amber hall' });
  await make(app, 'organizers', { organizer: 'Birch and sons' });
  let n = 0;
  do await write(n++);
  while (n < 100 || (await waiting(app)) > 0);
  const check = sql`insert into record_search (record_search, rank) values ('integrity-check', 1)`;
  await app.store.write((db) => check.execute(db));
  const left = await sql`select rowid from text_keys where indexed = 0`.execute(app.store.reader);
  expect(left.rows).toEqual([]);
}, 60_000);

const description = 'Of plain text. '.repeat(13_000);

test('Waiting texts are indexed once they exceed a million bytes', async () => {
  const app = await startTestApp();
  const counts: number[] = [];
  for (let n = 0; n < 6; n++) {
    await make(app, 'events', { title: `A ${wordOf(n)} evening`, description, ...dates });
    counts.push(await waiting(app));
  }
  expect(counts).toEqual([1, 2, 3, 4, 5, 0]);
  expect(await found(app, wordOf(5))).toHaveLength(1);
});

test('A waiting text counts by its current size', async () => {
  const app = await startTestApp();
  const ids: number[] = [];
  for (let n = 0; n < 7; n++) ids.push((await make(app, 'events', { title: `A ${wordOf(n)} evening`, ...dates })).id);
  const send = async (method: 'PATCH' | 'DELETE', place: number, text = '') => {
    const change = method === 'PATCH' ? { json: { description: text } } : { query: { force: 'true' } };
    const reply = await app.request({ as: 'admin', method, path: `/events/${ids[place]}`, ...change });
    expect(reply.status).toBe(200);
    return waiting(app);
  };
  for (const place of [0, 1, 2, 3, 4]) expect(await send('PATCH', place, description)).toBe(7);
  expect(await send('PATCH', 0, 'Short')).toBe(7);
  expect(await send('PATCH', 5, description)).toBe(7);
  expect(await send('DELETE', 5)).toBe(7);
  expect(await send('PATCH', 6, description)).toBe(7);
  expect(await send('PATCH', 0, description)).toBe(0);
});
