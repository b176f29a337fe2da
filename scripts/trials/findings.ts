/** The result of a trial. */
export interface Findings {
  figures: Readonly<Record<string, number>>;
  /** Sentences; empty if the trial passed. */
  faults: readonly string[];
}

export interface FindingsSoFar extends Findings {
  count(figure: string, by?: number): void;
  fault(sentence: string): void;
}

/** Further faults are only counted. */
const maxFaults = 50;

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
      if (faults.length < maxFaults) faults.push(sentence);
    },
  };
}
