// Events requested by ids are in the order of publication, whatever other filters are sent.
import { expect, test } from 'vitest';
import { startTestApp } from '../../support/test-app.ts';

interface Page {
  events: { id: number }[];
  next_cursor?: string;
}

test('With a search, pages and cursors return all included events', async () => {
  const app = await startTestApp();
  const ids: number[] = [];
  // The later an event starts, the earlier it was published. There are more than are tested first for a common word.
  for (let n = 0; n < 80; n++) {
    const day = new Date(Date.UTC(2027, 3, 1 + n)).toISOString().slice(0, 10);
    const published = new Date(Date.UTC(2027, 1, 1) - n * 3_600_000).toISOString().slice(0, 19);
    const json = { title: 'Jazz', start_date: day, end_date: day, date_utc: published };
    ids.unshift((await app.request<{ id: number }>({ as: 'admin', method: 'POST', path: '/events', json })).body.id);
  }
  const path = `/events?include=${ids}&search=jazz&per_page=30`;
  const read = async (more: string) => (await app.request<Page>({ path: path + more })).body;
  const idsOf = ({ events }: Page) => events.map(({ id }) => id);
  const first = await read('');
  const second = await read(`&cursor=${first.next_cursor}`);
  const third = await read(`&cursor=${second.next_cursor}`);
  expect([...idsOf(first), ...idsOf(second), ...idsOf(third)]).toEqual(ids);
  expect([...idsOf(first), ...idsOf(await read('&page=2')), ...idsOf(await read('&page=3'))]).toEqual(ids);
});

test('A word that none of the first events has is found by the index of events', async () => {
  const app = await startTestApp();
  const create = async (title: string, day: string) => {
    const json = { title, start_date: `${day} 10:00`, end_date: `${day} 11:00` };
    return (await app.request<{ id: number }>({ as: 'admin', method: 'POST', path: '/events', json })).body.id;
  };
  const rare = await create('Zither 琴', '2028-01-01');
  for (let n = 0; n < 80; n++) await create('Jazz', '2027-05-01');
  for (const search of ['zither', '琴'])
    expect((await app.request<Page>({ path: '/events', query: { search } })).body.events).toMatchObject([{ id: rare }]);
});
