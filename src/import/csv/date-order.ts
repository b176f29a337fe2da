// Finds the order of day, month and year that all dates of a sheet have in common.
import { type DateOrder, dateOrders } from '../types.ts';
import { possibleDays } from './cell-date.ts';

export interface DatedCell {
  line: number;
  text: string;
}

export type DateOrderFound =
  /** `example` is a date that is ambiguous by itself. */
  | { kind: 'settled'; order: DateOrder | undefined; example?: DatedCell | undefined }
  /** The example means different days in these orders. */
  | { kind: 'open'; orders: readonly DateOrder[]; example: DatedCell; days: ReadonlyMap<DateOrder, string> }
  /** No order fits all dates. */
  | { kind: 'mixed'; one: DatedCell; other: DatedCell };

type Days = ReadonlyMap<DateOrder, string>;

export function createDateOrderScan() {
  let possible: readonly DateOrder[] = dateOrders;
  let isDated = false;
  let mixed: DateOrderFound | undefined;
  /** The cells that excluded an order. */
  const narrowing: { cell: DatedCell; days: Days }[] = [];
  /** The first cell that means different days in a pair of orders. */
  const apart = new Map<string, { cell: DatedCell; days: Days }>();
  const ambiguous = (orders: readonly DateOrder[]) =>
    pairsOf(orders)
      .flatMap((pair) => apart.get(pair.join()) ?? [])
      .toSorted((a, b) => a.cell.line - b.cell.line)[0];
  return {
    add(cell: DatedCell): void {
      const days = possibleDays(cell.text);
      // Invalid dates are reported with their row.
      if (days === undefined || days.size === 0) return;
      isDated = true;
      for (const pair of pairsOf([...days.keys()]))
        if (!apart.has(pair.join()) && days.get(pair[0]) !== days.get(pair[1])) apart.set(pair.join(), { cell, days });
      const left = possible.filter((order) => days.has(order));
      if (left.length === 0) {
        const contrary = narrowing.find((one) => ![...one.days.keys()].some((order) => days.has(order)));
        mixed ??= { kind: 'mixed', one: (contrary ?? narrowing.at(-1) ?? { cell }).cell, other: cell };
      } else {
        if (left.length < possible.length) narrowing.push({ cell, days });
        possible = left;
      }
    },
    find(): DateOrderFound {
      if (mixed) return mixed;
      if (!isDated) return { kind: 'settled', order: undefined };
      const open = ambiguous(possible);
      if (open) return { kind: 'open', orders: possible, example: open.cell, days: open.days };
      return { kind: 'settled', order: possible[0], example: ambiguous(dateOrders)?.cell };
    },
  };
}

const pairsOf = (orders: readonly DateOrder[]): [DateOrder, DateOrder][] =>
  orders.flatMap((one, at) => orders.slice(at + 1).map((other): [DateOrder, DateOrder] => [one, other]));
