// Normalises the dates and times of a row, however the spreadsheet divides and formats them.
import type { DateOrder } from '../types.ts';
import { readCellDate } from './cell-date.ts';
import { readCellTime, readTimeRange } from './cell-time.ts';
import type { Field } from './heading-words.ts';

/** Replaces the dates and times that can be read by those of the interface. */
export function withPlainTimes(cells: Map<Field, string>, order: DateOrder | undefined): Map<Field, string> {
  for (const edge of ['start', 'end'] as const) {
    const day = cells.get(`${edge}_date`);
    // An end is often a time alone.
    const isTime = day !== undefined && readCellDate(day, order) === undefined && readCellTime(day) !== undefined;
    if (isTime && !cells.has(`${edge}_time`)) {
      cells.delete(`${edge}_date`);
      cells.set(`${edge}_time`, day);
    } else if (day !== undefined) cells.set(`${edge}_date`, readCellDate(day, order) ?? day);
  }
  const range = readTimeRange(cells.get('start_time') ?? '');
  if (range && !cells.has('end_time')) {
    cells.set('start_time', range[0]);
    cells.set('end_time', range[1]);
  }
  for (const edge of ['start', 'end'] as const) {
    const time = cells.get(`${edge}_time`);
    if (time === undefined) continue;
    cells.set(`${edge}_time`, readCellTime(time) ?? timeOfMoment(time, order) ?? time);
    // If there is a time column, midnight in the date cell is meaningless.
    cells.set(`${edge}_date`, (cells.get(`${edge}_date`) ?? '').replace(/^(\d{4}-\d\d-\d\d)[ T]00:00(?::00)?$/, '$1'));
    if (cells.get(`${edge}_date`) === '') cells.delete(`${edge}_date`);
  }
  return cells;
}

/** Some programs write a time on day 0 of their calendar. */
function timeOfMoment(cell: string, order: DateOrder | undefined): string | undefined {
  const moment = readCellDate(cell, order ?? 'mdy') ?? cell;
  return /^(?:1899-12-3[01]|1900-01-0[01])[ T](\d\d:\d\d(?::\d\d)?)$/.exec(moment)?.[1];
}
