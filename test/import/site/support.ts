// Imports from a live site, as the command runs them.
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import pino from 'pino';
import { noProgress, type Progress } from '../../../src/core/progress.ts';
import { parseAllowance } from '../../../src/fetch/fetch-allowance.ts';
import { type FetchLimits, fetchLimits } from '../../../src/import/fetch/polite-get.ts';
import { createReporter, type Report } from '../../../src/import/report.ts';
import { importSite } from '../../../src/import/site/import-site.ts';
import type { SiteSource } from '../../../src/import/site/run.ts';
import { readLimits } from '../../../src/import/source/read-pieces.ts';
import { createIngest } from '../../../src/media/ingest.ts';
import { createLocalStorage } from '../../../src/media/storage/local-storage.ts';
import type { TestApp } from '../../support/test-app.ts';
import { zones } from '../../support/zones.ts';
import { fileOptions, temporaryFolder } from '../support.ts';

/** Listens on this machine; returns the origin. */
export const listen = ({ app }: TestApp): Promise<string> => app.listen({ port: 0, host: '127.0.0.1' });

export interface ImportFromOptions extends Partial<Omit<SiteSource, 'url'>> {
  dryRun?: boolean;
  limits?: Partial<FetchLimits>;
  signal?: AbortSignal;
  progress?: Progress;
  /** Logins by author at the source. */
  authors?: Readonly<Record<string, number>>;
  /** Journals of imports; without it each import has its own. */
  folder?: string;
  confirm?: (question: string) => Promise<boolean>;
  /** Comma-separated private hosts from which images may be fetched. */
  allow?: string;
}

export interface ImportedSite {
  report: Report;
  messages: string[];
}

export async function importFrom(app: TestApp, url: string, options: ImportFromOptions = {}): Promise<ImportedSite> {
  const messages: string[] = [];
  const reporter = createReporter();
  const allowed = (options.allow ?? '127.0.0.1').split(',').map(parseAllowance);
  const { sync = false, withTrash = false, acceptRemovals = false, credentials, dryRun = false } = options;
  await importSite({ url, credentials, sync, withTrash, acceptRemovals }, dryRun, {
    store: app.store,
    zones,
    siteZone: 'America/New_York',
    language: 'en',
    now: app.clock.now(),
    limits: readLimits,
    progress: options.progress ?? noProgress,
    signal: options.signal ?? new AbortController().signal,
    fetchLimits: { ...fetchLimits, firstWaitMs: 5, ...options.limits },
    folder: options.folder ?? join(temporaryFolder(), 'imports'),
    elapsedMs: () => performance.now(),
    log: (line) => void messages.push(line),
    ingest: createIngest({
      storage: createLocalStorage(app.media, randomUUID),
      limits: { bytes: 1024 ** 2, pixels: 1_000_000, seconds: 20 },
      allow: allowed.filter((one) => one !== undefined),
      resolve: async () => [],
      logger: pino({ level: 'silent' }),
    }),
    files: fileOptions,
    authorOf: (author) => options.authors?.[author] ?? 1,
    imageRetryMs: 5,
    confirm: options.confirm,
    reporter,
  });
  return { report: reporter.report(), messages };
}

export const namespace = '/wp-json/tribe/events/v1';
