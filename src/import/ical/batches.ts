// Upserts drafts in batches: events; then trashes occurrences that no longer exist; then upserts the others.
import type { ImportContext } from '../import-context.ts';
import { createBatch, sizeOfTexts } from '../merge/batch.ts';
import { type EventDraft, mergeEvents, sizeOfDraft } from '../merge/events.ts';
import { type ImportedEvent, importedSubEvents } from '../merge/repository.ts';
import { labelOf, type Subject } from '../report.ts';
import type { Window } from './recurrence-rule.ts';
import type { DraftGroup } from './series.ts';

const sizeOfGroup = ({ draft, occurrences }: DraftGroup): number =>
  sizeOfDraft(draft) + occurrences.length * sizeOfTexts();

export function createBatches(context: ImportContext, window: Window) {
  const batch = createBatch(sizeOfGroup, write);
  const keys = new Set<string>();

  async function write(groups: readonly DraftGroup[]): Promise<void> {
    keys.clear();
    const drafts = groups.map(({ draft }) => draft);
    const ids = await mergeEvents(context, drafts);
    const idOf = ({ draft }: DraftGroup) => ids.get(draft.key) ?? 0;
    // Cancelled events that were never imported have no id and no occurrences.
    const imported = groups.filter((group) => idOf(group) > 0);
    // First, because they give their slugs to those that now take place on their days.
    await trashGone(context, new Map(imported.map((group) => [idOf(group), group])), window);
    const occurrences = imported.flatMap((group) => group.occurrences.map((one) => childOf(one, idOf(group))));
    await mergeEvents(context, occurrences);
  }

  return {
    finish: batch.finish,
    async add(group: DraftGroup): Promise<void> {
      // If two drafts have the same key, the second is compared with the stored first one.
      const groupKeys = [group.draft, ...group.occurrences].map(({ key }) => key);
      if (groupKeys.some((key) => keys.has(key))) await batch.finish();
      for (const key of groupKeys) keys.add(key);
      await batch.add(group);
    },
  };
}

/** Trashes occurrences within the window that the rule no longer produces. Others may still take place. */
async function trashGone(
  context: ImportContext,
  groups: ReadonlyMap<number, DraftGroup>,
  window: Window,
): Promise<void> {
  const { db, upsert } = context;
  const groupOf = (one: ImportedEvent) => groups.get(one.post_parent) as DraftGroup;
  const stored = await importedSubEvents(db, [...groups.keys()]);
  const gone = stored.filter((one) => isGone(one, groupOf(one), window));
  const isCancelled = (one: ImportedEvent) => groupOf(one).draft.updateOnly === true;
  for (const one of gone.filter(isCancelled)) await cancel(context, one, groupOf(one).draft.modifiedAt);
  const dropped = gone.filter((one) => !isCancelled(one));
  const why = 'no longer takes place; moved to the trash';
  // With the time of the change, so that an older file does not bring it back.
  for (const one of dropped) await trashEvent(context, one, why, groupOf(one).draft.modifiedAt);
  // An event without occurrences is listed again.
  for (const id of new Set(dropped.map((one) => one.post_parent)))
    if (groups.get(id)?.isRecurring === false) await upsert.placeEvent(id, { hide_from_listings: 0 });
}

function isGone(one: ImportedEvent, { draft, occurrences, isRecurring, isUnreadable }: DraftGroup, window: Window) {
  const changedAt = draft.modifiedAt ?? one.modified_at;
  const isOfSeries = (one.external_id as string).startsWith(`${draft.key}/`);
  const isWithin = !isRecurring || (one.start_utc >= window.from && one.start_utc <= window.to);
  const isGiven = occurrences.some(({ key }) => key === one.external_id);
  return isOfSeries && isWithin && changedAt >= one.modified_at && !isGiven && !isUnreadable;
}

/** A component that cancels a series may omit its rule (RFC 5546, 3.2.5). */
async function cancel(
  { upsert, reporter, prescan, now }: ImportContext,
  one: ImportedEvent,
  modifiedAt = now,
): Promise<void> {
  if (one.event_status === 'canceled') return;
  await upsert.placeEvent(one.id, { event_status: 'canceled', modified_at: modifiedAt });
  reporter.count('events', 'updated');
  reporter.note(subjectOf(prescan, one), 'is an occurrence of a canceled series, and is canceled now');
}

/** Trashes an event that the file no longer contains; `changedAt` is when the source removed it, if that is known. */
export async function trashEvent(
  { upsert, reporter, prescan, state }: ImportContext,
  one: ImportedEvent,
  why: string,
  changedAt?: number,
): Promise<void> {
  for (const id of await upsert.withdraw('event', one.id, 'trash', changedAt)) state.touchedTerms.add(id);
  reporter.count('events', 'updated');
  reporter.note(subjectOf(prescan, one), why);
}

const subjectOf = ({ source }: ImportContext['prescan'], { id, title }: ImportedEvent): Subject => ({
  source: source.name,
  record: labelOf('event', id, title),
});

/** The parent is added to the merged draft as well: a stored occurrence may have lost its series, or been imported before it. */
function childOf(occurrence: EventDraft, parentId: number): EventDraft {
  const { complete } = occurrence;
  const below = (draft: EventDraft) => ({ ...draft, columns: { ...draft.columns, post_parent: parentId } });
  return { ...below(occurrence), complete: complete && ((stored) => below(complete(stored))) };
}
