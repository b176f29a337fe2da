// The total of a term with many events comes from an index, and equals the number of events that the caller finds.
import { beforeAll, expect, test } from 'vitest';
import { make } from '../../support/field-table.ts';
import { type Login, startTestApp, type TestApp } from '../../support/test-app.ts';

/** More than are looked up one by one. */
const copies = 2100;
let app: TestApp;
const ids: Record<string, number> = {};

beforeAll(async () => {
  app = await startTestApp();
  const create = async (title: string, day: number, more: object = {}) => {
    const dates = { start_date: `2027-06-${day} 10:00`, end_date: `2027-06-${day} 12:00` };
    const record = await make(app, 'events', { title, ...dates, categories: ['Music'], venue: ids['hall'], ...more });
    ids[title] = record.id;
  };
  ids['hall'] = (await make(app, 'venues', { venue: 'Hall' })).id;
  await create('Open', 10);
  await create('Locked', 11, { password: 'sesame' });
  await create('Locked by ann', 12, { password: 'other', author: 3 });
  await create('Draft', 13, { status: 'draft' });
  await create('Unlisted', 14, { hide_from_listings: true });
  await create('Model', 20);
  await multiply(ids['Model'] as number);
}, 60_000);

/** Writes the rows of the service, except for the texts, of which only the first pages are read. */
async function multiply(id: number): Promise<void> {
  await app.store.write(async (db) => {
    const { reader } = app.store;
    const event = await reader.selectFrom('events').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    const term = await reader
      .selectFrom('event_terms')
      .selectAll()
      .where('event_id', '=', id)
      .executeTakeFirstOrThrow();
    const link = await reader
      .selectFrom('event_links')
      .selectAll()
      .where('event_id', '=', id)
      .executeTakeFirstOrThrow();
    for (let first = id + 1; first < id + copies; first += 100) {
      const of = Array.from({ length: 100 }, (_, n) => first + n);
      await db
        .insertInto('events')
        .values(of.map((copy) => ({ ...event, id: copy })))
        .execute();
      await db
        .insertInto('event_terms')
        .values(of.map((copy) => ({ ...term, event_id: copy })))
        .execute();
      await db
        .insertInto('event_links')
        .values(of.map((copy) => ({ ...link, event_id: copy })))
        .execute();
    }
  });
}

test.each<[Login | null, string, number]>([
  [null, '', 2],
  [null, '&password=sesame', 3],
  ['con', '&status=publish', 2],
  ['ann', '&status=publish', 3],
  ['ann', '&status=publish&password=sesame', 4],
  ['ed', '&status=publish', 4],
  ['ed', '', 5],
])('%s, %s', async (as, more, shown) => {
  for (const filter of ['categories=music', `venue=${ids['hall']}`]) {
    const path = `/events?${filter}${more}&per_page=1`;
    const { body } = await app.request<{ total: number; events: { title: string }[] }>({ as, path });
    expect([body.total, body.events[0]?.title], path).toEqual([copies + shown, 'Open']);
  }
});
