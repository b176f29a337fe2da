import { expect, test } from 'vitest';
import { memoPerVersion } from './version-memo.ts';

test('A place is that of one state until something comes due', () => {
  const placeAt = memoPerVersion(() => ({}));
  const place = placeAt(10, { version: 1, since: 0, until: 100 });
  expect(placeAt(99, { version: 1, since: 0, until: 100 })).toBe(place);
  expect(placeAt(99, { version: 2, since: 0, until: 100 })).not.toBe(place);
  const after = placeAt(100, { version: 2, since: 0, until: 200 });
  expect(placeAt(100, { version: 2, since: 0, until: 200 })).toBe(after);
});

test('A request from before something came due writes nothing where those after it read', () => {
  const placeAt = memoPerVersion(() => ({ total: 0 }));
  const early = { version: 1, since: 0, until: 100 };
  placeAt(99, early);
  const late = { version: 1, since: 0, until: 200 };
  placeAt(100, late);
  placeAt(99, early).total = 1;
  expect(placeAt(100, late)).toEqual({ total: 0 });
});
