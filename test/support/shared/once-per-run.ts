// Makes what several files of tests need and what takes long to make: once per run, by the first worker that needs it.
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { inject } from 'vitest';
import { errorCodeOf } from '../../../src/core/errors.ts';

/** Returns the folder that `make` has filled, in this process or another. It must not be changed. */
export async function oncePerRun(name: string, make: (folder: string) => Promise<void>): Promise<string> {
  const folder = join(inject('sharedFolder'), name);
  while (!existsSync(folder)) {
    if (claim(`${folder}.claimed`)) await makeClaimed(folder, make);
    else await setTimeout(100);
  }
  return folder;
}

async function makeClaimed(folder: string, make: (folder: string) => Promise<void>): Promise<void> {
  try {
    // It may have been made between the look for it and the claim.
    if (existsSync(folder)) return;
    const unfinished = mkdtempSync(`${folder}-`);
    await make(unfinished);
    renameSync(unfinished, folder);
  } finally {
    // After a failure, the next that needs it tries again.
    rmdirSync(`${folder}.claimed`);
  }
}

function claim(path: string): boolean {
  try {
    mkdirSync(path);
    return true;
  } catch (error) {
    if (errorCodeOf(error) === 'EEXIST') return false;
    throw error;
  }
}
