import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../test/support/runs.ts';
import { addDays } from '../../core/dates/civil.ts';
import { type DateOrder, dateOrders } from '../types.ts';
import { possibleDays, readCellDate } from './cell-date.ts';
import { createDateOrderScan } from './date-order.ts';

const find = (cells: readonly string[]) => {
  const prescan = createDateOrderScan();
  for (const [at, text] of cells.entries()) prescan.add({ line: at + 2, text });
  return prescan.find();
};

const day = fc.integer({ min: 0, max: 4000 }).map((n) => addDays('2025-01-01', n));
const style = fc.record({
  order: fc.constantFrom(...dateOrders),
  separator: fc.constantFrom('/', '-'),
  hasShortYears: fc.boolean(),
});
type Style = typeof style extends fc.Arbitrary<infer T> ? T : never;

function written(iso: string, { order, separator, hasShortYears }: Style): string {
  const [year = '', month = '', dayOfMonth = ''] = iso.split('-');
  const parts: Record<string, string> = { y: hasShortYears ? year.slice(2) : year, m: month, d: dayOfMonth };
  return [...order].map((letter) => parts[letter]).join(separator);
}

describe('the order of the dates of a sheet', () => {
  test('A sheet in one order is read correctly or found ambiguous, and never read as other days', () => {
    fc.assert(
      fc.property(fc.array(day, { minLength: 1, maxLength: 12 }), style, (days, how) => {
        const cells = days.map((iso) => written(iso, how));
        const found = find(cells);
        if (found.kind === 'settled') expect(cells.map((cell) => readCellDate(cell, found.order))).toEqual(days);
        else {
          expect(found.kind).toBe('open');
          if (found.kind === 'open') expect(found.orders).toContain(how.order);
        }
      }),
      { numRuns: runs(500) },
    );
  });

  test('A sheet is ambiguous only if two orders fit all rows and mean different days', () => {
    fc.assert(
      fc.property(fc.array(day, { minLength: 1, maxLength: 6 }), style, (days, how) => {
        const cells = days.map((iso) => written(iso, how));
        const read = (order: DateOrder) =>
          cells.map((cell) => possibleDays(cell)?.get(order) ?? (possibleDays(cell) ? undefined : cell));
        const fitting = dateOrders.map(read).filter((all) => !all.includes(undefined));
        const isOpen = new Set(fitting.map((all) => all.join())).size > 1;
        expect(find(cells).kind).toBe(isOpen ? 'open' : 'settled');
      }),
      { numRuns: runs(500) },
    );
  });

  test('The order of the rows does not matter', () => {
    const sheet = fc.array(
      fc.tuple(day, style).map(([iso, how]) => written(iso, how)),
      { maxLength: 8 },
    );
    fc.assert(
      fc.property(sheet, (cells) => {
        const [one, other] = [find(cells), find(cells.toReversed())];
        expect([other.kind, other.kind === 'settled' && other.order]).toEqual([
          one.kind,
          one.kind === 'settled' && one.order,
        ]);
      }),
      { numRuns: runs(500) },
    );
  });

  test.each<[string[], string]>([
    [['03/04/2027', '13/04/2027'], 'settled dmy'],
    [['03/04/2027', '04/13/2027'], 'settled mdy'],
    [['03/04/2027', '31/04/2027'], 'open'],
    [['05/05/2027'], 'settled dmy'],
    [['03/04/27', '27/04/03'], 'open'],
    [['03/04/27', '04/13/27'], 'settled mdy'],
    [['13/04/2027', '04/13/2027'], 'mixed'],
    [['2027-04-03', '3 April 2027', '03.04.2027', 'soon', ''], 'settled undefined'],
  ])('%j is %s', (cells, expected) => {
    const found = find(cells);
    expect(found.kind === 'settled' ? `settled ${found.order}` : found.kind).toBe(expected);
  });
});
