// Finds the order of day, month and year that all dates of a sheet have in common.
import { TransferProblem } from '../../core/transfer-problem.ts';
import { type DateOrder, dateOrders, type ImportDependencies } from '../types.ts';
import { possibleDays } from './cell-date.ts';

interface DatedCell {
  line: number;
  text: string;
}

type DateOrderFound =
  /** `example` is a date that is ambiguous by itself. */
  | { kind: 'settled'; order: DateOrder | undefined; example?: DatedCell | undefined }
  /** The example means different days in these orders. */
  | { kind: 'open'; orders: readonly DateOrder[]; example: DatedCell; days: ReadonlyMap<DateOrder, string> }
  /** No order fits all dates. */
  | { kind: 'mixed'; one: DatedCell; other: DatedCell };

interface DatedKind {
  cell: DatedCell;
  days: ReadonlyMap<DateOrder, string>;
}

export function createDateOrderScan() {
  /** The first date of each kind: those that are valid in the same orders, and ambiguous in the same ones. */
  const kinds = new Map<string, DatedKind>();
  const ambiguousIn = (orders: readonly DateOrder[]) =>
    [...kinds.values()].find(({ days }) => new Set(orders.flatMap((order) => days.get(order) ?? [])).size > 1);
  return {
    add(cell: DatedCell): void {
      const days = possibleDays(cell.text);
      // Invalid dates are reported with their row.
      if (days === undefined || days.size === 0) return;
      const distinct = [...new Set(days.values())];
      const kind = [...days].map(([order, day]) => `${order} ${distinct.indexOf(day)}`).join();
      if (!kinds.has(kind)) kinds.set(kind, { cell, days });
    },
    find(): DateOrderFound {
      let possible: readonly DateOrder[] = dateOrders;
      /** The dates that excluded an order. */
      const narrowing: DatedKind[] = [];
      for (const kind of kinds.values()) {
        const left = possible.filter((order) => kind.days.has(order));
        if (left.length === 0) {
          const contrary = narrowing.find(({ days }) => ![...days.keys()].some((order) => kind.days.has(order)));
          return { kind: 'mixed', one: (contrary ?? narrowing.at(-1) ?? kind).cell, other: kind.cell };
        }
        if (left.length < possible.length) narrowing.push(kind);
        possible = left;
      }
      const open = ambiguousIn(possible);
      if (open) return { kind: 'open', orders: possible, example: open.cell, days: open.days };
      const order = kinds.size === 0 ? undefined : possible[0];
      return { kind: 'settled', order, example: ambiguousIn(dateOrders)?.cell };
    },
  };
}

/** Asks for the order if neither an option nor the dates determine it. Throws TransferProblem. */
export async function settleDateOrder(
  dates: DateOrderFound,
  name: string,
  { files, confirm }: Pick<ImportDependencies, 'files' | 'confirm'>,
): Promise<Extract<DateOrderFound, { kind: 'settled' }>> {
  if (files.dates) return { kind: 'settled', order: files.dates };
  if (dates.kind === 'settled') return dates;
  if (dates.kind === 'mixed')
    throw new TransferProblem(
      `${name} has dates in different orders: ${quoted(dates.one)} and ${quoted(dates.other)}; choose one with --dates dmy, mdy or ymd: rows in another order are errors then.`,
    );
  for (const order of confirm ? dates.orders : [])
    if (await confirm?.(`${name}: does ${quoted(dates.example)} mean ${dates.days.get(order)}?`))
      return { kind: 'settled', order };
  const meanings = dates.orders.map((order) => `${dates.days.get(order)} (--dates ${order})`);
  throw new TransferProblem(`${name} has ambiguous dates: ${quoted(dates.example)} may mean ${meanings.join(' or ')}.`);
}

const quoted = ({ text, line }: DatedCell): string => `${JSON.stringify(text.slice(0, 100))} in line ${line}`;
