/** What a command may use of its process. */
export interface Shell {
  environment: Readonly<Record<string, string | undefined>>;
  workingFolder: string;
  /** A line of the result, on standard output. */
  print(line: string): void;
  /** A part of the result, on standard output; rejects if it cannot be written. */
  write(text: string): Promise<void>;
  /** A message to the user, on standard error. */
  printError(line: string): void;
  /** Asks a yes-or-no question; throws TransferProblem if the input ends. Absent without a terminal. */
  confirm?: ((question: string, signal: AbortSignal) => Promise<boolean>) | undefined;
  /** Asks a question; absent without a terminal. */
  ask?: ((question: string) => Promise<string>) | undefined;
  /** UTC seconds. */
  now(): number;
}

/** The command failed: exit code 1. */
export class OperationFailed extends Error {}

/** Invalid arguments: exit code 2. */
export class WrongUsage extends Error {}

/** Parses the name of a file or folder. `"$NAME"` is empty if the variable is not set; other programs read `-` as a pipe. */
export function fileName(text: string): string {
  if (text.trim() === '') throw new WrongUsage('The name of a file or folder is empty.');
  if (text === '-')
    throw new WrongUsage('"-" does not stand for standard input or output here; a file of that name is ./-');
  return text;
}

/** Done except for a part, which the result names: exit code 3. */
export class Incomplete extends Error {}

export const exitCodes = { done: 0, failed: 1, wrongUsage: 2, incomplete: 3 } as const;
