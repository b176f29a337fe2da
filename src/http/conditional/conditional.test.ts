import { describe, expect, test } from 'vitest';
import { entityTag, namesStrongly, namesWeakly } from './entity-tag.ts';
import { formatHttpDate, parseHttpDate } from './http-date.ts';
import { createModificationTimes } from './modification-times.ts';

const noon = Date.UTC(2027, 2, 1, 12) / 1000;

describe('dates', () => {
  test.each([['Mon, 01 Mar 2027 12:00:00 GMT'], ['Monday, 01-Mar-27 12:00:00 GMT'], ['Mon Mar  1 12:00:00 2027']])(
    '%s is read',
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
  ])('%j is none', (text) => {
    expect(parseHttpDate(text)).toBeUndefined();
  });

  test('are written in the one form in use', () => {
    expect(formatHttpDate(noon)).toBe('Mon, 01 Mar 2027 12:00:00 GMT');
  });
});

describe('entity tags', () => {
  test('are strong, and others for other bytes', () => {
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
  test.each(lists)('%s', (header, weakly, strongly) => {
    expect([namesWeakly(header, '"a"'), namesStrongly(header, ['"z"', '"a"'])]).toEqual([weakly, strongly]);
  });
});

describe('modification times', () => {
  function clockAndTimes(max = 10) {
    const clock = { now: 1000 };
    const times = createModificationTimes({ now: () => clock.now, max });
    return { clock, look: (etag: string, shown?: number, reader = 'r') => times.validate(reader, etag, shown) };
  }

  test('are those of the newest record shown, at the earliest the start', () => {
    const { clock, look } = clockAndTimes();
    clock.now = 2000;
    expect(look('"a"', 1500)).toEqual({ etag: '"a"', modified: 1500, isCertain: true });
    expect(look('"a"', 900, 'older').modified).toBe(1000);
    expect(look('"a"', undefined, 'without records').modified).toBe(1000);
    expect(look('"a"', 5000, 'imported from the future').modified).toBe(2000);
  });

  test('go on where something disappeared, and nothing shown tells of it', () => {
    const { clock, look } = clockAndTimes();
    clock.now = 1500;
    look('"three"', 1300);
    clock.now = 1600;
    expect(look('"two"', 1300).modified).toBe(1600);
    clock.now = 1700;
    expect(look('"two"', 1300).modified).toBe(1600);
    expect(look('"three"', 1300).modified).toBe(1700);
    clock.now = 1900;
    expect(look('"changed"', 1800).modified).toBe(1800);
  });

  test('prove nothing for a second that saw two states, until it is over', () => {
    const { clock, look } = clockAndTimes();
    expect(look('"a"', 1000).isCertain).toBe(true);
    expect(look('"b"', 1000)).toMatchObject({ modified: 1000, isCertain: false });
    expect(look('"b"', 1000).isCertain).toBe(false);
    clock.now = 1001;
    expect(look('"b"', 1000)).toMatchObject({ modified: 1001, isCertain: true });
  });

  test('are no older than what had to be forgotten', () => {
    const { clock, look } = clockAndTimes(1);
    clock.now = 1200;
    look('"a"', 1100);
    clock.now = 1300;
    look('"other"', 1100, 'another');
    clock.now = 1400;
    expect(look('"b"', 1100).modified).toBe(1300);
  });
});
