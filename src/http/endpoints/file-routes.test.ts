import { expect, test } from 'vitest';
import { rangeIn } from './file-routes.ts';

test.each<[header: string | undefined, size: number, range: ReturnType<typeof rangeIn>]>([
  [undefined, 10, undefined],
  ['bytes=0-0', 10, { start: 0, end: 0 }],
  ['bytes=2-5', 10, { start: 2, end: 5 }],
  ['bytes=2-', 10, { start: 2, end: 9 }],
  ['bytes=-3', 10, { start: 7, end: 9 }],
  ['bytes=-30', 10, { start: 0, end: 9 }],
  ['bytes=2-99999999999999999999', 10, { start: 2, end: 9 }],
  ['bytes=10-', 10, 'unsatisfiable'],
  ['bytes=99999999999999999999-', 10, 'unsatisfiable'],
  ['bytes=-0', 10, 'unsatisfiable'],
  ['bytes=0-', 0, 'unsatisfiable'],
  ['bytes=5-2', 10, undefined],
  ['bytes=1-2,4-5', 10, undefined],
  ['bytes=', 10, undefined],
  ['items=1-2', 10, undefined],
])('%s of %d bytes', (header, size, range) => expect(rangeIn(header, size)).toEqual(range));
