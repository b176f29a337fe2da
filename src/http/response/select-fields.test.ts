import { expect, test } from 'vitest';
import { selectFields } from './select-fields.ts';

const body = {
  events: [
    { id: 1, venue: { city: 'Rome', zip: '1' } },
    { id: 2, venue: [] },
  ],
  total: 2,
};

test.each([
  [['total'], { total: 2 }],
  [['events.id', 'total'], { events: [{ id: 1 }, { id: 2 }], total: 2 }],
  [['events.venue.city'], { events: [{ venue: { city: 'Rome' } }, { venue: [] }] }],
  [['events', 'events.id'], { events: body.events }],
  [['nothing'], []],
])('The fields %j select these members', (fields, expected) => {
  expect(selectFields(body, fields)).toEqual(expected);
});

test('A _fields path deeper than any reply selects nothing, whatever its length', () => {
  const path = Array.from({ length: 200_000 }, () => 'events').join('.');
  expect(selectFields(body, [path])).toEqual([]);
  expect(selectFields(body, [path, 'total'])).toEqual({ total: 2 });
});
