import { expect, test } from 'vitest';
import { isPlainHttp } from './listen.ts';

test.each([
  ['127.0.0.1', [], false],
  ['localhost', [], false],
  ['::1', [], false],
  ['0.0.0.0', [], true],
  ['::', [], true],
  ['192.0.2.1', [], true],
  ['0.0.0.0', ['10.0.0.0/8'], false],
] as const)('Listening on %s behind %j means plain HTTP for other machines: %s', (host, trustedProxies, expected) => {
  expect(isPlainHttp({ host, trustedProxies })).toBe(expected);
});
