// The order of day, month and year, where neither the dates of a sheet nor an option say it: never guessed.
import { TransferProblem } from '../../core/transfer-problem.ts';
import type { DateOrder } from '../file-options.ts';
import type { Prescan } from '../source/prescan.ts';
import type { DatedCell } from './date-order.ts';

interface Settling {
  files?: { dates: DateOrder | undefined } | undefined;
  /** Asks a yes-or-no question; absent without a terminal. */
  confirm?: ((question: string) => Promise<boolean>) | undefined;
}

/** The same sheet with an order that all of its dates have. Throws TransferProblem. */
export async function settleDates(prescan: Prescan, { files, confirm }: Settling): Promise<Prescan> {
  const { table, source } = prescan;
  if (table === undefined || table.dates.kind === 'settled' || files?.dates) return prescan;
  const { dates } = table;
  if (dates.kind === 'mixed')
    throw new TransferProblem(
      `${source.name} writes dates in several orders: ${shown(dates.one)} and ${shown(dates.other)}; --dates dmy, mdy or ymd says which one counts, and rows in another are errors then.`,
    );
  for (const order of confirm ? dates.orders : []) {
    if (!(await confirm?.(`${source.name}: does ${shown(dates.example)} mean ${dates.days.get(order)}?`))) continue;
    return { ...prescan, table: { ...table, dates: { kind: 'settled', order } } };
  }
  const meanings = dates.orders.map((order) => `${dates.days.get(order)} (--dates ${order})`);
  throw new TransferProblem(
    `${source.name} does not say in which order its dates are: ${shown(dates.example)} may mean ${meanings.join(' or ')}.`,
  );
}

const shown = ({ text, line }: DatedCell): string => `${JSON.stringify(text.slice(0, 100))} in line ${line}`;
