// Another caller writes, and a reader sees the write, between any two queries of a request: the next reply is never stale.
import { expect, test } from 'vitest';
import { make } from '../../support/field-table.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';

const dates = { start_date: '2027-05-01 10:00:00', end_date: '2027-05-01 12:00:00' };

/** Runs the work once, after that many queries of a reader. Returns a function that tells whether it has run. */
function after(app: TestApp, count: number, work: () => Promise<unknown>): () => boolean {
  const executor = app.store.reader.getExecutor();
  const execute = executor.executeQuery;
  let left = count;
  executor.executeQuery = async (query, ...rest) => {
    const result = await execute.call(executor, query, ...rest);
    // A reader that waits for the log would also wait for the work.
    if (!query.sql.includes('"touched"')) left -= 1;
    if (left === 0 && !query.sql.includes('"touched"')) {
      executor.executeQuery = execute;
      await work();
    }
    return result as never;
  };
  return () => {
    executor.executeQuery = execute;
    return left <= 0;
  };
}

test.each(['/events/by-slug/gala', '/events/{id}', '/events'])(
  'A write while %s is read does not leave an old version in the cache',
  async (pattern) => {
    const app = await startTestApp({ settings: { cacheBytes: 0 } });
    const { id } = await make(app, 'events', { title: 'First', slug: 'gala', ...dates, categories: ['Music'] });
    const path = pattern.replace('{id}', String(id));
    const read = async () => JSON.stringify((await app.request({ path })).body);
    for (let count = 1; ; count++) {
      const title = `Title ${count}.`;
      const change = (json: object) => app.request({ as: 'admin', method: 'POST', path: `/events/${id}`, json });
      await change({ title: `Before ${count}.` });
      const isDone = after(app, count, async () => {
        await change({ title });
        await app.request({ path: '/events?per_page=1' });
      });
      await read();
      if (!isDone()) break;
      expect(await read(), `after ${count} queries`).toContain(title);
    }
  },
);

test.each(['/events/by-slug/gala', '/events/{id}', '/events', '/events.jsonld', '/events.csv', '/events?_envelope=1'])(
  '%s contains nothing that is written after an event is withdrawn',
  async (pattern) => {
    const app = await startTestApp({ settings: { cacheBytes: 0 } });
    const hall = await make(app, 'venues', { venue: 'Hall' });
    const { id } = await make(app, 'events', { title: 'First', slug: 'gala', ...dates, venue: [hall.id] });
    const path = pattern.replace('{id}', String(id));
    const write = (record: string, json: object) => app.request({ as: 'admin', method: 'POST', path: record, json });
    for (let count = 1; ; count++) {
      await write(`/events/${id}`, { title: 'First', slug: 'gala', status: 'publish' });
      await write(`/venues/${hall.id}`, { venue: 'Hall', status: 'publish' });
      const isDone = after(app, count, async () => {
        await write(`/events/${id}`, { title: 'Secret', status: 'draft' });
        await write(`/venues/${hall.id}`, { venue: 'Secret', status: 'draft' });
      });
      const { body } = await app.request<unknown>({ path });
      expect(JSON.stringify(body ?? ''), `after ${count} queries`).not.toContain('Secret');
      if (!isDone()) break;
    }
  },
);

test('Records that events share are current after a write between any two queries of a request', {
  timeout: 60_000,
}, async () => {
  const app = await startTestApp({ settings: { cacheBytes: 0 } });
  const ids: number[] = [];
  for (const [kind, json] of [
    ['venues', { venue: 'Hall' }],
    ['organizers', { organizer: 'Society' }],
    ['categories', { name: 'Music' }],
  ] as const)
    ids.push((await make(app, kind, json)).id);
  const [hall, society, music] = ids as [number, number, number];
  const jazz = (await make(app, 'categories', { name: 'Jazz', parent: music })).id;
  const related = { venue: [hall], organizer: [society], categories: [jazz] };
  const gala = (await make(app, 'events', { title: 'Gala', ...dates, ...related })).id;
  await make(app, 'events', { title: 'Ball', ...dates, ...related });
  const send = (path: string, json: object) => app.request({ as: 'admin', method: 'POST', path, json });
  const write = (path: string, body: object) => ({ method: 'POST', path, body });
  const read = async (query = '') => {
    const { body } = await app.request<{ events?: object; body: { events: object } }>({ path: `/events?${query}` });
    return JSON.stringify(body.events ?? body.body.events);
  };
  const changes: ((n: number) => ReturnType<typeof write>)[] = [
    (n) => write(`/venues/${hall}`, { venue: `Hall ${n}` }),
    (n) => write(`/venues/${hall}`, { status: n % 2 === 0 ? 'draft' : 'publish' }),
    (n) => write(`/organizers/${society}`, { phone: `${n}`, status: n % 2 === 0 ? 'publish' : 'trash' }),
    (n) => write(`/categories/${music}`, { slug: `music-${n}` }),
    (n) => write(`/categories/${jazz}`, { name: `Jazz ${n}`, parent: n % 2 === 0 ? 0 : music }),
    (n) => write(`/events/${gala}`, { venue: n % 2 === 0 ? [] : [hall], categories: n % 2 === 0 ? [music] : [jazz] }),
  ];
  for (const [index, change] of changes.entries()) {
    for (let count = 1; ; count++) {
      const requests = changes.map((other) => other(2 * count + 1));
      expect((await send('/batch', { requests })).status).toBe(200);
      const isDone = after(app, count, async () => {
        const { path, body } = change(2 * count + 2);
        await send(path, body);
        await read('per_page=1&order=desc');
      });
      await read();
      if (!isDone()) break;
      expect(await read(), `change ${index + 1} after ${count} queries`).toBe(await read('_envelope=1'));
    }
  }
});
