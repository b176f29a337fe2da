/** What a command may touch of the process it runs in. */
export interface Shell {
  environment: Readonly<Record<string, string | undefined>>;
  workingFolder: string;
  /** A line of the result, on standard output. */
  print(line: string): void;
  /** A part of the result, on standard output; rejects where it cannot be written. */
  write(text: string): Promise<void>;
  /** A line for the person who reads along, on standard error. */
  tell(line: string): void;
  /** Asks a yes-or-no question; absent without a terminal. */
  confirm?: ((question: string, signal: AbortSignal) => Promise<boolean>) | undefined;
  /** Asks the person at the terminal; undefined where there is none. */
  ask?: ((question: string) => Promise<string>) | undefined;
  /** UTC seconds. */
  now(): number;
}

/** The command was understood and could not be done: exit code 1. */
export class OperationFailed extends Error {}

/** The command was not given rightly: exit code 2. */
export class WrongUsage extends Error {}

/** It was done, but for a part that the result names: exit code 3. */
export class Incomplete extends Error {}

export const exitCodes = { done: 0, failed: 1, wrongUsage: 2, incomplete: 3 } as const;
