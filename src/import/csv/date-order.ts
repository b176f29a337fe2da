// In which order a sheet writes day, month and year: what all of its dates have in common.
import { type DateOrder, dateOrders } from '../file-options.ts';
import { possibleDays } from './cell-date.ts';

export interface DatedCell {
  line: number;
  text: string;
}

export type DateOrderFound =
  /** `example` is a date that only other rows explain; undefined where each date explains itself. */
  | { kind: 'settled'; order: DateOrder | undefined; example?: DatedCell | undefined }
  /** The example means another day in each of these. */
  | { kind: 'open'; orders: readonly DateOrder[]; example: DatedCell; days: ReadonlyMap<DateOrder, string> }
  /** No order fits both. */
  | { kind: 'mixed'; one: DatedCell; other: DatedCell };

export interface DateOrderSurvey {
  add(cell: DatedCell): void;
  find(): DateOrderFound;
}

export function createDateOrderSurvey(): DateOrderSurvey {
  let possible: readonly DateOrder[] = dateOrders;
  let mixed: DateOrderFound | undefined;
  /** The first cell that has days in just these orders. */
  const seen = new Map<string, { cell: DatedCell; days: ReadonlyMap<DateOrder, string> }>();
  /** The first cell that means two days in two orders. */
  const apart = new Map<string, { cell: DatedCell; days: ReadonlyMap<DateOrder, string> }>();
  return {
    add(cell) {
      const days = possibleDays(cell.text);
      // What is no date in any order is an error of its row.
      if (days === undefined || days.size === 0) return;
      const key = [...days.keys()].join();
      if (!seen.has(key)) seen.set(key, { cell, days });
      for (const pair of pairsOf([...days.keys()]))
        if (!apart.has(pair.join()) && days.get(pair[0]) !== days.get(pair[1])) apart.set(pair.join(), { cell, days });
      const left = possible.filter((order) => days.has(order));
      if (left.length > 0) possible = left;
      else mixed ??= { kind: 'mixed', one: (without(days) ?? { cell }).cell, other: cell };
    },
    find() {
      if (mixed) return mixed;
      if (seen.size === 0) return { kind: 'settled', order: undefined };
      const inDoubt = (orders: readonly DateOrder[]) =>
        pairsOf(orders)
          .flatMap((pair) => apart.get(pair.join()) ?? [])
          .toSorted((a, b) => a.cell.line - b.cell.line)[0];
      const open = inDoubt(possible);
      if (open) return { kind: 'open', orders: possible, example: open.cell, days: open.days };
      return { kind: 'settled', order: possible[0], example: inDoubt(dateOrders)?.cell };
    },
  };

  /** A cell that shares no order with these days, else the one that leaves fewest. */
  function without(days: ReadonlyMap<DateOrder, string>) {
    const shared = (other: ReadonlyMap<DateOrder, string>) =>
      [...other.keys()].filter((order) => days.has(order)).length;
    return [...seen.values()].toSorted((a, b) => shared(a.days) - shared(b.days) || a.days.size - b.days.size)[0];
  }
}

const pairsOf = (orders: readonly DateOrder[]): [DateOrder, DateOrder][] =>
  orders.flatMap((one, at) => orders.slice(at + 1).map((other): [DateOrder, DateOrder] => [one, other]));
