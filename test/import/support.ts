// Imports into a new calendar.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { authorsOf } from '../../src/commands/import/authors.ts';
import { noProgress, type Progress } from '../../src/core/progress.ts';
import type { Role } from '../../src/core/roles.ts';
import { exportCalendar } from '../../src/export/export.ts';
import { type ImportResult, importSources } from '../../src/import/import.ts';
import type { Report } from '../../src/import/report.ts';
import { readLimits } from '../../src/import/source/read-pieces.ts';
import type { FileOptions } from '../../src/import/types.ts';
import type { MediaCopier } from '../../src/media/storage/copy-files.ts';
import { addUser } from '../../src/resources/users/service.ts';
import type { Store } from '../../src/store/store.ts';
import { closeAtEnd } from '../support/close-at-end.ts';
import { openTestStore } from '../support/test-store.ts';
import { zones } from '../support/zones.ts';

export const fileOptions: FileOptions = {
  horizonMonths: 24,
  prune: false,
  skipInvalid: false,
  dates: undefined,
  categoriesAs: 'category',
  organizerAddresses: false,
  ownHost: undefined,
  images: undefined,
};

export const now = 1_800_000_000;
const neverStopped = new AbortController().signal;

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'kalends-transfer-'));
  closeAtEnd(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export type Imported = Omit<ImportResult, 'reporter'> & { report: Report };

export interface TestCalendar {
  store: Store;
  folder: string;
  /** Values are written as JSON, and strings unchanged. */
  importAll(contents: readonly unknown[], options?: Partial<ImportOptions>): Promise<Imported>;
  exportText(): Promise<string>;
}

export interface ImportOptions {
  dryRun: boolean;
  now: number;
  signal: AbortSignal;
  progress: Progress;
  siteZone: string;
  limits: typeof readLimits;
  media: MediaCopier;
  files: Partial<FileOptions>;
  confirm: (question: string) => Promise<boolean>;
}

export async function openTestCalendar(users: readonly Role[] = ['editor', 'administrator']): Promise<TestCalendar> {
  const folder = temporaryFolder();
  const { store, remove } = await openTestStore({
    name: `users ${users}`,
    fill: async (empty) => {
      for (const role of users) await empty.write((db) => addUser(db, { login: `${role}-1`, role }, now));
    },
  });
  closeAtEnd(async () => {
    await store.close();
    await remove();
  });
  return {
    store,
    folder,
    importAll(contents, options = {}) {
      const files = contents.map((content, index) => fileOf(folder, `page-${index + 1}.json`, content));
      return importFiles(store, files, options);
    },
    exportText: () => exportText(store),
  };
}

export function fileOf(folder: string, name: string, content: unknown): string {
  const path = join(folder, name);
  writeFileSync(path, typeof content === 'string' || Buffer.isBuffer(content) ? content : JSON.stringify(content));
  return path;
}

export const importFiles = async (
  store: Store,
  paths: readonly string[],
  options: Partial<ImportOptions> = {},
): Promise<Imported> => {
  const { reporter, ...result } = await importSources(
    paths.map((path) => ({ name: path.split('/').at(-1) as string, path, identity: path })),
    options.dryRun ?? false,
    {
      store,
      zones,
      siteZone: options.siteZone ?? 'America/New_York',
      language: 'en',
      now: options.now ?? now,
      limits: options.limits ?? readLimits,
      authorOf: await authorsOf({ author: undefined, authors: new Map() }, store.reader),
      files: { ...fileOptions, ...options.files },
      progress: options.progress ?? noProgress,
      signal: options.signal ?? neverStopped,
      ...(options.media === undefined ? {} : { media: options.media }),
      confirm: options.confirm,
    },
  );
  return { ...result, report: reporter.report() };
};

export async function exportText(
  store: Store,
  at = now,
  media?: Parameters<typeof exportCalendar>[0]['media'],
): Promise<string> {
  const parts: string[] = [];
  const write = async (text: string) => void parts.push(text);
  await exportCalendar({ store, now: at, write, progress: noProgress, signal: neverStopped, media });
  return parts.join('');
}

type Json = Readonly<Record<string, unknown>>;

/** An event of a page, with the members that the test needs. */
export const pageEvent = (id: number, more: Json = {}): Json => ({
  id,
  global_id: `town.example?id=${id}`,
  author: '3',
  status: 'publish',
  date_utc: '2026-01-01 10:00:00',
  modified_utc: '2026-01-02 10:00:00',
  title: `Event ${id}`,
  slug: `event-${id}`,
  description: '',
  start_date: '2026-09-01 18:00:00',
  end_date: '2026-09-01 20:00:00',
  timezone: 'Europe/Paris',
  venue: [],
  organizer: [],
  categories: [],
  tags: [],
  ...more,
});

export const pageVenue = (id: number, more: Json = {}): Json => ({
  id,
  global_id: `town.example?id=${id}`,
  status: 'publish',
  date_utc: '2026-01-01 09:00:00',
  modified_utc: '2026-01-01 09:00:00',
  venue: `Venue ${id}`,
  slug: `venue-${id}`,
  ...more,
});

export const pageTerm = (id: number, more: Json = {}): Json => ({
  id,
  name: `Term ${id}`,
  slug: `term-${id}`,
  parent: 0,
  description: '',
  urls: { self: `https://town.example/wp-json/tribe/events/v1/categories/${id}` },
  ...more,
});

/** The notes of a report, each with its records. */
export const remarksOf = (remarks: Report['notes']): Record<string, string[]> =>
  Object.fromEntries(
    remarks.map(({ what, records }) => [
      what,
      records.map(({ record, detail }) => (detail ? `${record}: ${detail}` : record)),
    ]),
  );
