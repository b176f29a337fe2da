import { expect, test } from 'vitest';
import { memoPerVersion } from './version-memo.ts';

test('A memo is valid for one version, until the next scheduled publication', () => {
  const memoAt = memoPerVersion(() => ({}));
  const memo = memoAt(10, { version: 1, since: 0, until: 100 });
  expect(memoAt(99, { version: 1, since: 0, until: 100 })).toBe(memo);
  expect(memoAt(99, { version: 2, since: 0, until: 100 })).not.toBe(memo);
  const after = memoAt(100, { version: 2, since: 0, until: 200 });
  expect(memoAt(100, { version: 2, since: 0, until: 200 })).toBe(after);
});

test('A request from before a scheduled publication does not share the memo of later requests', () => {
  const memoAt = memoPerVersion(() => ({ total: 0 }));
  const early = { version: 1, since: 0, until: 100 };
  memoAt(99, early);
  const late = { version: 1, since: 0, until: 200 };
  memoAt(100, late);
  memoAt(99, early).total = 1;
  expect(memoAt(100, late)).toEqual({ total: 0 });
});
