// Imports files and pages of every format: each record is read, upserted by its key at the source, and reported. References
// between records are resolved when all are stored.
import { plurals } from '../core/kinds.ts';
import { program } from '../core/roles.ts';
import { createUpsert } from '../resources/upsert/service.ts';
import { listUsers } from '../resources/users/repository.ts';
import { withScratch } from '../store/sqlite/scratch.ts';
import type { Reader } from '../store/store.ts';
import { settleAddresses } from './addresses.ts';
import { importTable } from './csv/import-table.ts';
import { noteOtherCounts, placeSubEvents, placeTerms } from './hierarchy.ts';
import { importCalendar } from './ical/import-calendar.ts';
import { createImageFinder } from './images.ts';
import { createState, type MergeContext, type MergeState } from './merge-context.ts';
import { createEventMerger } from './merge-events.ts';
import { createRelatedByName } from './related-by-name.ts';
import { pageContextOf } from './rest/keys.ts';
import { createRecordMerger } from './rest/merge-records.ts';
import type { PageContext } from './rest/types.ts';
import { type PagePrescan, type Prescan, readElements } from './source/prescan.ts';
import { createTermsByName } from './terms-by-name.ts';
import type { ImportTask } from './types.ts';

/** What all pages of an import share. */
export interface MergePlan {
  state: MergeState;
  /** Name of the first of them. */
  source: string;
  /** New ids are higher than these. */
  maxRecordId: number;
  maxTermId: number;
  /** Common to the context of all pages. */
  page: Pick<PageContext, 'imageIdOf' | 'privacyReason' | 'detailsOf'>;
}

/** Merges pages of the interface, calendars and spreadsheets, in the order in which they are given. */
export async function mergeAll(prescans: readonly Prescan[], task: ImportTask): Promise<void> {
  await withScratch(async (scratch) => {
    const plan = planOf(prescans, { state: createState(false, scratch), page: {} });
    await mergeSome(prescans, task, plan);
    await settle(task, plan);
  });
}

export function planOf(prescans: readonly Prescan[], plan: Pick<MergePlan, 'state' | 'page'>): MergePlan {
  let [maxRecordId, maxTermId] = [0, 0];
  for (const prescan of prescans) {
    if (prescan.format === 'csv') maxRecordId = Math.max(maxRecordId, prescan.table.maxId);
    if (prescan.format !== 'pages') continue;
    maxRecordId = Math.max(maxRecordId, prescan.maxRecordId);
    maxTermId = Math.max(maxTermId, prescan.maxTermId);
  }
  return { ...plan, source: prescans[0]?.source.name ?? '', maxRecordId, maxTermId };
}

/** Merges some of the pages; `settle` follows when all are merged. */
export async function mergeSome(prescans: readonly Prescan[], task: ImportTask, plan: MergePlan): Promise<void> {
  const context = contextOf(task, plan);
  const events = createEventMerger(context);
  const records = createRecordMerger(context, events);
  const parts = {
    ...context,
    terms: await createTermsByName(context),
    events,
    named: createRelatedByName(context),
    images: createImageFinder(context),
  };
  const given = new Set(prescans.map((one) => (one.format === 'pages' ? pageOf(one.members['rest_url']) : undefined)));
  for (const prescan of prescans) {
    const { source } = prescan;
    if (prescan.format !== 'pages') await records.finish();
    if (prescan.format === 'csv') await importTable({ ...parts, prescan });
    if (prescan.format === 'icalendar') await importCalendar({ ...parts, prescan });
    if (prescan.format !== 'pages') continue;
    const page: PageContext = { ...pageContextOf(prescan, task), ...plan.page };
    if (!plan.state.isLive) noteFurtherPages(prescan, given, task);
    for await (const { kind, index, value } of readElements(source, task.limits)) {
      if (prescan.takes?.(value) === false) continue;
      await records.merge(value, { kind, page, source: source.name, place: `${plurals[kind]}[${index}]` });
      await task.step();
    }
  }
  await records.finish();
}

/** Resolves references and addresses once all records are stored. */
export async function settle(task: ImportTask, plan: MergePlan): Promise<void> {
  const context = contextOf(task, plan);
  await settleAddresses(context);
  await placeTerms(context);
  await placeSubEvents(context);
  await noteOtherCounts(context);
}

export function contextOf(task: ImportTask, plan: MergePlan): MergeContext {
  const by = { now: task.now, caller: program(`import ${plan.source}`) };
  return { ...task, state: plan.state, upsert: createUpsert({ ...plan, ...task, by }) };
}

/** The first administrator, else the first user, else the user that the first start of the service creates. */
export async function importAuthor(db: Reader): Promise<number> {
  const users = await listUsers(db);
  return (users.find(({ role }) => role === 'administrator') ?? users[0])?.id ?? 1;
}

/** A page by its parameters, whatever their order. */
function pageOf(address: unknown): string | undefined {
  const url = typeof address === 'string' ? URL.parse(address) : null;
  url?.searchParams.sort();
  return url?.href;
}

function noteFurtherPages(
  { source, members }: PagePrescan,
  given: ReadonlySet<string | undefined>,
  { reporter }: ImportTask,
): void {
  const next = members['next_rest_url'];
  // The following pages of a fetched list are fetched too.
  if (typeof next !== 'string' || next === '' || /^https?:/.test(source.name)) return;
  if (given.has(pageOf(next) ?? next)) return;
  reporter.note({ source: source.name, record: 'the page' }, 'has further pages, which are not in the file', next);
}
