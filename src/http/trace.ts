// Where the time of one request went.

/** A part of the work on a request, such as an operation; a page asks for several. */
export interface Step {
  name: string;
  milliseconds: number;
  /** How a list was read. */
  plan?: string | undefined;
}

export interface Trace {
  /** In the order of their ends, the failed ones too. */
  readonly steps: readonly Step[];
  /** Since the request arrived. */
  milliseconds(): number;
  /** The plan is asked for when the work is done. */
  measure<T>(name: string, work: () => Promise<T>, plan?: () => string | undefined): Promise<T>;
}

export function createTrace(elapsedMs: () => number): Trace {
  const steps: Step[] = [];
  const arrived = elapsedMs();
  return {
    steps,
    milliseconds: () => elapsedMs() - arrived,
    async measure(name, work, plan) {
      const begun = elapsedMs();
      try {
        return await work();
      } finally {
        steps.push({ name, milliseconds: elapsedMs() - begun, plan: plan?.() });
      }
    },
  };
}
