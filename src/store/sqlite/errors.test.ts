import { expect, test } from 'vitest';
import { StoreUnavailable } from '../unavailable.ts';
import { asUnavailable, primaryCodeOf } from './errors.ts';

const failed = (code: string) => Object.assign(new Error('disk I/O error'), { code });

test.each([
  ['SQLITE_FULL', /the disk is full/],
  // There was no space for the index of the log, which is needed for opening.
  ['SQLITE_IOERR_SHMSIZE', /the disk is full/],
  ['SQLITE_IOERR_READ', /the disk reports an error/],
  ['SQLITE_READONLY_DBMOVED', /read-only/],
])('The error %s is reported in a sentence', (code, sentence) => {
  const unavailable = asUnavailable(failed(code), 'a.sqlite') as StoreUnavailable;
  expect(unavailable).toBeInstanceOf(StoreUnavailable);
  expect(unavailable.message).toMatch(sentence);
});

test('Errors of statements are not reported as errors of the database', () => {
  const error = failed('SQLITE_CONSTRAINT_NOTNULL');
  expect(asUnavailable(error, 'a.sqlite')).toBe(error);
  expect(primaryCodeOf(new Error('SQLITE_FULL'))).toBe('');
});
