/** The result of a trial. */
export interface Findings {
  figures: Readonly<Record<string, number>>;
  /** One message each; empty if the trial passed. */
  faults: readonly string[];
}

export interface FindingsRecorder extends Findings {
  count(figure: string, by?: number): void;
  fault(message: string): void;
}

/** Further faults are only counted. */
const maxFaults = 50;

export function createFindings(): FindingsRecorder {
  const figures: Record<string, number> = {};
  const faults: string[] = [];
  return {
    figures,
    faults,
    count(figure, by = 1) {
      figures[figure] = (figures[figure] ?? 0) + by;
    },
    fault(message) {
      figures['faults'] = (figures['faults'] ?? 0) + 1;
      if (faults.length < maxFaults) faults.push(message);
    },
  };
}
