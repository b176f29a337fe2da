// Imports files of every format in one transaction: each record is read, upserted by its key at the source, and reported.
import { program } from '../core/roles.ts';
import { createUpsert } from '../resources/upsert/service.ts';
import { withScratch } from '../store/sqlite/scratch.ts';
import { importTable } from './csv/import-table.ts';
import { importCalendar } from './ical/import-calendar.ts';
import { createImageFinder } from './images.ts';
import { createState, type MergeContext, type MergeState } from './merge-context.ts';
import { createEventMerger } from './merge-events.ts';
import { createRelatedByName } from './related-by-name.ts';
import { pageContextOf } from './rest/keys.ts';
import { createRecordMerger } from './rest/merge-records.ts';
import { settle } from './settle.ts';
import type { PagePrescan, Prescan } from './source/prescan.ts';
import { createTermsByName } from './terms-by-name.ts';
import type { ImportTask } from './types.ts';

/** What all transactions of an import share. */
export interface MergePlan {
  state: MergeState;
  /** Name of the first source. */
  source: string;
  /** New ids are higher than these. */
  maxRecordId: number;
  maxTermId: number;
}

export function planOf(prescans: readonly Prescan[], state: MergeState): MergePlan {
  let [maxRecordId, maxTermId] = [0, 0];
  for (const prescan of prescans) {
    if (prescan.format === 'csv') maxRecordId = Math.max(maxRecordId, prescan.table.maxId);
    if (prescan.format !== 'pages') continue;
    maxRecordId = Math.max(maxRecordId, prescan.maxRecordId);
    maxTermId = Math.max(maxTermId, prescan.maxTermId);
  }
  return { state, source: prescans[0]?.source.name ?? '', maxRecordId, maxTermId };
}

export function contextOf(task: ImportTask, plan: MergePlan): MergeContext {
  const by = { now: task.now, caller: program(`import ${plan.source}`) };
  return { ...task, state: plan.state, upsert: createUpsert({ ...plan, ...task, by }) };
}

/** Merges pages of the interface, calendars and spreadsheets, in the order in which they are given. */
export async function mergeAll(prescans: readonly Prescan[], task: ImportTask): Promise<void> {
  await withScratch(async (scratch) => {
    const context = contextOf(task, planOf(prescans, createState(false, scratch)));
    const records = createRecordMerger(context);
    const parts = {
      ...context,
      terms: await createTermsByName(context),
      events: createEventMerger(context),
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
    await settle(context);
  });
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
  if (typeof next !== 'string' || next === '' || /^https?:/.test(source.name)) return;
  if (given.has(pageOf(next) ?? next)) return;
  reporter.note({ source: source.name, record: 'the page' }, 'has further pages, which are not in the file', next);
}
