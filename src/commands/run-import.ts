// Opens what an import needs and cleans up behind it.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type CalendarPlace, NoCalendar, openCalendar, openOrMakeCalendar, withCalendar } from '../calendar-folder.ts';
import type { Config } from '../config/settings.ts';
import type { Zones } from '../core/dates/zones.ts';
import type { Store } from '../store/store.ts';
import { StoreUnavailable } from '../store/unavailable.ts';
import { isAddress } from '../transfer/fetch/addresses.ts';
import { downloadPages } from '../transfer/fetch/download.ts';
import { fetchLimits } from '../transfer/fetch/limits.ts';
import { type ImportResult, importSources } from '../transfer/import.ts';
import { Stopped, TransferProblem } from '../transfer/problem.ts';
import { readLimits, type Source } from '../transfer/source/read-pieces.ts';
import { createProgressBar, type ProgressBar } from './progress-bar.ts';
import { OperationFailed, type Shell } from './shell.ts';
import { untilStopped } from './stop-signal.ts';

export interface ImportCommand {
  /** Paths and addresses. */
  sources: readonly string[];
  dryRun: boolean;
  config: CalendarPlace & Pick<Config, 'timezone' | 'language'>;
  zones: Zones;
  shell: Shell;
}

/** Throws OperationFailed. */
export async function runImport(command: ImportCommand): Promise<ImportResult> {
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
  const { config, dryRun, zones, shell } = command;
  const progress = createProgressBar(shell.tell);
  const sources = await gather(folder, command, progress, signal);
  return withCalendar(dryRun ? openToTry(config, folder) : openOrMakeCalendar(config), (store) =>
    importSources(sources, dryRun, {
      store,
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

/** Trying out must not even make an empty calendar. */
async function openToTry(config: CalendarPlace, folder: string): Promise<Store> {
  try {
    return await openCalendar(config);
  } catch (error) {
    if (!(error instanceof NoCalendar)) throw error;
    return openOrMakeCalendar({ data: join(folder, 'calendar') });
  }
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
    if (!isAddress(name)) {
      gathered.push({ name, path: resolve(shell.workingFolder, name), site: '' });
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
  const reason = error instanceof StoreUnavailable ? error.cause : error;
  const code = reason instanceof Error && 'code' in reason ? String(reason.code) : '';
  const sentence = databaseSentences[code];
  return sentence === undefined ? error : new OperationFailed(sentence);
}
