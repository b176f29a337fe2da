import { expect, test } from 'vitest';
import { titleWithStatus } from './words.ts';

test.each([
  ['en', 'Canceled: Gala'],
  ['fr', 'Annulé\u00a0: Gala'],
  ['ja', '中止：Gala'],
] as const)('The status before a title has the colon of its language (%s)', (language, expected) => {
  expect(titleWithStatus('Gala', 'canceled', language)).toBe(expected);
});
