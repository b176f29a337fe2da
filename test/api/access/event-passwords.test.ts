// Limits on guessing the passwords of protected events (D16).
import { expect, test } from 'vitest';
import { hashEventPassword } from '../../../src/resources/users/secrets.ts';
import { startTestApp, type TestAppOptions } from '../../support/test-app.ts';

async function open(options: TestAppOptions = {}) {
  const { request, clock } = await startTestApp({ settings: { trustedProxies: ['127.0.0.1'] }, ...options });
  const create = async (title: string, password: string) => {
    const json = { title, start_date: '2027-05-10', end_date: '2027-05-10', password, description: 'Secret' };
    return (await request<{ id: number }>({ as: 'ed', method: 'POST', path: '/events', json })).body.id;
  };
  const [gala, ball] = [await create('Gala', 'sesame'), await create('Ball', 'open')];
  const get = async (path: string, password: string, address = '192.0.2.1') => {
    const { status, headers } = await request({ path, query: { password }, headers: { 'x-forwarded-for': address } });
    return status === 429 ? `429 after ${headers['retry-after']}` : String(status);
  };
  return { gala, ball, get, clock };
}

test('After ten wrong passwords for an event, even the right one is refused to this address for five minutes', async () => {
  const { gala, ball, get, clock } = await open();
  for (let n = 0; n < 10; n++) expect(await get(`/events/${gala}`, `guess ${n}`)).toBe('403');
  expect(await get(`/events/${gala}`, 'sesame')).toBe('429 after 300');
  expect(await get(`/events/${gala}.ics`, 'sesame')).toBe('429 after 300');
  expect(await get(`/events/${gala}`, 'sesame', '192.0.2.2')).toBe('200');
  expect(await get(`/events/${ball}`, 'open')).toBe('200');
  clock.advance(300);
  expect(await get(`/events/${gala}`, 'sesame')).toBe('200');
});

test.each([
  ['/events/ID', '403'],
  ['/events', '200'],
])('Of guesses at %s that are sent at once only ten are answered', async (path, answered) => {
  const { gala, get } = await open();
  const guess = (n: number) => get(path.replace('ID', String(gala)), `guess ${n}`);
  const replies = await Promise.all(Array.from({ length: 30 }, (_, n) => guess(n)));
  expect(replies.sort()).toEqual([...Array(10).fill(answered), ...Array(20).fill('429 after 300')]);
});

test('All addresses of an IPv6 network share the limit, as one client has all of them', async () => {
  const { gala, get } = await open();
  for (let n = 0; n < 10; n++) expect(await get(`/events/${gala}`, `guess ${n}`, `2001:db8::${n}`)).toBe('403');
  expect(await get(`/events/${gala}`, 'sesame', '2001:db8::a')).toBe('429 after 300');
  expect(await get(`/events/${gala}`, 'sesame', '2001:db8:0:1::a')).toBe('200');
});

test('The right password for an event resets the count of wrong ones', async () => {
  const { gala, get } = await open();
  for (let round = 0; round < 3; round++) {
    for (let n = 0; n < 9; n++) expect(await get(`/events/${gala}`, `guess ${n}`)).toBe('403');
    expect(await get(`/events/${gala}`, 'sesame')).toBe('200');
  }
});

test.each(['/events', '/events.ics', '/venues?has_events=true'])(
  'After ten passwords that fit no event %s is refused, and one that fits does not help to guess on',
  async (path) => {
    const { get } = await open();
    for (let n = 0; n < 10; n++) {
      expect(await get(path, `guess ${n}`)).toBe('200');
      if (n === 5) expect(await get(path, 'open')).toBe('200');
    }
    expect(await get(path, 'open')).toBe('429 after 300');
    expect(await get(path, 'open', '192.0.2.2')).toBe('200');
  },
);

test('The same wrong password is counted only once', async () => {
  const { gala, get } = await open({ hashEventPassword });
  for (let n = 0; n < 15; n++) expect(await get(`/events/${gala}?n=${n}`, 'changed since')).toBe('403');
  expect(await get(`/events/${gala}`, 'sesame')).toBe('200');
});

test.each(['/events', '/events.ics', '/events.rss', '/events.atom', '/events.csv'])(
  '%s does not show the password in its own URL',
  async (path) => {
    const { request } = await startTestApp();
    const reply = await request({ path, query: { password: 'sesame', per_page: 1 } });
    expect(reply.status).toBe(200);
    expect(`${JSON.stringify(reply.body)} ${reply.headers['link']}`).not.toContain('sesame');
  },
);
