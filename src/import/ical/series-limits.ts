// How much recurring events of one file may come to.

import { TransferProblem } from '../../core/transfer-problem.ts';
import { Unusable } from '../rest/types.ts';

export interface SeriesLimits {
  /** Throws TransferProblem when all series together are too long, Unusable when this one is one too many. */
  count(series: { occurrences: readonly unknown[]; isCut: boolean }): void;
  /** Recurring events so far. */
  readonly recurring: number;
}

/** Occurrences of all events of a file. */
const mostOfAll = 200_000;
/** Rules that give too many are costly to follow. */
const mostCut = 50;

export function createSeriesLimits(source: string): SeriesLimits {
  let recurring = 0;
  let total = 0;
  let cut = 0;
  return {
    get recurring() {
      return recurring;
    },
    count({ occurrences, isCut }) {
      recurring += 1;
      total += occurrences.length;
      if (total > mostOfAll)
        throw new TransferProblem(`${source} has more than ${mostOfAll} occurrences; choose a shorter --horizon.`);
      if (isCut) cut += 1;
      if (cut > mostCut) throw new Unusable('takes place far too often, as many others in the file');
    },
  };
}
