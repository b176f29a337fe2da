// Opens what an import needs and cleans up behind it.
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type CalendarPlace, NoCalendar, openCalendar, openOrMakeCalendar, withCalendar } from '../calendar-folder.ts';
import type { Zones } from '../core/dates/zones.ts';
import { createLocalStorage } from '../media/local-storage.ts';
import { openMediaStorage, type StorageConfig } from '../media-storage.ts';
import type { Store } from '../store/store.ts';
import { StoreUnavailable } from '../store/unavailable.ts';
import { isAddress } from '../transfer/fetch/addresses.ts';
import { type ImportResult, importSources } from '../transfer/import.ts';
import { createMediaCopier, type MediaCopier } from '../transfer/media-files.ts';
import { Stopped, TransferProblem } from '../transfer/problem.ts';
import { createReporter } from '../transfer/report.ts';
import { readLimits, type Source } from '../transfer/source/read-pieces.ts';
import type { SiteOptions } from './import.ts';
import { type ImportConfig, importSites } from './import-sites.ts';
import { createProgressBar } from './progress-bar.ts';
import { OperationFailed, type Shell } from './shell.ts';
import { untilStopped } from './stop-signal.ts';

export interface ImportCommand {
  /** Paths and addresses. */
  sources: readonly string[];
  dryRun: boolean;
  /** Folder with the files of an export's images. */
  media: string | undefined;
  options: SiteOptions;
  config: ImportConfig;
  zones: Zones;
  shell: Shell;
}

/** Throws OperationFailed. */
export async function runImport(command: ImportCommand): Promise<ImportResult> {
  const folder = await mkdtemp(join(tmpdir(), 'kalends-import-'));
  const addresses = command.sources.filter(isAddress);
  try {
    return await untilStopped((signal) => importInto(folder, { ...command, addresses }, signal));
  } catch (error) {
    throw asOperationFailed(error, addresses.length > 0);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function importInto(
  folder: string,
  command: ImportCommand & { addresses: readonly string[] },
  signal: AbortSignal,
): Promise<ImportResult> {
  const { config, dryRun, zones, shell } = command;
  const progress = createProgressBar(shell.tell);
  const reporter = createReporter();
  // Trying out must not even make an empty calendar.
  const opening = dryRun ? openToTry(config, folder) : openOrMakeCalendar(config);
  return withCalendar(opening, async (store) => {
    const dependencies = {
      store,
      zones,
      siteZone: config.timezone,
      language: config.language,
      now: shell.now(),
      limits: readLimits,
      progress,
      signal,
    };
    const files = filesOf(command);
    const media = files.length === 0 ? {} : await mediaOf(command, dryRun ? { ...config, data: folder } : config);
    const imported = files.length > 0 ? await importSources(files, dryRun, { ...dependencies, ...media }) : undefined;
    if (imported) reporter.add(imported.report);
    const journals = join(dryRun ? folder : config.data, 'imports');
    await importSites({ ...command, journals }, { ...dependencies, reporter });
    return { format: imported?.format ?? 'pages', report: reporter.report() };
  });
}

/** Trying out must not even make an empty calendar. */
async function openToTry(config: CalendarPlace, folder: string): Promise<Store> {
  try {
    return await openCalendar(config);
  } catch (error) {
    if (!(error instanceof NoCalendar)) throw error;
    return openOrMakeCalendar({ data: join(folder, 'calendar') });
  }
}

async function mediaOf({ media, shell }: ImportCommand, to: StorageConfig): Promise<{ media?: MediaCopier }> {
  if (media === undefined) return {};
  const from = createLocalStorage(resolve(shell.workingFolder, media), randomUUID);
  return { media: createMediaCopier(from, await openMediaStorage(to)) };
}

const filesOf = ({ sources, shell }: ImportCommand): Source[] =>
  sources
    .filter((name) => !isAddress(name))
    .map((name) => ({ name, path: resolve(shell.workingFolder, name), site: '' }));

const databaseSentences: Readonly<Record<string, string>> = {
  SQLITE_BUSY: 'Another program is writing to the calendar; try again when it has ended. Nothing was imported.',
  SQLITE_FULL: 'The disk is full. Nothing was imported.',
};

const goOn = 'The same command goes on from there.';

/** Of a live site pages may have been imported before it failed. */
function asOperationFailed(error: unknown, isLive: boolean): unknown {
  if (error instanceof TransferProblem)
    return new OperationFailed(
      `${isLive ? `Not everything was imported. ${goOn}` : 'Nothing was imported.'}\n${error.message}`,
    );
  if (error instanceof Stopped)
    return new OperationFailed(
      `Stopped before the end; ${isLive ? `what was fetched is kept. ${goOn}` : 'nothing was imported.'}`,
    );
  const reason = error instanceof StoreUnavailable ? error.cause : error;
  const code = reason instanceof Error && 'code' in reason ? String(reason.code) : '';
  const sentence = databaseSentences[code];
  return sentence === undefined ? error : new OperationFailed(sentence);
}
