import { expect, test } from 'vitest';
import { createDateFormat, titleWithStatus } from './words.ts';

test.each([
  ['en', 'Canceled: Gala'],
  ['fr', 'Annulé\u00a0: Gala'],
  ['ja', '中止：Gala'],
] as const)('The status before a title has the colon of its language (%s)', (language, expected) => {
  expect(titleWithStatus('Gala', 'canceled', language)).toBe(expected);
});

test.each([
  ['2027-05-10 00:00:00', '2027-05-13 00:00:00', 'Monday, May 10 – Wednesday, May 12, 2027'],
  ['2027-05-10 09:00:00', '2027-05-12 00:00:00', 'Monday, May 10 – Tuesday, May 11, 2027'],
  ['2027-05-10 00:00:00', '2027-05-11 00:00:00', 'Monday, May 10, 2027'],
  ['0050-05-10 09:00:00', '0050-05-12 17:00:00', 'Tuesday, May 10 – Thursday, May 12, 50'],
])('Feeds name the first and the last day of a long event (%s to %s)', (start, end, expected) => {
  expect(createDateFormat('en')(start, end, false).replace(/\u2009/g, ' ')).toBe(expected);
});
