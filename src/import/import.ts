// Imports files, all in one transaction.
import { setImmediate } from 'node:timers/promises';
import type { RemoteImages } from '../core/images.ts';
import { Stopped, TransferProblem } from '../core/transfer-problem.ts';
import { chunksOf } from '../resources/records/rows/rows.ts';
import { rehearse } from '../store/store.ts';
import { settleDates } from './csv/settle-dates.ts';
import { ownerOf } from './images.ts';
import { mergeAll } from './merge-sources.ts';
import { prescanFile } from './prescan-file.ts';
import { createReporter, type Report } from './report.ts';
import { restoreExport } from './restore/restore.ts';
import type { Prescan } from './source/prescan.ts';
import type { Source } from './source/read-pieces.ts';
import type { ImportDependencies, ImportTask } from './types.ts';

export interface ImportResult {
  format: Prescan['format'];
  report: Report;
}

/** Throws TransferProblem with all reasons why nothing was imported, or Stopped. */
export async function importSources(
  sources: readonly Source[],
  dryRun: boolean,
  dependencies: ImportDependencies,
): Promise<ImportResult> {
  const prescans = await prescanAll(sources, dependencies);
  const [first] = prescans;
  const fetchedImages = dryRun ? undefined : await fetchImages(prescans, dependencies);
  let reporter = createReporter();
  const { store, signal, progress, files, media } = dependencies;
  const run = () =>
    store.write(async (db) => {
      reporter = createReporter();
      const step = createStepper(dependencies, prescans);
      const task: ImportTask = { ...dependencies, db, dialect: store.dialect, reporter, fetchedImages, step };
      if (first?.format === 'export') await restoreExport(first, task);
      else await mergeAll(prescans, task);
      signal.throwIfAborted();
    });
  try {
    await (dryRun ? rehearse(store, run) : run());
    if (dryRun) await media?.undo();
  } catch (error) {
    await media?.undo();
    if (signal.aborted) throw new Stopped();
    throw error;
  } finally {
    progress.stop();
    if (fetchedImages) await files.images?.discardUnused(fetchedImages);
  }
  return { format: first?.format ?? 'pages', report: reporter.report() };
}

async function prescanAll(sources: readonly Source[], dependencies: ImportDependencies): Promise<Prescan[]> {
  const { progress, signal } = dependencies;
  const prescans: Prescan[] = [];
  const problems: string[] = [];
  progress.start('Reading', sources.length);
  for (const source of sources) {
    try {
      const prescan = await prescanFile(source, dependencies);
      prescans.push(prescan.format === 'csv' ? await settleDates(prescan, dependencies) : prescan);
    } catch (error) {
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
  return prescans;
}

/** Images per call, which share the time limit of a request. */
const imagesAtOnce = 20;

/** Fetched before the import begins, so that no transaction waits for another server. */
async function fetchImages(
  prescans: readonly Prescan[],
  { files, now, progress, authorOf }: ImportDependencies,
): Promise<RemoteImages | undefined> {
  if (files.images === undefined) return undefined;
  const addresses = new Set(prescans.flatMap((prescan) => [...imagesOf(prescan)]));
  const images: RemoteImages[] = [];
  progress.start('Fetching images', addresses.size);
  for (const some of chunksOf(addresses, imagesAtOnce))
    images.push(await files.images.fetch(some, { caller: ownerOf(authorOf), now }));
  return new Map(images.flatMap((some) => [...some]));
}

function imagesOf(prescan: Prescan): Iterable<string> {
  if (prescan.format === 'icalendar') return prescan.calendar.images;
  return prescan.format === 'csv' ? prescan.table.images : [];
}

const stepsPerTurn = 100;

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
    if (done % stepsPerTurn !== 0 && done !== steps) return;
    progress.advance(done);
    await setImmediate();
    signal.throwIfAborted();
  };
}
