// Merges the fetched pages of a site, one transaction per page.
import { readFile } from 'node:fs/promises';
import { isTaxonomy } from '../../core/kinds.ts';
import { TransferProblem } from '../../core/transfer-problem.ts';
import type { DiskMap } from '../../store/sqlite/scratch.ts';
import { rehearse, type Writer } from '../../store/store.ts';
import { chunked } from '../chunked.ts';
import { createStepper } from '../import.ts';
import { createState, type MergeState, partsOfKey } from '../merge-context.ts';
import { contextOf, type MergePlan, mergeSome, planOf, settle } from '../merge-sources.ts';
import { modifiedTimes } from '../repository.ts';
import { mergeTranslations } from '../rest/translations.ts';
import { isRecord, textOf } from '../rest/values.ts';
import type { ImportTask } from '../types.ts';
import { createImageBook, type ImageBook } from './images.ts';
import { withdrawMissing } from './missing.ts';
import { noRecords, type SiteState, siteKinds, writeState } from './state.ts';
import type { FetchedSite, SiteDependencies, SiteSource } from './types.ts';
import type { ImageDetails } from './wordpress.ts';
import { agreement } from './zone.ts';

interface Run {
  dryRun: boolean;
  source: SiteSource;
  dependencies: SiteDependencies;
}

export async function mergeSite(fetched: FetchedSite, run: Run): Promise<void> {
  const { dependencies, dryRun } = run;
  const { store } = dependencies;
  const book = createImageBook({ ...dependencies, details: await imageDetails(fetched, dependencies) });
  const state = createState(true, dependencies.scratch);
  const plan = planOf(fetched.prescans, {
    state,
    page: {
      imageIdOf: book.idOf,
      privacyReason: fetched.privacyReason,
      ...(fetched.details === undefined ? {} : { detailsOf: fetched.details.of }),
    },
  });
  const step = createStepper(dependencies, [
    ...fetched.prescans,
    ...fetched.translations.flatMap(({ prescans }) => prescans),
  ]);
  noteShortLists(fetched, dependencies);
  const write = (work: (task: ImportTask) => Promise<void>) =>
    store.write(once((db) => work({ ...taskOf(db, dependencies, step), siteZone: fetched.siteZone })));
  const all = () => mergeAll(fetched, { plan, book, write, run });
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

function noteShortLists({ lists }: FetchedSite, { reporter }: SiteDependencies): void {
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
  book: ImageBook;
  write(work: (task: ImportTask) => Promise<void>): Promise<void>;
  run: Run;
}

async function mergeAll(fetched: FetchedSite, { plan, book, write, run }: Merging): Promise<void> {
  const { dryRun, dependencies } = run;
  await write(async (task) => {
    await writeState(task.db, fetched.key, stateBefore(fetched));
    await withdrawMissing(fetched.missing, fetched.name, contextOf(task, plan));
  });
  for (const prescan of fetched.prescans) {
    // Fetched before the transaction, which would hold the write lock meanwhile.
    if (!dryRun) await book.take(fetched.images.get(prescan.source.path) ?? []);
    await write((task) => mergeSome([prescan], task, plan));
    dependencies.signal.throwIfAborted();
  }
  for (const { language, prescans } of fetched.translations) {
    for (const prescan of prescans) {
      await write((task) => mergeTranslations(prescan, language, task, plan));
      dependencies.signal.throwIfAborted();
    }
  }
  await write(async (task) => {
    await settle(task, plan);
    await writeState(task.db, fetched.key, {
      ...(await stateAfter(fetched, plan.state, task)),
      zones: agreement(fetched.siteZone, dependencies.siteZone),
    });
  });
}

const taskOf = (db: Writer, dependencies: SiteDependencies, step: ImportTask['step']): ImportTask => ({
  ...dependencies,
  fetchedImages: undefined,
  db,
  dialect: dependencies.store.dialect,
  step,
});

/** Written first, so that the run after an interrupted one recognises the records that came from the site. */
function stateBefore({ before, seen }: FetchedSite): SiteState {
  const records = noRecords();
  for (const [, { kind, key, modifiedAt }] of seen) records[kind][key] = modifiedAt;
  for (const kind of siteKinds) Object.assign(records[kind], before?.records[kind]);
  return { version: 1, token: before?.token ?? null, records, zones: before?.zones };
}

/** Records that were changed here keep their entry, and so count as changed in later runs. */
async function stateAfter(
  { before, feed, missing, details }: FetchedSite,
  { records: merged }: MergeState,
  { db }: ImportTask,
): Promise<SiteState> {
  const records = noRecords();
  for (const kind of siteKinds) Object.assign(records[kind], before?.records[kind]);
  for (const { kind, key, verdict } of missing) if (verdict === 'gone') delete records[kind][key];
  for (const some of chunked(merged)) {
    const times = await modifiedTimes(
      db,
      some.flatMap(([, { id }]) => id ?? []),
    );
    for (const [name, { id, isNewerHere }] of some) {
      if (id === undefined || isNewerHere) continue;
      const { kind, key } = partsOfKey(name);
      records[kind][key] = isTaxonomy(kind) ? 0 : (times.get(id) ?? 0);
    }
  }
  return { version: 1, token: feed?.token ?? null, records, hasDetails: details?.isWhole };
}

/** Titles and alternative texts of images. */
async function imageDetails(
  { media, details }: FetchedSite,
  { scratch }: SiteDependencies,
): Promise<DiskMap<ImageDetails>> {
  const found = details?.images ?? scratch.createMap<ImageDetails>();
  for (const { path } of media.flatMap(({ sources }) => sources)) {
    const reply: unknown = JSON.parse(await readFile(path, 'utf8'));
    const list = isRecord(reply) && Array.isArray(reply['media']) ? reply['media'] : [];
    for (const one of list.filter(isRecord))
      found.set(textOf(one['url']), { texts: { title: textOf(one['title']), altText: textOf(one['alt_text']) } });
  }
  return found;
}
