/** What a trial found: figures, and what should not have happened. */
export interface Findings {
  figures: Readonly<Record<string, number>>;
  /** Sentences; an empty list is a trial passed. */
  faults: readonly string[];
}

export interface FindingsSoFar extends Findings {
  count(figure: string, by?: number): void;
  fault(sentence: string): void;
}

/** Of each kind of fault a few say enough. */
const mostFaults = 50;

export function createFindings(): FindingsSoFar {
  const figures: Record<string, number> = {};
  const faults: string[] = [];
  return {
    figures,
    faults,
    count(figure, by = 1) {
      figures[figure] = (figures[figure] ?? 0) + by;
    },
    fault(sentence) {
      figures['faults'] = (figures['faults'] ?? 0) + 1;
      if (faults.length < mostFaults) faults.push(sentence);
    },
  };
}
