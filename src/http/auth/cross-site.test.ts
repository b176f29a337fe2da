import { expect, test } from 'vitest';
import { isForged } from './cross-site.ts';

const trusted = {
  calendar: ['http://127.0.0.1:8080', 'https://events.example'],
  allowed: new Set(['https://app.example']),
};
const form = 'application/x-www-form-urlencoded';

test.each([
  ['a form of another site', { origin: 'https://evil.example', 'content-type': form }, true],
  ['a form of another port of this host', { origin: 'http://127.0.0.1:9000', 'content-type': form }, true],
  ['a form of a page without an origin', { origin: 'null', 'content-type': form }, true],
  ['a multipart form', { origin: 'https://evil.example', 'content-type': 'multipart/form-data; boundary=x' }, true],
  ['plain text', { origin: 'https://evil.example', 'content-type': 'Text/Plain;charset=UTF-8' }, true],
  ['a request without a body', { origin: 'https://evil.example' }, true],
  ['a form whose site is only in Sec-Fetch-Site', { 'sec-fetch-site': 'cross-site', 'content-type': form }, true],
  ['a form of a neighbouring host', { 'sec-fetch-site': 'same-site', 'content-type': form }, true],
  ['JSON, which needs a preflight', { origin: 'https://evil.example', 'content-type': 'application/json' }, false],
  [
    'a form with remembered credentials',
    { origin: 'https://evil.example', authorization: 'Basic eDp4', 'content-type': form },
    true,
  ],
  ['a form with a token', { origin: 'https://app.example', authorization: 'Bearer x', 'content-type': form }, false],
  ['a form of this host', { origin: 'http://127.0.0.1:8080', 'content-type': form }, false],
  ['a form of the public host', { origin: 'https://events.example', 'content-type': form }, false],
  [
    'a form of an allowed origin',
    { origin: 'https://app.example', 'sec-fetch-site': 'cross-site', 'content-type': form },
    false,
  ],
  [
    'a form of this host that hides its origin',
    { origin: 'null', 'sec-fetch-site': 'same-origin', 'content-type': form },
    false,
  ],
  ['a program without a browser', { 'content-type': form }, false],
])('A POST as %s sends it: forged %#', (_what, headers, expected) => {
  expect(isForged({ method: 'POST', headers }, trusted)).toBe(expected);
});

test.each(['GET', 'HEAD', 'OPTIONS', 'PUT', 'PATCH', 'DELETE'])(
  '%s is never forged: a browser sends it only to read or after a preflight',
  (method) => {
    expect(isForged({ method, headers: { origin: 'https://evil.example' } }, trusted)).toBe(false);
  },
);
