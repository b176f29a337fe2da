import { expect, test } from 'vitest';
import { headerComponents } from '../openapi/header-components.ts';
import { conventionalName, envelopeHeaders } from './headers.ts';

test.each([...Object.keys(headerComponents), 'Content-Type', 'Vary', 'X-TEC-API-Root'])(
  'The header %s has one description',
  (name) => {
    expect(conventionalName(name.toLowerCase())).toBe(name);
  },
);

test('Only totals are numbers among the headers of an envelope', () => {
  expect(
    envelopeHeaders({
      allow: 'GET',
      'retry-after': '5',
      'x-tec-total': '3',
      'x-tec-totalpages': '1',
      'x-wp-total': '0',
      'x-wp-totalpages': '0',
    }),
  ).toEqual({
    Allow: 'GET',
    'Retry-After': '5',
    'X-TEC-Total': 3,
    'X-TEC-TotalPages': 1,
    'X-WP-Total': 0,
    'X-WP-TotalPages': 0,
  });
});
