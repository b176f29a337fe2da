// Imports files, all in one transaction: each record is read, upserted by its key at the source, and reported.
import { setImmediate } from 'node:timers/promises';
import type { Problem } from '../core/api-error.ts';
import { imageUrl, type StoredImage } from '../core/images.ts';
import { Stopped, TransferProblem } from '../core/transfer-problem.ts';
import type { ImageFetcher } from '../http/request/remote-images.ts';
import { chunksOf } from '../resources/records/rows/rows.ts';
import { type Scratch, withScratch } from '../store/sqlite/scratch.ts';
import { withRollback } from '../store/store.ts';
import { isOutcomeUnknown } from '../store/unavailable.ts';
import { importTable } from './csv/import-table.ts';
import { importCalendar } from './ical/import-calendar.ts';
import { createImageFinder, ownerOf } from './images.ts';
import { createRelatedByName, createTermsByName } from './merge/by-name.ts';
import { contextOf, type MergeState } from './merge/context.ts';
import { finishMerge } from './merge/finish.ts';
import { prescanFile } from './prescan-file.ts';
import { createReporter, hasUnexpectedSkips, type Reporter } from './report.ts';
import { createRecordMerger } from './rest/merge-records.ts';
import { pageContextOf } from './rest/page-context.ts';
import { restoreExport } from './restore/restore.ts';
import type { PagePrescan, Prescan } from './source/prescan.ts';
import type { Source } from './source/read-bytes.ts';
import type { ImportDependencies, ImportTask } from './types.ts';

export interface ImportResult {
  format: Prescan['format'];
  reporter: Reporter;
  /** Events of a calendar file or rows of a spreadsheet were skipped because of a problem. */
  isIncomplete: boolean;
}

/** Throws TransferProblem with all reasons why nothing was imported, or Stopped. */
export async function importSources(
  sources: readonly Source[],
  dryRun: boolean,
  dependencies: ImportDependencies,
): Promise<ImportResult> {
  const prescans = await prescanAll(sources, dependencies).finally(dependencies.progress.stop);
  const [first] = prescans;
  let reporter = createReporter();
  const { store, signal, progress, files, media } = dependencies;
  const fetcher = dryRun ? undefined : files.images;
  const images: FetchedImages = new Map();
  const run = () =>
    store.write(async (db) => {
      reporter = createReporter();
      if (media) store.onRollback(media.undo);
      const step = createStepper(dependencies, prescans);
      const fetched = { fetchedImages: fetcher && images };
      const task: ImportTask = { ...dependencies, ...fetched, db, dialect: store.dialect, reporter, step };
      if (first?.format === 'export') await restoreExport(first, task);
      else await mergeAll(prescans, task);
      signal.throwIfAborted();
    });
  try {
    if (fetcher) await fetchImages(fetcher, images, prescans, dependencies);
    await (dryRun ? withRollback(store, run) : run());
  } catch (error) {
    if (signal.aborted && !isOutcomeUnknown(error)) throw new Stopped();
    throw error;
  } finally {
    progress.stop();
    await fetcher?.discardUnused(images);
  }
  const tables = prescans.filter(({ format }) => format === 'icalendar' || format === 'csv');
  const isIncomplete = hasUnexpectedSkips(reporter.report(), new Set(tables.map(({ source }) => source.name)));
  return { format: first?.format ?? 'pages', reporter, isIncomplete };
}

async function prescanAll(sources: readonly Source[], dependencies: ImportDependencies): Promise<Prescan[]> {
  const { progress, signal } = dependencies;
  const prescans: Prescan[] = [];
  const problems: string[] = [];
  progress.start('Reading', sources.length);
  for (const source of sources) {
    try {
      prescans.push(await prescanFile(source, dependencies));
    } catch (error) {
      // Also while a question was asked.
      if (signal.aborted) throw new Stopped();
      if (!(error instanceof TransferProblem)) throw error;
      problems.push(error.message);
    }
    if (signal.aborted) throw new Stopped();
    progress.advance(prescans.length + problems.length);
  }
  const restored = prescans.find(({ format }) => format === 'export');
  if (restored && prescans.length + problems.length + (dependencies.besides ?? 0) > 1) {
    problems.push(
      `${restored.source.name} is an export of a whole calendar; restore it on its own, without other files or sites.`,
    );
  }
  if (problems.length > 0) throw new TransferProblem(problems.join('\n'));
  if (dependencies.files.prune && !prescans.some(({ format }) => format === 'icalendar'))
    throw new TransferProblem('--prune is for calendar files, and none of these is one.');
  return prescans;
}

/** Images per call, which share the time limit of a request. */
const imagesAtOnce = 20;

type FetchedImages = Map<string, StoredImage | Problem>;

/** Fetched before the import begins, so that no transaction waits for another server. */
async function fetchImages(
  fetcher: ImageFetcher,
  fetched: FetchedImages,
  prescans: readonly Prescan[],
  { now, progress, signal, authorOf }: ImportDependencies,
): Promise<void> {
  const spelled = prescans.flatMap(({ images = [] }) => [...images]);
  const urls = new Set(spelled.flatMap((text) => imageUrl(text) ?? []));
  progress.start('Fetching images', urls.size);
  const by = { caller: ownerOf(authorOf), now };
  let done = 0;
  for (const some of chunksOf(urls, imagesAtOnce)) {
    signal.throwIfAborted();
    for (const [url, image] of await fetcher.fetch(some, by)) fetched.set(url, image);
    done += some.length;
    progress.advance(done);
  }
}

/** For files. */
export function createState(prescans: readonly Prescan[], scratch: Scratch): MergeState {
  const highest = (of: 'maxRecordId' | 'maxTermId') =>
    prescans.reduce((max, prescan) => Math.max(max, prescan[of] ?? 0), 0);
  return {
    source: prescans[0]?.source.name ?? '',
    isLive: false,
    isAtSource: () => false,
    maxRecordId: highest('maxRecordId'),
    maxTermId: highest('maxTermId'),
    records: scratch.createMap(),
    counted: new Map(),
    touchedTerms: new Set(),
  };
}

/** Merges API responses, calendars and spreadsheets, in the order in which they are given. */
async function mergeAll(prescans: readonly Prescan[], task: ImportTask): Promise<void> {
  await withScratch(async (scratch) => {
    const context = contextOf(task, createState(prescans, scratch));
    const records = createRecordMerger(context);
    const parts = {
      ...context,
      terms: await createTermsByName(context),
      named: createRelatedByName(context),
      images: createImageFinder(context),
    };
    const given = new Set(
      prescans.map((one) => (one.format === 'pages' ? pageOf(one.members['rest_url']) : undefined)),
    );
    for (const prescan of prescans) {
      if (prescan.format === 'pages') {
        noteFurtherPages(prescan, given, task);
        await records.mergePage(prescan, pageContextOf(prescan, task));
        continue;
      }
      await records.finish();
      if (prescan.format === 'csv') await importTable({ ...parts, prescan });
      if (prescan.format === 'icalendar') await importCalendar({ ...parts, prescan });
    }
    await records.finish();
    await finishMerge(context);
  });
}

/** A page by its parameters, whatever their order. */
function pageOf(text: unknown): string | undefined {
  const url = typeof text === 'string' ? URL.parse(text) : null;
  url?.searchParams.sort();
  return url?.href;
}

function noteFurtherPages(
  { source, members }: PagePrescan,
  given: ReadonlySet<string | undefined>,
  { reporter }: ImportTask,
): void {
  const next = members['next_rest_url'];
  if (typeof next !== 'string' || next === '' || /^https?:/.test(source.name)) return;
  if (given.has(pageOf(next) ?? next)) return;
  reporter.note({ source: source.name, record: 'the page' }, 'has further pages, which are not in the file', next);
}

const stepsPerYield = 100;

/** Queries of SQLite are synchronous, so signals arrive only when the import yields. */
export function createStepper(
  { progress, signal }: Pick<ImportDependencies, 'progress' | 'signal'>,
  prescans: readonly Prescan[],
): () => Promise<void> {
  const steps = prescans.reduce((sum, prescan) => sum + prescan.elements, 0);
  let done = 0;
  progress.start('Importing', steps);
  return async () => {
    done += 1;
    if (done % stepsPerYield !== 0 && done !== steps) return;
    progress.advance(done);
    await setImmediate();
    signal.throwIfAborted();
  };
}
