// What the sources of an import are, and the files among them, those at addresses fetched.
import { mkdtemp } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { isAddress } from '../import/fetch/addresses.ts';
import { downloadFile, isFileAddress } from '../import/fetch/download-file.ts';
import { fetchLimits } from '../import/fetch/limits.ts';
import type { Source } from '../import/source/read-pieces.ts';
import { readStandardInput } from './standard-input.ts';

/** Live sites, as against everything that is a file or comes as one. */
export const isSite = (name: string): boolean => isAddress(name) && !isFileAddress(name);

export interface GatherOptions {
  /** Where fetched files go; the caller removes it. */
  folder: string;
  workingFolder: string;
  signal: AbortSignal;
  tell(line: string): void;
}

export async function gatherFiles(
  names: readonly string[],
  { folder, workingFolder, signal, tell }: GatherOptions,
): Promise<Source[]> {
  const gathered: Source[] = [];
  for (const [index, name] of names.entries()) {
    if (name === '-') gathered.push(await readStandardInput(folder));
    else if (isFileAddress(name)) {
      const own = await mkdtemp(join(folder, `${index}-`));
      const file = await downloadFile(name, { folder: own, limits: fetchLimits, signal, tell });
      gathered.push({ ...file, identity: name });
    } else {
      const path = resolve(workingFolder, name);
      gathered.push({ name, path, site: '', identity: path });
    }
  }
  return gathered;
}
