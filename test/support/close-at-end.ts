import { onTestFinished } from 'vitest';

type Closing = () => void | Promise<void>;

const openUntilEndOfFile: Closing[] = [];

/** Closes something at the end of the test that opened it, otherwise at the end of the file. */
export function closeAtEnd(close: Closing): void {
  try {
    onTestFinished(close);
  } catch {
    // Only by throwing does Vitest reveal that no test is running.
    openUntilEndOfFile.push(close);
  }
}

export async function closeAtEndOfFile(): Promise<void> {
  for (const close of openUntilEndOfFile.splice(0).reverse()) await close();
}
