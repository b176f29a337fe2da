import { describe, expect, test } from 'vitest';
import { entityTag, formatHttpDate, matchesStrongly, matchesWeakly, parseHttpDate } from './validators.ts';

const noon = Date.UTC(2027, 2, 1, 12) / 1000;

describe('dates', () => {
  test.each([['Mon, 01 Mar 2027 12:00:00 GMT'], ['Monday, 01-Mar-27 12:00:00 GMT'], ['Mon Mar  1 12:00:00 2027']])(
    'The date %s is read',
    (text) => {
      expect(parseHttpDate(text)).toBe(noon);
    },
  );

  test.each([
    [''],
    ['yesterday'],
    ['2027-03-01'],
    ['2027-03-01T12:00:00Z'],
    ['Mon, 01 Mar 2027 12:00:00'],
    ['1803988800'],
  ])('%j is no date', (text) => {
    expect(parseHttpDate(text)).toBeUndefined();
  });

  test('HTTP dates are written in the preferred form', () => {
    expect(formatHttpDate(noon)).toBe('Mon, 01 Mar 2027 12:00:00 GMT');
  });
});

describe('entity tags', () => {
  test('Entity tags are strong and differ for different bytes', () => {
    expect(entityTag('a')).toMatch(/^"[\w-]{27}"$/);
    expect(entityTag('a')).toBe(entityTag(Buffer.from('a')));
    expect(entityTag('a')).not.toBe(entityTag('b'));
  });

  const lists: [header: string, weakly: boolean, strongly: boolean][] = [
    ['"a"', true, true],
    ['*', true, true],
    [' * ', true, true],
    ['W/"a"', true, false],
    ['"b", "a"', true, true],
    ['"b",W/"a" , "c"', true, false],
    ['W/"a", "a"', true, true],
    ['"x,y", "a"', true, true],
    ['"b"', false, false],
    ['a', false, false],
    ['"a', false, false],
    ['"A"', false, false],
    ['', false, false],
    ['"b, \\"a\\""', false, false],
  ];
  test.each(lists)('The entity tags %s match weakly: %s, strongly: %s', (header, weakly, strongly) => {
    expect([matchesWeakly(header, '"a"'), matchesStrongly(header, ['"z"', '"a"'])]).toEqual([weakly, strongly]);
  });
});
