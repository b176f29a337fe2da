// The log of slow requests. The limit is so low here that every request is slow.
import { beforeEach, expect, test } from 'vitest';
import { make } from '../../support/field-table.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';

type Line = Readonly<Record<string, unknown>>;
let logged: Line[] = [];
const log = { write: (line: string) => void logged.push(JSON.parse(line)) };
const every = { slowRequestSeconds: 1e-9 };
const slow = () => logged.filter(({ msg }) => msg === 'slow');

beforeEach(() => {
  logged = [];
});

async function startWithEvents(): Promise<TestApp> {
  const app = await startTestApp({ settings: every, log });
  for (const title of ['Jazz', 'Opera'])
    await make(app, 'events', { title, start_date: '2027-04-01 20:00:00', end_date: '2027-04-01 22:00:00' });
  logged = [];
  return app;
}

test('A slow request is logged as a warning with its path, time and steps', async () => {
  const app = await startWithEvents();
  await app.request({ as: 'ann', path: '/events' });
  const ms = expect.any(Number);
  expect(slow()).toEqual([
    {
      level: 40,
      time: expect.anything(),
      pid: expect.anything(),
      hostname: expect.anything(),
      msg: 'slow',
      reqId: expect.any(String),
      method: 'GET',
      path: '/wp-json/calendar/events/v1/events',
      status: 200,
      milliseconds: ms,
      steps: [
        { name: 'authenticate', milliseconds: ms },
        { name: 'listEvents', milliseconds: ms, plan: 'starts by start_date' },
      ],
    },
  ]);
});

test.each([
  ['/events', '', 'window by start_date'],
  ['/events', 'search=jazz', 'common words by start_date'],
  ['/events', 'include=1,2', 'few by date'],
  ['/events', 'orderby=date', 'starts by date'],
  ['/events', 'orderby=title', 'starts by title'],
  ['/events.ics', '', 'window by start_date'],
  ['/events.rss', '', 'window by start_date'],
])('The log of slow requests says how %s?%s was read: %s', async (path, query, plan) => {
  const app = await startWithEvents();
  await app.request({ path, query });
  expect(slow()).toMatchObject([{ steps: [{ plan }] }]);
});

test('The log of a slow page names each list that it shows', async () => {
  const app = await startWithEvents();
  const page = await app.app.inject({ url: '/', headers: { host: 'calendar.example', accept: 'text/html' } });
  expect(page.statusCode).toBe(200);
  expect(slow()).toMatchObject([{ path: expect.any(String), status: 200, steps: expect.anything() }]);
  expect(slow()[0]?.['steps']).toContainEqual(expect.objectContaining({ plan: 'window by start_date' }));
});

test('A slow write and a slow refusal are logged with their steps', async () => {
  const app = await startWithEvents();
  await app.request({ as: 'admin', method: 'POST', path: '/tags', json: { name: 'Late' } });
  await app.request({ as: 'sub', method: 'POST', path: '/tags', json: { name: 'Later' } });
  await app.request({ path: '/events/77' });
  const names = (line: Line) => (line['steps'] as { name: string }[]).map(({ name }) => name);
  expect(slow().map((line) => [line['status'], ...names(line)])).toEqual([
    [201, 'authenticate', 'readBody', 'createTag'],
    [403, 'authenticate'],
    [404, 'getEvent'],
  ]);
});

test('The log of slow requests has neither values of the query nor credentials', async () => {
  const app = await startWithEvents();
  await app.request({ as: 'admin', path: '/events/1', query: 'password=s3cret&search=s3cret' });
  expect(slow()).toHaveLength(1);
  expect(JSON.stringify(logged)).not.toContain('s3cret');
  expect(JSON.stringify(logged)).not.toContain(app.passwords.admin);
  expect(JSON.stringify(logged)).not.toContain('Basic');
});

test('Fast requests are not logged as slow, nor any if that is switched off', async () => {
  for (const slowRequestSeconds of [0, 3600]) {
    const app = await startTestApp({ settings: { slowRequestSeconds }, log });
    await app.request({ as: 'admin', method: 'POST', path: '/tags', json: { name: 'Soon' } });
  }
  expect(logged.map(({ msg }) => msg)).toEqual(['answered', 'answered']);
});
