// Drafts are upserted some hundred at a time: events first, then their occurrences, and what is gone goes to the trash.
import type { ImportContext } from '../import-context.ts';
import type { ReadyEvent } from '../merge-events.ts';
import { importedSubEvents } from '../repository.ts';
import type { Window } from './recurrence-rule.ts';
import type { DraftGroup } from './series.ts';

export interface Batches {
  add(group: DraftGroup): Promise<void>;
  finish(): Promise<void>;
}

const recordsAtOnce = 200;
const waitingRecords = 4 * recordsAtOnce;

export function createBatches({ db, upsert, events, survey }: ImportContext, window: Window): Batches {
  const source = survey.source.name;
  let waiting: DraftGroup[] = [];
  const keys = new Set<string>();

  async function finish(): Promise<void> {
    const groups = waiting;
    waiting = [];
    keys.clear();
    if (groups.length === 0) return;
    const ids = await events.merge(groups.map(({ draft }) => draft));
    // Cancelled events that were never here have no id.
    const idOf = ({ draft }: DraftGroup) => ids.get(draft.event.key) ?? 0;
    const occurrences = groups.flatMap((group) => group.occurrences.map((one) => below(one, idOf(group))));
    for (let at = 0; at < occurrences.length; at += recordsAtOnce)
      await events.merge(occurrences.slice(at, at + recordsAtOnce));
    await trashGone(new Map(groups.map((group) => [idOf(group), group])));
  }

  /** Occurrences within the window that the rule gives no longer; others may still take place. */
  async function trashGone(groups: ReadonlyMap<number, DraftGroup>): Promise<void> {
    const stored = await importedSubEvents(db, [...groups.keys()]);
    const gone = stored.filter((one) => {
      const { draft, occurrences, isRecurring, isUnreadable } = groups.get(one.post_parent) as DraftGroup;
      const changedAt = draft.event.modifiedAt ?? one.modified_at;
      const isOfSeries = (one.external_id as string).startsWith(`${draft.event.key}/`);
      const isWithin = !isRecurring || (one.start_utc >= window.from && one.start_utc <= window.to);
      const isGiven = occurrences.some(({ event }) => event.key === one.external_id);
      return isOfSeries && isWithin && changedAt >= one.modified_at && !isGiven && !isUnreadable;
    });
    const why = 'does not take place any more; it is in the trash now';
    const subjectOf = (id: number, title: string) => ({ source, record: `event ${id} "${title}"` });
    await events.trash(gone.map(({ id, title }) => ({ id, why, subject: subjectOf(id, title) })));
    // An event that has no occurrences any more is listed again.
    for (const id of new Set(gone.map((one) => one.post_parent)))
      if (groups.get(id)?.isRecurring === false) await upsert.placeEvent(id, { hide_from_listings: 0 });
  }

  return {
    finish,
    async add(group) {
      // The second of two with the same key is compared with the stored first one.
      const own = [group.draft, ...group.occurrences].map(({ event }) => event.key);
      if (own.some((key) => keys.has(key))) await finish();
      for (const key of own) keys.add(key);
      waiting.push(group);
      const records = waiting.reduce((sum, { occurrences }) => sum + 1 + occurrences.length, 0);
      if (waiting.length >= recordsAtOnce || records >= waitingRecords) await finish();
    },
  };
}

const below = (occurrence: ReadyEvent, parentId: number): ReadyEvent => ({
  ...occurrence,
  event: { ...occurrence.event, columns: { ...occurrence.event.columns, post_parent: parentId } },
});
