/** Shows how far the work is. */
export interface Progress {
  /** Begins a stage of so many steps. */
  start(stage: string, steps: number): void;
  /** So many steps of the stage are done, of perhaps another number than was thought. */
  advance(done: number, steps?: number): void;
  stop(): void;
}

export const noProgress: Progress = { start() {}, advance() {}, stop() {} };
