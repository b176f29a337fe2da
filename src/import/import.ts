// Imports files, all of them in one transaction.
import { setImmediate } from 'node:timers/promises';
import type { TakenImages } from '../core/images.ts';
import { Stopped, TransferProblem } from '../core/transfer-problem.ts';
import { settleDates } from './csv/settle-dates.ts';
import { fileOptions } from './file-options.ts';
import { look } from './look.ts';
import { importAuthor, mergeAll } from './merge-sources.ts';
import { createReporter, type Report } from './report.ts';
import { restoreExport } from './restore/restore.ts';
import type { Source } from './source/read-pieces.ts';
import type { Survey } from './source/survey.ts';
import type { ImportDependencies, ImportTask } from './types.ts';

export interface ImportResult {
  /** An export was restored, or pages were merged. */
  format: Survey['format'];
  report: Report;
}

/** Undoes a dry run. */
class NothingKept extends Error {}

/** Throws TransferProblem, naming every reason why nothing was imported, or Stopped. */
export async function importSources(
  sources: readonly Source[],
  dryRun: boolean,
  dependencies: ImportDependencies,
): Promise<ImportResult> {
  const surveys = await surveyAll(sources, dependencies);
  const format = surveys[0]?.format ?? 'pages';
  const images = dryRun ? undefined : await takeImages(surveys, dependencies);
  let reporter = createReporter();
  const { store, ...rest } = dependencies;
  try {
    await store.write(async (db) => {
      reporter = createReporter();
      const task: ImportTask = {
        ...rest,
        files: dependencies.files ?? fileOptions,
        db,
        dialect: store.dialect,
        reporter,
        images,
        step: createStepper(dependencies, surveys),
      };
      if (format === 'export') await restoreExport(surveys[0] as Survey, task);
      else await mergeAll(surveys, task);
      dependencies.signal.throwIfAborted();
      if (dryRun) throw new NothingKept();
    });
  } catch (error) {
    await dependencies.media?.undo();
    if (dependencies.signal.aborted) throw new Stopped();
    if (!(error instanceof NothingKept)) throw error;
  } finally {
    dependencies.progress.stop();
    if (images) await dependencies.files?.images?.tidy(images);
  }
  return { format, report: reporter.report() };
}

async function surveyAll(sources: readonly Source[], dependencies: ImportDependencies): Promise<Survey[]> {
  const { progress, signal } = dependencies;
  const surveys: Survey[] = [];
  const problems: string[] = [];
  progress.start('Looking through', sources.length);
  for (const source of sources) {
    try {
      surveys.push(await settleDates(await look(source, dependencies), dependencies));
    } catch (error) {
      if (!(error instanceof TransferProblem)) throw error;
      problems.push(error.message);
    }
    if (signal.aborted) throw new Stopped();
    progress.advance(surveys.length + problems.length);
  }
  const restored = surveys.find(({ format }) => format === 'export');
  if (restored && surveys.length + problems.length + (dependencies.besides ?? 0) > 1) {
    problems.push(
      `${restored.source.name} is an export of a whole calendar; restore it on its own, without other files or sites.`,
    );
  }
  if (problems.length > 0) throw new TransferProblem(problems.join('\n'));
  return surveys;
}

/** Before the import begins: no transaction waits for another server. */
async function takeImages(
  surveys: readonly Survey[],
  { store, files, now, progress, authorOf }: ImportDependencies,
): Promise<TakenImages | undefined> {
  if (files?.images === undefined) return undefined;
  const addresses = [...new Set(surveys.flatMap(({ imageAddresses = [] }) => [...imageAddresses]))];
  if (addresses.length === 0) return new Map();
  progress.start('Fetching images', addresses.length);
  const userId = authorOf?.('') ?? (await importAuthor(store.reader));
  return files.images.take(addresses, { userId, now });
}

const stepsPerTurn = 100;

/** Queries of SQLite are synchronous, so that signals arrive only when the work yields. */
export function createStepper(
  { progress, signal }: Pick<ImportDependencies, 'progress' | 'signal'>,
  surveys: readonly Survey[],
): () => Promise<void> {
  const steps = surveys.reduce((sum, survey) => sum + survey.elements, 0);
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
