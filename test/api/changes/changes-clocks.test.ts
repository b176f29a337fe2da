// The change feed when the clocks of several machines differ: no change is lost.
import { beforeEach, describe, expect, test } from 'vitest';
import { make } from '../../support/field-table.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';

interface Feed {
  changes: { type: string; id: number; change: string }[];
  next_token: string;
}

let app: TestApp;
beforeEach(async () => {
  app = await startTestApp();
});

async function feed(since: string, more: Record<string, number> = {}): Promise<Feed> {
  const reply = await app.request<Feed>({ path: '/changes', query: { since, ...more } });
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return reply.body;
}
const token = async (): Promise<string> => (await feed('')).next_token;
const summaries = ({ changes }: Feed): string[] => changes.map(({ change, type, id }) => `${change} ${type} ${id}`);

const gala = { title: 'Gala', start_date: '2027-06-19 19:30:00', end_date: '2027-06-19 22:00:00' };
const event = async (more: object = {}) => (await make(app, 'events', { ...gala, ...more })).id;
const write = async (method: 'PATCH' | 'DELETE', path: string, json?: object) => {
  const { status } = await app.request({ as: 'ed', method, path, ...(json ? { json } : {}) });
  expect(status).toBe(200);
};

describe('machines whose clocks differ by seconds', () => {
  const ahead = '2027-03-01T13:00:04Z';
  const behind = '2027-03-01T13:00:00Z';
  const atThat = async <T>(clock: string, work: () => Promise<T>): Promise<T> => {
    app.clock.set(clock);
    return work();
  };

  test('An event that came due on one machine is listed as removed, whichever machine answered in between', async () => {
    const id = await event({ date_utc: '2027-03-01 13:00:03' });
    const since = await token();
    const first = await atThat(ahead, () => feed(since));
    expect(summaries(first)).toEqual([`created event ${id}`]);
    const second = await atThat(behind, () => feed(first.next_token));
    expect(summaries(second)).toEqual([]);
    await write('DELETE', `/events/${id}`);
    expect(summaries(await feed(second.next_token))).toEqual([`removed event ${id}`]);
  });

  test('An event that a machine with another clock published is reported as removed after changes by a second one', async () => {
    const since = await atThat(behind, token);
    const id = await atThat(ahead, () => event());
    const first = await atThat(behind, () => feed(since));
    expect(summaries(first)).toEqual([`created event ${id}`]);
    await write('PATCH', `/events/${id}`, { title: 'Changed' });
    await write('DELETE', `/events/${id}`);
    expect(summaries(await feed(first.next_token))).toEqual([`removed event ${id}`]);
  });

  test('An event that comes due between the clocks of two machines is listed on pages that one starts and the other continues', async () => {
    const since = await token();
    const ids = [await event(), await event({ date_utc: '2027-03-01 13:00:02' })];
    const first = await atThat(ahead, () => feed(since, { per_page: 1 }));
    const second = await atThat(behind, () => feed(first.next_token, { per_page: 1 }));
    const third = await atThat(ahead, () => feed(second.next_token));
    expect([first, second, third].flatMap(summaries)).toEqual(ids.map((id) => `created event ${id}`));
  });

  test('An event that one machine schedules between two pages that another has begun is listed after them, once', async () => {
    app.clock.set(behind);
    const ids = [await event({ date_utc: '2027-03-01 13:00:01' }), await event({ date_utc: '2027-03-01 13:00:03' })];
    const since = await token();
    const first = await atThat(ahead, () => feed(since, { per_page: 1 }));
    ids.push(await atThat(behind, () => event({ date_utc: '2027-03-01 13:00:02' })));
    const second = await atThat(ahead, () => feed(first.next_token));
    expect([first, second].flatMap(summaries)).toEqual(ids.slice(0, 2).map((id) => `created event ${id}`));
    expect(summaries(await feed(second.next_token))).toEqual([`created event ${ids[2]}`]);
  });

  test('After the clock was set back, nothing is listed before it is due', async () => {
    const since = await atThat('2037-03-01T13:00:00Z', token);
    await atThat(behind, () => event({ date_utc: '2027-03-02 13:00:00' }));
    const first = await feed(since);
    expect(summaries(first)).toEqual([]);
    app.clock.set('2027-03-02T13:00:00Z');
    expect((await feed(first.next_token)).changes).toHaveLength(1);
  });
});
