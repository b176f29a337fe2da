import { expect, test } from 'vitest';
import { originOf } from './site-url.ts';

test.each([
  ['http', 'calendar.example', 'http://calendar.example'],
  ['http', 'calendar.example:80', 'http://calendar.example'],
  ['https', 'calendar.example:443', 'https://calendar.example'],
  ['http', 'calendar.example:443', 'http://calendar.example:443'],
  ['http', '[::1]:3000', 'http://[::1]:3000'],
  ['http', undefined, 'http://localhost'],
  ['http', 'a b', 'http://localhost'],
  ['http', 'evil.example/path?x', 'http://localhost'],
  ['http', 'x"><script>', 'http://localhost'],
  ['http', 'calendar.example:99999', 'http://localhost'],
  ['http', '1.2.3.999', 'http://localhost'],
  ['http', '[::::]', 'http://localhost'],
])('The scheme %s and the host %s make the origin %s', (scheme, host, origin) => {
  expect(originOf(scheme, host)).toBe(origin);
});
