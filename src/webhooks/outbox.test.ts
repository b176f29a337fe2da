import { expect, test } from 'vitest';
import { type LoggedRow, messagesOf } from './outbox.ts';

const row = (values: Partial<LoggedRow>): LoggedRow => ({
  seq: 1,
  kind: 'event',
  record_id: 7,
  at: 100,
  status: 'publish',
  published_at: 0,
  external_id: null,
  previous: undefined,
  nextAt: undefined,
  ...values,
});
const scheduled = row({ at: 100, published_at: 150 });
const summaries = (stretch: Partial<Parameters<typeof messagesOf>[0]>) =>
  messagesOf({ logged: [], due: [], throughAt: 0, ...stretch }).map(({ action, at }) => `${action} ${at}`);

test('A scheduled record that is committed after its publication time is still reported as published', () => {
  expect(summaries({ logged: [scheduled], throughAt: 150 })).toEqual(['created 100', 'published 150']);
  expect(summaries({ logged: [scheduled], throughAt: 149 })).toEqual(['created 100']);
  const changedBefore = { ...scheduled, nextAt: 149 };
  expect(summaries({ logged: [changedBefore], throughAt: 150 })).toEqual(['created 100']);
});

test('A due publication is reported between the changes before and after its time', () => {
  const before = row({ seq: 2, record_id: 8, at: 149, previous: row({}) });
  const after = row({ seq: 3, at: 150, published_at: 150, previous: scheduled });
  expect(summaries({ logged: [before, after], due: [scheduled] })).toEqual([
    'updated 149',
    'published 150',
    'updated 150',
  ]);
});

test('A record created while the clock is ahead is not reported as published before it was created', () => {
  const early = row({ seq: 1, record_id: 8, at: 500 });
  const late = row({ seq: 2, at: 100, published_at: 150 });
  expect(summaries({ logged: [early, late], due: [late] })).toEqual([
    ...['created 500', 'published 500'],
    ...['created 100', 'published 150'],
  ]);
});

test('A new record with the id of a deleted one is reported as created', () => {
  expect(summaries({ logged: [row({ previous: row({ status: null }) })] })).toEqual(['created 100', 'published 100']);
});
