// Merges the fetched pages of a site, one transaction per page.
import { TransferProblem } from '../../core/transfer-problem.ts';
import { type Writer, withRollback } from '../../store/store.ts';
import { createState, createStepper } from '../import.ts';
import { contextOf, type MergeContext } from '../merge/context.ts';
import { finishMerge } from '../merge/finish.ts';
import { createRecordMerger } from '../rest/merge-records.ts';
import { pageContextOf } from '../rest/page-context.ts';
import type { FetchedSite } from './fetch-site.ts';
import { createImageBook } from './images.ts';
import { withdrawMissing } from './missing.ts';
import type { SiteRun } from './run.ts';
import { writeStateAfter, writeStateBefore } from './state.ts';
import { mergeTranslations } from './translations.ts';

export async function mergeSite(fetched: FetchedSite, run: SiteRun, dryRun: boolean): Promise<void> {
  const { store } = run;
  const { name: source, scan, scratch } = run;
  const state = { ...createState(fetched.prescans, scratch), source, isLive: true, isAtSource: scan.seen.has };
  const book = createImageBook({ ...run, details: fetched.imageDetails, maxRecordId: state.maxRecordId });
  const translated = fetched.translations.flatMap(({ prescans }) => prescans);
  const step = createStepper(run, [...fetched.prescans, ...translated]);
  const task = { ...run, fetchedImages: undefined, dialect: store.dialect, step };
  const write: Merging['write'] = (work) => store.write(once((db) => work(contextOf({ ...task, db }, state))));
  noteShortLists(fetched, run);
  const all = () => mergeAll(fetched, run, { book, dryRun, write });
  await (dryRun ? withRollback(store, all) : all());
}

/** The state of the run is not rolled back with a transaction, so a retried one would start from a wrong state. */
function once<T>(work: (db: Writer) => Promise<T>): (db: Writer) => Promise<T> {
  let isBegun = false;
  return (db) => {
    if (isBegun) throw new TransferProblem('The database aborted a transaction of the import.');
    isBegun = true;
    return work(db);
  };
}

function noteShortLists({ lists }: FetchedSite, { reporter }: SiteRun): void {
  for (const { collection, records, total = 0, isShifted, problem } of lists) {
    const list = { source: collection.first.href, record: 'the list' };
    if (problem !== undefined) reporter.note(list, 'could not be read; the import continues without it', problem);
    if (isShifted) reporter.note(list, 'changed while it was read; import again for records that may be missing');
    const what = 'ended before all its records were received; import again';
    if (records < total) reporter.note(list, what, `${records} of ${total}`);
  }
}

interface Merging {
  book: ReturnType<typeof createImageBook>;
  dryRun: boolean;
  write(work: (context: MergeContext) => Promise<void>): Promise<void>;
}

async function mergeAll(fetched: FetchedSite, run: SiteRun, { book, dryRun, write }: Merging): Promise<void> {
  const { privacyReason, details } = fetched;
  await write(async (context) => {
    await writeStateBefore(context.db, run);
    await withdrawMissing(fetched.missing, run.name, context);
  });
  for (const prescan of fetched.prescans) {
    // Fetched before the transaction, which would hold the write lock meanwhile.
    if (!dryRun) await book.take(run.scan.imagesOn(prescan));
    await write(async (context) => {
      const records = createRecordMerger(context);
      const page = { ...pageContextOf(prescan, run), imageIdOf: book.idOf, privacyReason, detailsOf: details?.of };
      await records.mergePage(prescan, page);
      await records.finish();
    });
    run.signal.throwIfAborted();
  }
  for (const { language, prescans } of fetched.translations) {
    for (const prescan of prescans) {
      await write((context) => mergeTranslations(prescan, language, context));
      run.signal.throwIfAborted();
    }
  }
  await write(async (context) => {
    await finishMerge(context);
    await writeStateAfter(context.db, run, fetched, context.state);
  });
}
