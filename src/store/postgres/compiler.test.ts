import { expect, test } from 'vitest';
import { withoutHints } from './compiler.ts';

test.each([
  [
    `where (e.start_utc + 0) >= $1 and ("e"."status" || '') = 'publish'`,
    `where e.start_utc >= $1 and "e"."status" = 'publish'`,
  ],
  [`and e.hide_from_listings + 0 = 0 and e.start_utc + 0 < $2`, `and e.hide_from_listings = 0 and e.start_utc < $2`],
  [`(term_id + 0) in (select 1)`, `term_id in (select 1)`],
  [`e.id in (select unnest($12::bigint[])) and`, `e.id = any($12::bigint[]) and`],
  [`(term_id + 0) in (select unnest($1::bigint[]))`, `term_id = any($1::bigint[])`],
  [`e.id not in (select unnest($1::bigint[]))`, `e.id not in (select unnest($1::bigint[]))`],
  [`set n = event_counts.n + 1`, `set n = event_counts.n + 1`],
  [`(a + b + 0)`, `(a + b + 0)`],
  [`select coalesce(title, '') || 'x'`, `select coalesce(title, '') || 'x'`],
])('%s', (text, kept) => {
  expect(withoutHints(text)).toBe(kept);
});
