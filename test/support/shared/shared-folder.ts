// Runs before the tests of a project, in the process that starts their workers.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** For `oncePerRun`. */
    sharedFolder: string;
  }
}

export function setup({ provide }: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'kalends-shared-'));
  provide('sharedFolder', folder);
  return () => rmSync(folder, { recursive: true });
}
