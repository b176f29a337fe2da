import { onTestFinished } from 'vitest';

const openUntilEndOfFile: (() => Promise<void>)[] = [];

/** Closes something at the end of the test that opened it, otherwise at the end of the file. */
export function closeAtEnd(close: () => Promise<void>): void {
  try {
    onTestFinished(close);
  } catch {
    // Only by throwing does Vitest reveal that no test is running.
    openUntilEndOfFile.push(close);
  }
}

export async function closeAtEndOfFile(): Promise<void> {
  for (const close of openUntilEndOfFile.splice(0)) await close();
}
