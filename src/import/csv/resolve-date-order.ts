// Asks for the order of day, month and year if neither the dates of a sheet nor an option determine it.
import { TransferProblem } from '../../core/transfer-problem.ts';
import type { TablePrescan } from '../source/prescan.ts';
import type { DateOrder } from '../types.ts';
import type { DatedCell } from './date-order.ts';

interface ResolveOptions {
  files?: { dates: DateOrder | undefined } | undefined;
  /** Asks a yes-or-no question; absent without a terminal. */
  confirm?: ((question: string) => Promise<boolean>) | undefined;
}

/** Returns the survey with a settled order. Throws TransferProblem. */
export async function resolveDateOrder(
  prescan: TablePrescan,
  { files, confirm }: ResolveOptions,
): Promise<TablePrescan> {
  const { table, source } = prescan;
  if (table.dates.kind === 'settled' || files?.dates) return prescan;
  const { dates } = table;
  if (dates.kind === 'mixed')
    throw new TransferProblem(
      `${source.name} has dates in different orders: ${quoted(dates.one)} and ${quoted(dates.other)}; choose one with --dates dmy, mdy or ymd: rows in another order are errors then.`,
    );
  for (const order of confirm ? dates.orders : []) {
    if (!(await confirm?.(`${source.name}: does ${quoted(dates.example)} mean ${dates.days.get(order)}?`))) continue;
    return { ...prescan, table: { ...table, dates: { kind: 'settled', order } } };
  }
  const meanings = dates.orders.map((order) => `${dates.days.get(order)} (--dates ${order})`);
  throw new TransferProblem(
    `${source.name} has ambiguous dates: ${quoted(dates.example)} may mean ${meanings.join(' or ')}.`,
  );
}

const quoted = ({ text, line }: DatedCell): string => `${JSON.stringify(text.slice(0, 100))} in line ${line}`;
