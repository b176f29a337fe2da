// The files among the sources of an import: those on the disk, standard input, and those that are downloaded.
import { join, resolve } from 'node:path';
import { addAbortSignal, type Readable } from 'node:stream';
import { Stopped } from '../../core/transfer-problem.ts';
import { saveCapped } from '../../fetch/capped-body.ts';
import { downloadFile, type FileDownloadOptions, isDownloadUrl } from '../../import/fetch/download-file.ts';
import { isUrl, parseSiteUrl } from '../../import/fetch/urls.ts';
import { calendarLimits } from '../../import/ical/components.ts';
import type { Source } from '../../import/source/read-bytes.ts';
import { OperationFailed } from '../../shell.ts';

/** Other names are files, or URLs that are downloaded as files. */
export const isSite = (name: string): boolean => isUrl(name) && !isDownloadUrl(name);

/** Downloads into the folder, which the caller removes. Throws TransferProblem. */
export async function gatherFiles(
  sources: readonly string[],
  workingFolder: string,
  options: FileDownloadOptions,
): Promise<Source[]> {
  // Before anything is downloaded.
  for (const site of sources.filter(isSite)) parseSiteUrl(site);
  const files: Source[] = [];
  for (const name of sources.filter((source) => !isSite(source))) {
    if (name === '-') files.push(await readStandardInput(options));
    else if (isDownloadUrl(name)) files.push({ ...(await downloadFile(name, options)), identity: name });
    else {
      const path = resolve(workingFolder, name);
      files.push({ name, path, identity: path });
    }
  }
  return files;
}

/** Saves standard input to a file, because it is read twice. Throws OperationFailed or Stopped. */
export async function readStandardInput(
  { folder, signal }: Pick<FileDownloadOptions, 'folder' | 'signal'>,
  input: Readable = process.stdin,
  maxBytes = calendarLimits.fileBytes,
): Promise<Source> {
  const path = join(folder, 'standard-input');
  const tooLong = () => new OperationFailed('Standard input is too long. Nothing was imported.');
  await saveCapped(path, addAbortSignal(signal, input), maxBytes, tooLong).catch((error: unknown) => {
    throw signal.aborted ? new Stopped() : error;
  });
  return { name: 'standard input', path };
}
