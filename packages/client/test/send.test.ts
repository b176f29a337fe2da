import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type ClientOptions, createClient, KalendsError } from '../src/client.ts';
import { reply, scriptedFetch } from './support/scripted-fetch.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const own = 'https://calendar.example/wp-json/calendar/events/v1';
const foreign = 'https://old-site.example/wp-json/tribe/events/v1';
const offline = () => new TypeError('fetch failed');
const tag = { id: 1, name: 'Jazz' };
const made = () => reply(tag, 201);
const status = (code: number, headers = {}) =>
  reply({ code: 'x', message: 'X', data: { status: code } }, code, headers);

type Client = ReturnType<typeof createClient>;

/** Runs the call with all its waits skipped. */
async function run(
  answers: Parameters<typeof scriptedFetch>[0],
  call: (client: Client) => Promise<unknown>,
  options?: Partial<ClientOptions>,
) {
  const { fetch, asked } = scriptedFetch(answers);
  const done = call(createClient({ url: own, fetch, ...options })).then(
    (value) => ({ value, error: undefined }),
    (error: unknown) => ({ value: undefined, error: error as KalendsError }),
  );
  const begin = Date.now();
  await vi.runAllTimersAsync();
  return { ...(await done), asked, waitedMs: Date.now() - begin };
}

const create = (client: Client) => client.tags.create({ name: 'Jazz' });
const list = (client: Client) => client.tags.list();

describe('retries', () => {
  test.each([
    ['a read after no reply', list, [offline(), reply({ tags: [] })], {}],
    ['a read after 502', list, [status(502), reply({ tags: [] })], {}],
    ['a read after a page of a gateway', list, [reply('<html>', 504), reply({ tags: [] })], {}],
    ['a creation with a key after no reply', create, [offline(), status(503), made()], {}],
    [
      'a creation with a key of which the first try still runs',
      create,
      [reply({ code: 'idempotency-key-in-use', message: '' }, 409), made()],
      {},
    ],
    ['a creation elsewhere that was refused', create, [status(429, { 'retry-after': '2' }), made()], { url: foreign }],
    ['a creation elsewhere where keys are known', create, [offline(), made()], { url: foreign, idempotency: true }],
    [
      'an update elsewhere after no reply',
      (c: Client) => c.tags.update(1, { name: 'Jazz' }),
      [offline(), made()],
      { url: foreign },
    ],
    ['a removal after no reply', (c: Client) => c.tags.delete(1), [offline(), made()], {}],
  ])('%s', async (_name, call, answers, options) => {
    const { error, asked } = await run(answers, call, options);
    expect(error).toBeUndefined();
    expect(asked).toHaveLength(answers.length);
  });

  test('The same key with every try, and another with every request', async () => {
    const twice = async (client: Client) => [await create(client), await create(client)];
    const { asked } = await run([offline(), made(), made()], twice);
    const keys = asked.map(({ headers }) => headers.get('idempotency-key'));
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).not.toBe(keys[0]);
  });

  test.each([
    ['a creation on another server without a reply', create, offline(), { url: foreign }, 'network_error'],
    ['a creation on another server after 502', create, status(502), { url: foreign }, 'x'],
    ['an invalid request', list, status(400), {}, 'x'],
    ['an internal error', list, status(500), {}, 'x'],
    ['a Retry-After of five minutes', list, status(429, { 'retry-after': '300' }), {}, 'x'],
    ['a reply that is not JSON', list, reply('<html>'), {}, 'invalid_reply'],
    ['a redirected write', create, reply('', 301, { location: foreign }), {}, 'redirected'],
    ['a caller who wants no retries', list, offline(), { retries: 0 }, 'network_error'],
  ])('Nothing is retried for %s', async (_name, call, answer, options, code) => {
    const { error, asked } = await run([answer], call, options);
    expect(asked).toHaveLength(1);
    expect(error).toBeInstanceOf(KalendsError);
    expect(error?.code).toBe(code);
  });

  test('Retrying ends after three more tries, with the last error', async () => {
    const { error, asked } = await run([offline(), offline(), offline(), status(503)], list);
    expect(asked).toHaveLength(4);
    expect(error?.status).toBe(503);
  });

  test.each([
    ['seconds', () => '7', 7000],
    ['a date', () => new Date(Date.now() + 9000).toUTCString(), 8000],
  ])('Retries wait as long as Retry-After says, in %s', async (_name, header, leastMs) => {
    const answer = () => status(503, { 'retry-after': header() });
    const { waitedMs } = await run([answer, reply({ tags: [] })], list);
    expect(waitedMs).toBeGreaterThanOrEqual(leastMs);
    expect(waitedMs).toBeLessThan(leastMs + 2000);
  });
});

describe('ends', () => {
  const never = () => new Promise<Response>(() => {});

  test('A try after its time, and tries again', async () => {
    const { asked, error } = await run([never, reply({ tags: [] })], list, { timeoutMs: 1000 });
    expect(asked).toHaveLength(2);
    expect(error).toBeUndefined();
  });

  test('With timeout where time is never enough', async () => {
    const { error } = await run([never], (client) => client.tags.list({}, { timeoutMs: 50, retries: 0 }));
    expect(error).toMatchObject({ code: 'timeout', status: 0 });
  });

  test.each([
    ['a request under way', [never]],
    ['the wait before the next try', [status(503, { 'retry-after': '30' })]],
    ['what has not begun', []],
  ])('%s when the caller wants it, with the reason of the caller', async (name, answers) => {
    const ender = new AbortController();
    if (name === 'what has not begun') ender.abort('enough');
    setTimeout(() => ender.abort('enough'), 5000);
    const { error, asked, waitedMs } = await run(answers, (client) => client.tags.list({}, { signal: ender.signal }));
    expect(error).toBe('enough');
    expect(asked).toHaveLength(answers.length);
    expect(waitedMs).toBeLessThanOrEqual(5000);
  });
});

describe('sends', () => {
  test('Reads without headers for which a browser would send a preflight request', async () => {
    const { asked } = await run([reply({ tags: [] })], list);
    expect([...(asked[0]?.headers.keys() ?? [])]).toEqual(['accept']);
  });

  test('Credentials in UTF-8, headers and language of the client', async () => {
    const options = { user: 'zoë', password: 'pä', headers: { 'x-app': 'a' }, language: 'de' as const };
    const { asked } = await run([reply({ tags: [] })], list, options);
    const { headers, url } = asked[0]!;
    expect(headers.get('authorization')).toBe(`Basic ${Buffer.from('zoë:pä').toString('base64')}`);
    expect(headers.get('x-app')).toBe('a');
    expect(url.searchParams.get('i18n_language')).toBe('de');
  });

  test('Lists with commas, and nothing of what is undefined or null', async () => {
    const filters = { include: [1, 2], search: undefined, slug: 'a,b&c' };
    const { asked } = await run([reply({ tags: [] })], (client) => client.tags.list(filters));
    expect(Object.fromEntries(asked[0]!.url.searchParams)).toEqual({ include: '1,2', slug: 'a,b&c' });
  });

  test('Slugs and external ids as one segment of the path, also behind rest_route', async () => {
    const call = (client: Client) => client.venues.bySlug('a/../b');
    expect((await run([reply({})], call)).asked[0]?.url.pathname).toBe(
      '/wp-json/calendar/events/v1/venues/by-slug/a%2F..%2Fb',
    );
  });

  test('Dates as they were given', async () => {
    const { asked } = await run([reply({ events: [] })], (client) =>
      client.events.list({ start_date: '2027-05-10 18:00' }),
    );
    expect(asked[0]?.url.searchParams.get('start_date')).toBe('2027-05-10 18:00');
  });
});

test('An invalid address is reported at once', () => {
  expect(() => createClient({ url: 'calendar.example' })).toThrow(TypeError);
});
