/** Displays the progress of a command. */
export interface Progress {
  /** Begins a stage with an expected number of steps. */
  start(stage: string, steps: number): void;
  /** Reports the steps done so far, and optionally a corrected total. */
  advance(done: number, steps?: number): void;
  stop(): void;
}

export const noProgress: Progress = { start() {}, advance() {}, stop() {} };
