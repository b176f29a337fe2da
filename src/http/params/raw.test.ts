import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../test/support/runs.ts';
import { ApiError } from '../../core/api-error.ts';
import { isDeeperThan, parseQuery, Repeated } from './raw.ts';

const read = (query: string) => Object.fromEntries(parseQuery(query));

describe('parseQuery', () => {
  test.each([
    ['a=1&b=x+y%20z', { a: '1', b: 'x y z' }],
    ['a', { a: '' }],
    ['a=b=c', { a: 'b=c' }],
    ['a[]=1&a[]=2', { a: ['1', '2'] }],
    ['a[0]=1&a[1]=2', { a: ['1', '2'] }],
    ['v[venue]=Hall&v[city]=Rome', { v: { venue: 'Hall', city: 'Rome' } }],
    ['o[0][organizer]=A&o[0][email]=a%40b.c&o[1]=7', { o: [{ organizer: 'A', email: 'a@b.c' }, '7'] }],
    ['%61%5B%5D=1', { a: ['1'] }],
    ['search=a,b', { search: 'a,b' }],
    ['search=100%&b=5%+off&c=%zz%41', { search: '100%', b: '5% off', c: '%zzA' }],
    ['[x]=1', { '[x]': '1' }],
    ['', {}],
  ])('The query %s is parsed as in PHP', (query, expected) => {
    expect(read(query)).toEqual(expected);
  });

  test('parseQuery keeps every value of a repeated key', () => {
    expect(read('a=1&a=2&a=3')['a']).toEqual(new Repeated(['1', '2', '3']));
  });

  test('parseQuery reads thirty ids as a list', () => {
    const query = Array.from({ length: 30 }, (_, index) => `include[]=${index}`).join('&');
    expect(read(query)['include']).toHaveLength(30);
  });

  test('parseQuery rejects malformed UTF-8', () => {
    expect(() => parseQuery('a=%ff')).toThrow(ApiError);
    expect(() => parseQuery('a=%ff%')).toThrow(ApiError);
  });

  test('parseQuery limits nesting and the number of names', () => {
    expect(() => parseQuery(`a${'[x]'.repeat(10)}=1`)).toThrow(ApiError);
    expect(() => parseQuery(Array.from({ length: 1001 }, () => 'a=1').join('&'))).toThrow(ApiError);
  });

  test('Member names in a query cannot reach prototypes', () => {
    parseQuery('__proto__[polluted]=1&a[__proto__][polluted]=1&constructor[prototype][polluted]=1');
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  test('Any name-value pairs survive a round trip through parseQuery', () => {
    const pairs = fc.uniqueArray(fc.tuple(fc.stringMatching(/^[a-z_]{1,8}$/), fc.string({ unit: 'grapheme' })), {
      selector: ([key]) => key,
    });
    fc.assert(
      fc.property(pairs, (entries) => {
        const query = new URLSearchParams(entries).toString();
        expect([...parseQuery(query)]).toEqual(entries);
      }),
      { numRuns: runs(100) },
    );
  });
});

test('isDeeperThan counts lists and objects', () => {
  expect(isDeeperThan('x', 0)).toBe(false);
  expect(isDeeperThan([['x']], 2)).toBe(false);
  expect(isDeeperThan([[{ a: [] }]], 3)).toBe(true);
});
