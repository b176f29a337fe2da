// Opens what an import needs and cleans up behind it.
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { databasePath, openOrMakeCalendar, withCalendar } from '../calendar-folder.ts';
import type { Config } from '../config/settings.ts';
import type { Zones } from '../core/dates/zones.ts';
import type { StorageConfig } from '../media-storage.ts';
import { isAddress } from '../transfer/fetch/addresses.ts';
import { downloadPages } from '../transfer/fetch/download.ts';
import { downloadFile, isFileAddress } from '../transfer/fetch/download-file.ts';
import { fetchLimits } from '../transfer/fetch/limits.ts';
import type { FileOptions } from '../transfer/file-options.ts';
import { type ImportResult, importSources } from '../transfer/import.ts';
import { Stopped, TransferProblem } from '../transfer/problem.ts';
import { readLimits, type Source } from '../transfer/source/read-pieces.ts';
import { openImportImages } from './import-images.ts';
import { createProgressBar, type ProgressBar } from './progress-bar.ts';
import { OperationFailed, type Shell } from './shell.ts';
import { readStandardInput } from './standard-input.ts';
import { untilStopped } from './stop-signal.ts';

export interface ImportCommand {
  /** Paths and addresses. */
  sources: readonly string[];
  dryRun: boolean;
  config: StorageConfig &
    Pick<Config, 'timezone' | 'language' | 'siteUrl' | 'uploadLimitBytes' | 'imageLimitPixels' | 'fetchAllow'>;
  files: FileSettings;
  zones: Zones;
  shell: Shell;
}

export type FileSettings = Omit<FileOptions, 'ownHost' | 'images'> & { fetchesImages: boolean };

/** Throws OperationFailed. */
export async function runImport(command: ImportCommand): Promise<ImportResult> {
  // Records are short-lived garbage: memory for them that does not grow takes no longer and a third less of it.
  setFlagsFromString('--semi-space-growth-factor=1');
  const folder = await mkdtemp(join(tmpdir(), 'kalends-import-'));
  try {
    return await untilStopped((signal) => importInto(folder, command, signal));
  } catch (error) {
    throw asOperationFailed(error);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function importInto(folder: string, command: ImportCommand, signal: AbortSignal): Promise<ImportResult> {
  const { config, dryRun, files, zones, shell } = command;
  const progress = createProgressBar(shell.tell);
  const sources = await gather(folder, command, progress, signal);
  // Trying out must not even make an empty calendar.
  const data = dryRun && !existsSync(databasePath(config.data)) ? join(folder, 'calendar') : config.data;
  return withCalendar(openOrMakeCalendar({ data }), async (store) =>
    importSources(sources, dryRun, {
      store,
      files: {
        ...files,
        ownHost: config.siteUrl && new URL(config.siteUrl).host,
        images: files.fetchesImages && !dryRun ? await openImportImages(config, store) : undefined,
      },
      zones,
      siteZone: config.timezone,
      language: config.language,
      now: shell.now(),
      limits: readLimits,
      progress,
      signal,
    }),
  );
}

/** The files, those that addresses are fetched into included. */
async function gather(
  folder: string,
  { sources, shell }: ImportCommand,
  progress: ProgressBar,
  signal: AbortSignal,
): Promise<Source[]> {
  const gathered: Source[] = [];
  for (const [index, name] of sources.entries()) {
    if (name === '-') {
      gathered.push(await readStandardInput(folder));
      continue;
    }
    if (isFileAddress(name)) {
      const own = await mkdtemp(join(folder, `${index}-`));
      const options = {
        folder: own,
        limits: fetchLimits,
        signal,
        tell: progress.tell,
      };
      gathered.push({ ...(await downloadFile(name, options)), identity: name });
      continue;
    }
    if (!isAddress(name)) {
      const path = resolve(shell.workingFolder, name);
      gathered.push({ name, path, site: '', identity: path });
      continue;
    }
    const own = await mkdtemp(join(folder, `${index}-`));
    const options = {
      folder: own,
      limits: fetchLimits,
      signal,
      tell: progress.tell,
      progress,
      elapsedMs: () => performance.now(),
    };
    gathered.push(...(await downloadPages(name, options)));
  }
  return gathered;
}

const databaseSentences: Readonly<Record<string, string>> = {
  SQLITE_BUSY: 'Another program is writing to the calendar; try again when it has ended. Nothing was imported.',
  SQLITE_FULL: 'The disk is full. Nothing was imported.',
};

function asOperationFailed(error: unknown): unknown {
  if (error instanceof TransferProblem) return new OperationFailed(`Nothing was imported.\n${error.message}`);
  if (error instanceof Stopped) return new OperationFailed('Stopped before the end; nothing was imported.');
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const sentence = databaseSentences[code];
  return sentence === undefined ? error : new OperationFailed(sentence);
}
