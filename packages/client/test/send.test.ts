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
  const { fetch, requests } = scriptedFetch(answers);
  const done = call(createClient({ url: own, fetch, ...options })).then(
    (value) => ({ value, error: undefined }),
    (error: unknown) => ({ value: undefined, error: error as KalendsError }),
  );
  const begin = Date.now();
  await vi.runAllTimersAsync();
  return { ...(await done), requests, waitedMs: Date.now() - begin };
}

const create = (client: Client) => client.tags.create({ name: 'Jazz' });
const list = (client: Client) => client.tags.list();

describe('retries', () => {
  test.each([
    ['A read is retried after no reply', list, [offline(), reply({ tags: [] })], {}],
    ['A read is retried after 502', list, [status(502), reply({ tags: [] })], {}],
    ['A read is retried after an HTML page of a gateway', list, [reply('<html>', 504), reply({ tags: [] })], {}],
    ['A creation with a key is retried after no reply', create, [offline(), status(503), made()], {}],
    [
      'A creation with a key is retried while the first attempt still runs',
      create,
      [reply({ code: 'idempotency-key-in-use', message: '' }, 409), made()],
      {},
    ],
    [
      'A creation on another server is retried after 429',
      create,
      [status(429, { 'retry-after': '2' }), made()],
      { url: foreign },
    ],
    [
      'A creation on another server that supports keys is retried',
      create,
      [offline(), made()],
      { url: foreign, idempotency: true },
    ],
    [
      'An update on another server is retried after no reply',
      (c: Client) => c.tags.update(1, { name: 'Jazz' }),
      [offline(), made()],
      { url: foreign },
    ],
    ['A deletion is retried after no reply', (c: Client) => c.tags.delete(1), [offline(), made()], {}],
  ])('%s', async (_name, call, answers, options) => {
    const { error, requests } = await run(answers, call, options);
    expect(error).toBeUndefined();
    expect(requests).toHaveLength(answers.length);
  });

  test('All attempts of a request have the same key, and each request has another', async () => {
    const twice = async (client: Client) => [await create(client), await create(client)];
    const { requests } = await run([offline(), made(), made()], twice);
    const keys = requests.map(({ headers }) => headers.get('idempotency-key'));
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
    const { error, requests } = await run([answer], call, options);
    expect(requests).toHaveLength(1);
    expect(error).toBeInstanceOf(KalendsError);
    expect(error?.code).toBe(code);
  });

  test('After three retries, the last error is thrown', async () => {
    const { error, requests } = await run([offline(), offline(), offline(), status(503)], list);
    expect(requests).toHaveLength(4);
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

describe('time limits and aborts', () => {
  const never = () => new Promise<Response>(() => {});

  test('An attempt that takes too long is aborted and retried', async () => {
    const { requests, error } = await run([never, reply({ tags: [] })], list, { timeoutMs: 1000 });
    expect(requests).toHaveLength(2);
    expect(error).toBeUndefined();
  });

  test('If every attempt takes too long, the error is a timeout', async () => {
    const { error } = await run([never], (client) => client.tags.list({}, { timeoutMs: 50, retries: 0 }));
    expect(error).toMatchObject({ code: 'timeout', status: 0 });
  });

  test.each([
    ['A request in progress', [never]],
    ['The pause before a retry', [status(503, { 'retry-after': '30' })]],
    ['A request that has not begun', []],
  ])('%s can be aborted, which throws the reason of the caller', async (name, answers) => {
    const ender = new AbortController();
    if (name === 'A request that has not begun') ender.abort('enough');
    setTimeout(() => ender.abort('enough'), 5000);
    const { error, requests, waitedMs } = await run(answers, (client) =>
      client.tags.list({}, { signal: ender.signal }),
    );
    expect(error).toBe('enough');
    expect(requests).toHaveLength(answers.length);
    expect(waitedMs).toBeLessThanOrEqual(5000);
  });
});

describe('requests', () => {
  test('Reads have no headers that would cause a preflight request', async () => {
    const { requests } = await run([reply({ tags: [] })], list);
    expect([...(requests[0]?.headers.keys() ?? [])]).toEqual(['accept']);
  });

  test('Requests have the credentials in UTF-8, the headers and the language of the client', async () => {
    const options = { user: 'zoë', password: 'pä', headers: { 'x-app': 'a' }, language: 'de' as const };
    const { requests } = await run([reply({ tags: [] })], list, options);
    const { headers, url } = requests[0]!;
    expect(headers.get('authorization')).toBe(`Basic ${Buffer.from('zoë:pä').toString('base64')}`);
    expect(headers.get('x-app')).toBe('a');
    expect(url.searchParams.get('i18n_language')).toBe('de');
  });

  test('Lists are sent comma-separated, and undefined or null not at all', async () => {
    const filters = { include: [1, 2], search: undefined, slug: 'a,b&c' };
    const { requests } = await run([reply({ tags: [] })], (client) => client.tags.list(filters));
    expect(Object.fromEntries(requests[0]!.url.searchParams)).toEqual({ include: '1,2', slug: 'a,b&c' });
  });

  test('Slugs and external ids are one segment of the path, also in rest_route', async () => {
    const call = (client: Client) => client.venues.bySlug('a/../b');
    expect((await run([reply({})], call)).requests[0]?.url.pathname).toBe(
      '/wp-json/calendar/events/v1/venues/by-slug/a%2F..%2Fb',
    );
  });

  test('Dates are sent unchanged', async () => {
    const { requests } = await run([reply({ events: [] })], (client) =>
      client.events.list({ start_date: '2027-05-10 18:00' }),
    );
    expect(requests[0]?.url.searchParams.get('start_date')).toBe('2027-05-10 18:00');
  });
});

test('An invalid URL is reported at once', () => {
  expect(() => createClient({ url: 'calendar.example' })).toThrow(TypeError);
});
