// Opens what an import needs and cleans up behind it.
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { type CalendarPlace, NoCalendar, openCalendar, openOrMakeCalendar, withCalendar } from '../calendar-folder.ts';
import type { Zones } from '../core/dates/zones.ts';
import { Stopped, TransferProblem } from '../core/transfer-problem.ts';
import { assertAddress } from '../import/fetch/addresses.ts';
import { BadReply } from '../import/fetch/polite-get.ts';
import type { FileOptions, ImagePort } from '../import/file-options.ts';
import { type ImportResult, importSources } from '../import/import.ts';
import { createReporter } from '../import/report.ts';
import { readLimits } from '../import/source/read-pieces.ts';
import { createMediaCopier, type MediaCopier } from '../media/copy-files.ts';
import { createLocalStorage } from '../media/local-storage.ts';
import { openMediaStorage } from '../media-storage.ts';
import type { Store } from '../store/store.ts';
import { StoreUnavailable } from '../store/unavailable.ts';
import type { AuthorOptions, FileSettings, SiteOptions } from './import.ts';
import { authorsOf } from './import-authors.ts';
import { createImagePort, openImportIntake } from './import-images.ts';
import { type ImportConfig, importSites } from './import-sites.ts';
import { gatherFiles, isSite } from './import-sources.ts';
import { createProgressBar } from './progress-bar.ts';
import { OperationFailed, type Shell, WrongUsage } from './shell.ts';
import { untilStopped } from './stop-signal.ts';

export interface ImportCommand {
  /** Paths and addresses. */
  sources: readonly string[];
  dryRun: boolean;
  /** Folder with the files of an export's images. */
  media: string | undefined;
  site: SiteOptions;
  authors: AuthorOptions;
  files: FileSettings;
  config: ImportConfig;
  zones: Zones;
  shell: Shell;
}

/** Throws OperationFailed and WrongUsage. */
export async function runImport(command: ImportCommand): Promise<ImportResult> {
  assertUsable(command);
  // Records are short-lived garbage: memory for them that does not grow takes no longer and a third less of it.
  setFlagsFromString('--semi-space-growth-factor=1');
  const folder = await mkdtemp(join(tmpdir(), 'kalends-import-'));
  try {
    return await untilStopped((signal) => importInto(folder, command, signal));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** What takes away what is gone must not be passed over without a word. */
function assertUsable({ sources, site, files }: ImportCommand): void {
  if (site.sync && !sources.some(isSite))
    throw new WrongUsage('--sync is for live sites; with calendar files use --prune.');
  if (files.prune && sources.every(isSite))
    throw new WrongUsage('--prune is for calendar files; with live sites use --sync.');
}

async function importInto(folder: string, command: ImportCommand, signal: AbortSignal): Promise<ImportResult> {
  const { config, dryRun, shell, sources } = command;
  const progress = createProgressBar(shell.tell);
  const sites = sources.filter(isSite);
  const { workingFolder } = shell;
  const names = sources.filter((name) => !isSite(name));
  const gather = async () => {
    for (const site of sites) assertAddress(site);
    return gatherFiles(names, { folder, workingFolder, signal, tell: progress.tell });
  };
  const files = await inWords('file', gather());
  const opening = dryRun ? openToTry(config, folder) : openOrMakeCalendar(config);
  return withCalendar(opening, async (store) => {
    const needsImages = sites.length > 0 || (command.files.fetchesImages && !dryRun);
    const images = needsImages ? await openImportIntake(config) : undefined;
    const own = { store, ...(await dependenciesOf(command, store)), progress, signal };
    const reporter = createReporter();
    let format: ImportResult['format'] = 'pages';
    if (files.length > 0) {
      const port = images && !dryRun ? createImagePort(images, store) : undefined;
      const options = { ...own, ...(await mediaOf(command, folder)), files: fileOptionsOf(command, port) };
      const imported = await inWords('file', importSources(files, dryRun, { ...options, besides: sites.length }));
      reporter.add(imported.report);
      format = imported.format;
    }
    if (images) {
      const journals = join(dryRun ? folder : config.data, 'imports');
      const live = { ...own, reporter, intake: images.intake };
      await inWords('site', importSites({ ...command, addresses: sites, journals }, live));
    }
    return { format, report: reporter.report() };
  });
}

const dependenciesOf = async ({ config, zones, shell, authors }: ImportCommand, store: Store) => ({
  zones,
  siteZone: config.timezone,
  language: config.language,
  now: shell.now(),
  limits: readLimits,
  authorOf: await authorsOf(authors, store),
});

function fileOptionsOf({ config, files, dryRun }: ImportCommand, images: ImagePort | undefined): FileOptions {
  const ownHost = config.siteUrl && new URL(config.siteUrl).host;
  return { ...files, ownHost, images: files.fetchesImages && !dryRun ? images : undefined };
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

async function mediaOf(
  { media, shell, config, dryRun }: ImportCommand,
  folder: string,
): Promise<{ media?: MediaCopier }> {
  if (media === undefined) return {};
  const to = dryRun ? { ...config, data: folder } : config;
  const from = createLocalStorage(resolve(shell.workingFolder, media), randomUUID);
  return { media: createMediaCopier(from, await openMediaStorage(to)) };
}

const databaseSentences: Readonly<Record<string, string>> = {
  SQLITE_BUSY: 'Another program is writing to the calendar; try again when it has ended. Nothing was imported.',
  SQLITE_FULL: 'The disk is full. Nothing was imported.',
};

const goOn = 'The same command goes on from there.';

const signIn = 'Check --user, a user of the source, and its application password in KALENDS_IMPORT_PASSWORD.';

/** Of a live site pages may have been imported before it failed; of files nothing. */
const inWords = <T>(kind: 'file' | 'site', work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw asOperationFailed(error, kind === 'site');
  });

function asOperationFailed(error: unknown, isLive: boolean): unknown {
  if (error instanceof BadReply && (error.status === 401 || error.status === 403))
    return new OperationFailed(`Not everything was imported.\n${error.message} ${signIn}`);
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
