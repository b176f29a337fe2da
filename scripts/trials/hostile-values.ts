// Hostile values, bodies, headers and raw messages.
import type { Random } from '../../src/demo/random.ts';

const texts = [
  '',
  ' ',
  '0',
  '-1',
  '1e309',
  'NaN',
  'null',
  'undefined',
  'true',
  '[]',
  '{}',
  '9'.repeat(400),
  '0x10',
  '１２',
  '1,2,,3,',
  ',',
  "' or 1=1 --",
  '"; drop table events; --',
  '%',
  '%00',
  '\u0000',
  '\u0000x',
  '../../../../etc/passwd',
  '..%2f..%2f',
  '\\',
  '#{7*7}',
  '{{7*7}}',
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  'javascript:alert(1)',
  'data:text/html,x',
  'file:///etc/passwd',
  'http://127.0.0.1:1/',
  'http://[::1]/',
  'http://169.254.169.254/latest/meta-data/',
  'a'.repeat(5000),
  'é'.repeat(2000),
  '\ud800',
  '\udfff\ud800',
  '👨‍👩‍👧‍👦'.repeat(50),
  '\u202e\u2066abc',
  'ﷺ'.repeat(300),
  '\u0301'.repeat(500),
  '\r\nset-cookie: a=b',
  '\n',
  '\t',
  '__proto__',
  'constructor',
  'toString',
  'now',
  'today',
  'tomorrow',
  '+1 week',
  '99999-01-01',
  '0000-00-00',
  '2027-02-30',
  '2027-01-01T25:61:61',
  '-271821-04-20',
  '+275760-09-13',
  '2027-03-28 02:30:00',
  'first monday of january 2027',
  '1970-01-01T00:00:00+99:99',
  'Europe/Nowhere',
  'UTC+14',
  'eng',
  'de_AT@euro',
  'publish,draft',
  'any',
  'trash',
  'asc',
  'desc',
  'distance',
  'id',
  'AAAA',
  'MTIz',
  'e30=',
  '-',
  '"',
  '"a',
  'a" -"b',
  '-a',
  '*',
  '(',
  '[',
  '(a+)+$',
  'NEAR(a b)',
  'a OR b',
  'a AND NOT b',
  'title:a',
  '^a',
  'ß',
  'İ',
  'ſ',
  '日本',
  '1.5',
  '1,5',
  '٣',
  '1970',
  '253402300800',
  '-62167219200',
] as const;

const numbers = [0, -0, -1, 1, 1.5, 1e21, 1e308, -1e308, 2 ** 31, 2 ** 53, 2 ** 63, -(2 ** 63), 0.1, 4e-320] as const;

export function hostileText(random: Random): string {
  const text = random.pick(texts);
  return random.next() < 0.1 ? text + random.pick(texts) : text;
}

/** A JSON value of any type, at most a few levels deep. */
export function hostileValue(random: Random, depth = 0): unknown {
  const kind = random.next();
  if (kind < 0.45) return hostileText(random);
  if (kind < 0.6) return random.pick(numbers);
  if (kind < 0.72) return random.pick([null, true, false]);
  if (depth > 2) return [];
  const values = Array.from({ length: random.between(0, 4) }, () => hostileValue(random, depth + 1));
  return kind < 0.86 ? values : Object.fromEntries(values.map((value, at) => [hostileText(random) || `k${at}`, value]));
}

const brokenBodies = [
  '',
  '{',
  '}',
  '[',
  '"',
  'nul',
  '{"title":',
  '{"title":"a",}',
  '{"a":1}{"b":2}',
  '\ufeff{}',
  '{"__proto__":{"admin":true}}',
  '\u0000',
  `${'['.repeat(5000)}${']'.repeat(5000)}`,
  `{"title":"${'x'.repeat(100_000)}"}`,
  '{"title":"\\ud800"}',
  '{"title":1e999}',
  `{${Array.from({ length: 3000 }, (_, at) => `"m${at}":1`).join()}}`,
  'title=%',
  'title=%ff%fe',
  'title[]=1&title[a]=2',
  `a${'[a]'.repeat(500)}=1`,
  '--x\r\ncontent-disposition: form-data; name="title"\r\n\r\na',
  '--x--',
  '--x\r\n\r\n\r\n--x--',
] as const;

const contentTypes = [
  'application/json',
  'application/json; charset=utf-16',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'multipart/form-data',
  'text/plain',
  'text/xml',
  'image/png',
  '',
  'a/b; c',
  'application/json, text/html',
] as const;

export const brokenBody = (random: Random): { body: string; contentType: string } => ({
  body: random.pick(brokenBodies),
  contentType: random.pick(contentTypes),
});

const headers: readonly (readonly [string, readonly string[]])[] = [
  ['accept', ['', '*/*', 'text/html;q=x', 'a'.repeat(3000), 'application/json;q=0']],
  ['accept-encoding', ['', 'gzip;q=0, *;q=0', 'br;q=9', 'identity;q=0', 'zstd']],
  ['accept-language', ['', '*', 'xx-YY;q=1', 'de;q=a', 'x'.repeat(2000)]],
  [
    'authorization',
    [
      'Basic',
      'Basic !!!',
      'Basic Og==',
      `Basic ${btoa('admin:x')}`,
      'Bearer ',
      `Bearer ${'x'.repeat(3000)}`,
      'Digest a=b',
      'Basic w4M=',
    ],
  ],
  ['idempotency-key', ['', 'a', '"a"', 'x'.repeat(3000), '\u00ff']],
  ['if-match', ['', '*', '"', 'W/"a"', '"a", "b"', 'x'.repeat(2000)]],
  ['if-none-match', ['*', '"', 'W/"', ',,,', '"a"'.repeat(500)]],
  ['if-modified-since', ['x', 'Thu, 01 Jan 1970 00:00:00 GMT', 'Fri, 31 Dec 99999 00:00:00 GMT']],
  ['range', ['bytes=0-', 'bytes=5-1', 'bytes=-99999999999', 'bytes=0-0,1-1,2-2', 'items=1']],
  ['x-http-method-override', ['DELETE', 'TRACE', 'x', '']],
  ['x-forwarded-for', ['127.0.0.1', '::1, x', 'a'.repeat(500)]],
  ['x-forwarded-proto', ['https', 'javascript', 'http,https']],
  ['x-forwarded-host', ['evil.example', 'a b', '']],
  ['origin', ['null', 'https://evil.example', 'x']],
  ['prefer', ['return=minimal', 'x']],
  ['expect', ['200-ok']],
  ['content-encoding', ['gzip', 'br', 'x']],
];

/** Most requests have none of them. */
export function hostileHeaders(random: Random): Record<string, string> {
  const chosen: Record<string, string> = {};
  while (random.next() < 0.3) {
    const [name, values] = random.pick(headers);
    chosen[name] = random.pick(values);
  }
  return chosen;
}

/** Messages that are not HTTP, or that servers interpret differently. */
const messages = [
  'GET / HTTP/1.1\r\n\r\n',
  'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n',
  'GET /calendar/events/v1/events HTTP/0.9\r\n\r\n',
  'GET\r\n\r\n',
  '\r\n\r\n\r\n',
  'POST /calendar/events/v1/events HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET / HTTP/1.1\r\n\r\n',
  'POST /calendar/events/v1/events HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nabcdef',
  'POST /calendar/events/v1/events HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n',
  'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
  'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\n',
  'GET /\u0000 HTTP/1.1\r\nHost: a\r\n\r\n',
  'GET / HTTP/1.1\r\nHost: a\r\nX\u0000: b\r\n\r\n',
  'GET http://evil.example/calendar/events/v1/events HTTP/1.1\r\nHost: a\r\n\r\n',
  'GET //evil.example/%2e%2e HTTP/1.1\r\nHost: a\r\n\r\n',
  'CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n',
  'TRACE / HTTP/1.1\r\nHost: a\r\n\r\n',
  'OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n',
  'PROPFIND / HTTP/1.1\r\nHost: a\r\n\r\n',
  'GET / HTTP/1.1\r\nHost: a b\r\n\r\n',
  'GET / HTTP/1.1\r\nHost: \r\n\r\n',
  `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`,
  `GET / HTTP/1.1\r\nHost: a\r\n${'X: y\r\n'.repeat(3000)}\r\n`,
  `GET / HTTP/1.1\r\nHost: a\r\nX: ${'y'.repeat(70_000)}\r\n\r\n`,
  'GET / HTTP/1.1\r\nHost: a\r\n folded: b\r\n\r\n',
  'GET / HTTP/2.0\r\nHost: a\r\n\r\n',
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  '\u0016\u0003\u0001\u0002\u0000\u0001\u0000',
  'GET /events%0d%0aSet-Cookie:a HTTP/1.1\r\nHost: a\r\n\r\n',
  'GET / HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: upgrade\r\n\r\n',
  'GET / HTTP/1.1\nHost: a\n\n',
  'GET / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\nabc',
] as const;

export const rawMessage = (random: Random): string => {
  const message = random.pick(messages);
  return random.next() < 0.2 ? message.slice(0, random.between(1, message.length)) : message;
};
