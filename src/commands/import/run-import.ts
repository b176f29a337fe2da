// Opens the resources of an import, and cleans up after it.
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import {
  type CalendarPlace,
  NoCalendar,
  openCalendar,
  openOrAnnounceCalendar,
  openOrCreateCalendar,
  withCalendar,
} from '../../calendar-folder.ts';
import type { Config } from '../../config/settings.ts';
import { importVariables } from '../../config.ts';
import type { Zones } from '../../core/dates/zones.ts';
import { type Allowance, parseAllowance } from '../../fetch/fetch-allowance.ts';
import { createResolver } from '../../fetch/resolve-host.ts';
import { fetchLimits } from '../../import/fetch/polite-get.ts';
import { type ImportResult, importSources } from '../../import/import.ts';
import { createReporter } from '../../import/report.ts';
import { importSite } from '../../import/site/import-site.ts';
import type { SiteDependencies, SiteSource } from '../../import/site/run.ts';
import { readLimits } from '../../import/source/read-pieces.ts';
import type { Confirm, FileOptions } from '../../import/types.ts';
import { createLogger } from '../../logging.ts';
import { createIngest } from '../../media/ingest.ts';
import { createMediaCopier, type MediaCopier } from '../../media/storage/copy-files.ts';
import { createLocalStorage } from '../../media/storage/local-storage.ts';
import type { Patience } from '../../media/storage/s3-requests.ts';
import { imageLimits, openMediaStorage, type StorageConfig } from '../../media-storage.ts';
import { findIdentity } from '../../resources/events/feeds/identity.ts';
import { createImageFetcher, type ImageFetcherOptions } from '../../resources/media/image-fetcher.ts';
import { OperationFailed, type Shell, WrongUsage } from '../../shell.ts';
import type { Store } from '../../store/store.ts';
import { createProgressBar, type ProgressBar } from '../progress-bar.ts';
import { type AuthorOptions, authorsOf } from './authors.ts';
import { withMessages } from './failures.ts';
import { gatherFiles, isSite } from './gather-files.ts';

type ImportConfig = StorageConfig &
  CalendarPlace &
  Pick<Config, 'timezone' | 'language' | 'siteUrl' | 'uploadLimitBytes' | 'imageLimitPixels' | 'fetchAllow'>;

/** About live sites. */
export interface SiteOptions extends Omit<SiteSource, 'url' | 'credentials'> {
  user: string | undefined;
  password: string | undefined;
  pauseMs: number;
  keepTimezone: boolean;
}

/** About calendar files and spreadsheets. */
export type FileSettings = Omit<FileOptions, 'ownHost' | 'images'> & { fetchesImages: boolean };

export interface ImportCommand {
  /** Paths and URLs. */
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
  /** Stops the import. */
  signal: AbortSignal;
}

/** Throws OperationFailed and WrongUsage. */
export async function runImport(command: ImportCommand): Promise<ImportResult> {
  assertUsable(command);
  // Records are short-lived garbage: a young generation that does not grow is as fast and saves a third of the memory.
  setFlagsFromString('--semi-space-growth-factor=1');
  // Collects texts of several megabytes before they double the heap: a fifth less memory for a fifth more processor time.
  setFlagsFromString('--optimize-for-size');
  setFlagsFromString('--heap-growing-percent=50');
  const folder = await withMessages('all or none', mkdtemp(join(tmpdir(), 'kalends-import-')));
  try {
    // Files are imported all or none; the import of a site says itself what it has left.
    return await withMessages('all or none', importInto(folder, command));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Sources must have a name, and options that remove records must not be ignored silently. */
function assertUsable({ sources, media, site, files, shell }: ImportCommand): void {
  if (sources.some((source) => source.trim() === ''))
    throw new WrongUsage('The name of a source is empty; a source is a file, a URL, or - for standard input.');
  if (site.sync && !sources.some(isSite))
    throw new WrongUsage('--sync is for live sites; with calendar files use --prune.');
  // Before files are imported, too.
  if (sources.some(isSite)) credentialsOf(site, shell);
  if (files.prune && sources.every(isSite))
    throw new WrongUsage('--prune is for calendar files; with live sites use --sync.');
  // The slash at the end makes it a folder.
  if (media !== undefined && !existsSync(`${resolve(shell.workingFolder, media)}/`))
    throw new OperationFailed(`Nothing was imported: --media is "${media}", which is not a folder that can be read.`);
}

async function importInto(folder: string, command: ImportCommand): Promise<ImportResult> {
  const { config, dryRun, shell, sources, signal } = command;
  const progress = createProgressBar(shell.printError);
  const { log } = progress;
  const sites = sources.filter(isSite);
  const download = { folder, limits: fetchLimits, signal, log, allow: config.fetchAllow, resolve: createResolver() };
  const files = await gatherFiles(sources, shell.workingFolder, download);
  const opening = dryRun ? openForDryRun(config, folder) : openOrAnnounceCalendar(config, log);
  return withCalendar(opening, async (store) => {
    const needsImages = sites.length > 0 || (command.files.fetchesImages && !dryRun);
    const fetchAllow = [...config.fetchAllow, ...sites.flatMap(allowanceOf)];
    const images = needsImages ? await openIngest({ ...config, fetchAllow }, { signal, log }) : undefined;
    const confirm = shell.confirm && withoutBar(shell.confirm, progress, signal);
    const dependencies = { store, ...(await dependenciesOf(command, store, images)), progress, signal, confirm };
    let result: ImportResult = { format: 'pages', reporter: createReporter(), isIncomplete: false };
    if (files.length > 0) {
      const options = { ...dependencies, ...(await mediaOf(command, folder, { signal, log })), besides: sites.length };
      result = await importSources(files, dryRun, options);
    }
    if (images) {
      const journals = join(dryRun ? folder : config.data, 'imports');
      const { reporter } = result;
      const options = { ...dependencies, reporter, log, ingest: images.ingest, folder: journals };
      await withMessages(dryRun ? 'all or none' : 'resumable', importSites(sites, command, options));
    }
    return result;
  });
}

/** The question would appear within the bar. */
const withoutBar =
  (ask: NonNullable<Shell['confirm']>, { stop }: ProgressBar, signal: AbortSignal): Confirm =>
  (question) => {
    stop();
    return ask(question, signal);
  };

/** As in a running service; the report, not the log, names images that cannot be fetched. */
async function openIngest(config: ImportConfig, patience: Patience): Promise<Omit<ImageFetcherOptions, 'store'>> {
  const logger = await createLogger({ level: 'error', form: 'json', output: 2 });
  const limits = imageLimits(config);
  const storage = await openMediaStorage(config, patience);
  const ingest = createIngest({ storage, limits, allow: config.fetchAllow, resolve: createResolver(), logger });
  return { ingest, limits, logger };
}

/** A site that the command names may be private, and its images too. */
const allowanceOf = (site: string): Allowance | [] => parseAllowance(new URL(site).host) ?? [];

const imageRetryMs = 5000;

/** One site after the other. */
async function importSites(
  urls: readonly string[],
  { site, shell, dryRun }: ImportCommand,
  dependencies: Omit<SiteDependencies, 'fetchLimits' | 'elapsedMs' | 'imageRetryMs'>,
): Promise<void> {
  const { pauseMs, keepTimezone } = site;
  const clock = { pauseMs, imageRetryMs, elapsedMs: () => performance.now() };
  const confirm = keepTimezone ? async () => true : dependencies.confirm;
  for (const url of urls) {
    const source = { ...site, url, credentials: credentialsOf(site, shell) };
    await importSite(source, dryRun, { ...dependencies, ...clock, fetchLimits, confirm });
  }
}

function credentialsOf({ user, password }: SiteOptions, { environment }: Shell) {
  // An empty variable counts as not set, as in all settings.
  const name = user ?? (environment[importVariables.user] || undefined);
  const secret = password ?? (environment[importVariables.password] || undefined);
  if (name === undefined && secret === undefined) return undefined;
  if (!name || !secret) {
    throw new OperationFailed(
      `To sign in at the source, both are needed: --user (or ${importVariables.user}) and --password (or, better, ${importVariables.password}).`,
    );
  }
  return { user: name, password: secret };
}

const dependenciesOf = async (
  command: ImportCommand,
  store: Store,
  images: Omit<ImageFetcherOptions, 'store'> | undefined,
) => {
  const { config, zones, shell, authors, files, dryRun } = command;
  const ownHost = (await findIdentity(store.reader))?.host ?? (config.siteUrl && new URL(config.siteUrl).host);
  const fetcher = images && files.fetchesImages && !dryRun ? createImageFetcher({ store, ...images }) : undefined;
  return {
    zones,
    siteZone: config.timezone,
    language: config.language,
    now: shell.now(),
    limits: readLimits,
    authorOf: await authorsOf(authors, store.reader),
    files: { ...files, ownHost, images: fetcher },
  };
};

/** A dry run must not create a calendar. */
async function openForDryRun(config: CalendarPlace, folder: string): Promise<Store> {
  try {
    return await openCalendar(config);
  } catch (error) {
    if (!(error instanceof NoCalendar)) throw error;
    return openOrCreateCalendar({ data: join(folder, 'calendar') });
  }
}

async function mediaOf(
  { media, shell, config, dryRun }: ImportCommand,
  folder: string,
  patience: Patience,
): Promise<{ media?: MediaCopier }> {
  if (media === undefined) return {};
  const to = dryRun ? { ...config, data: folder, s3Bucket: undefined } : config;
  const from = createLocalStorage(resolve(shell.workingFolder, media), randomUUID);
  return { media: createMediaCopier(from, await openMediaStorage(to, patience)) };
}
