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
  /** UTC seconds. */
  now(): number;
}

/** The command was understood and could not be done: exit code 1. */
export class OperationFailed extends Error {}

/** The command was not given rightly: exit code 2. */
export class WrongUsage extends Error {}

export const exitCodes = { done: 0, failed: 1, wrongUsage: 2 } as const;
