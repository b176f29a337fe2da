// Merges the fetched pages of a site, one transaction per page.
import { TransferProblem } from '../../core/transfer-problem.ts';
import { rehearse, type Writer } from '../../store/store.ts';
import { createStepper } from '../import.ts';
import { createState } from '../merge-context.ts';
import { contextOf, type MergePlan, mergeSome, planOf, settle } from '../merge-sources.ts';
import { mergeTranslations } from '../rest/translations.ts';
import type { ImportTask } from '../types.ts';
import type { FetchedSite } from './fetch-site.ts';
import { createImageBook } from './images.ts';
import { withdrawMissing } from './missing.ts';
import type { SiteRun } from './run.ts';
import { writeStateAfter, writeStateBefore } from './state.ts';

export async function mergeSite(fetched: FetchedSite, run: SiteRun, dryRun: boolean): Promise<void> {
  const { store } = run;
  const book = createImageBook({ ...run, details: fetched.imageDetails });
  const plan = planOf(fetched.prescans, {
    state: createState(true, run.scratch),
    page: {
      imageIdOf: book.idOf,
      privacyReason: fetched.privacyReason,
      ...(fetched.details === undefined ? {} : { detailsOf: fetched.details.of }),
    },
  });
  const translated = fetched.translations.flatMap(({ prescans }) => prescans);
  const step = createStepper(run, [...fetched.prescans, ...translated]);
  const task = { ...run, fetchedImages: undefined, dialect: store.dialect, step };
  const write = (work: (task: ImportTask) => Promise<void>) => store.write(once((db) => work({ ...task, db })));
  noteShortLists(fetched, run);
  const all = () => mergeAll(fetched, run, { plan, write, takeImages: dryRun ? undefined : book.take });
  await (dryRun ? rehearse(store, all) : all());
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
  for (const { collection, isWhole, records, total, isShifted, problem } of lists) {
    const list = { source: collection.first.href, record: 'the list' };
    if (problem !== undefined) reporter.note(list, 'could not be read; the import continues without it', problem);
    if (isShifted) reporter.note(list, 'changed while it was read; import again for records that may be missing');
    if (isWhole || total === undefined || records >= total) continue;
    reporter.note(list, 'ended before all its records were received; import again', `${records} of ${total}`);
  }
}

interface Merging {
  plan: MergePlan;
  write(work: (task: ImportTask) => Promise<void>): Promise<void>;
  takeImages: ReturnType<typeof createImageBook>['take'] | undefined;
}

async function mergeAll(fetched: FetchedSite, run: SiteRun, { plan, write, takeImages }: Merging): Promise<void> {
  await write(async (task) => {
    await writeStateBefore(task.db, run);
    await withdrawMissing(fetched.missing, run.name, contextOf(task, plan));
  });
  for (const prescan of fetched.prescans) {
    // Fetched before the transaction, which would hold the write lock meanwhile.
    await takeImages?.(run.scan.imagesOn(prescan));
    await write((task) => mergeSome([prescan], task, plan));
    run.signal.throwIfAborted();
  }
  for (const { language, prescans } of fetched.translations) {
    for (const prescan of prescans) {
      await write((task) => mergeTranslations(prescan, language, task, plan));
      run.signal.throwIfAborted();
    }
  }
  await write(async (task) => {
    await settle(task, plan);
    await writeStateAfter(task.db, run, fetched, plan.state);
  });
}
