// Upserts events in batches, and reports the outcomes.

import type { EventOutcome, ImportEvent, StoredEvent } from '../../resources/upsert/types.ts';
import { labelOf, type RecordReport, type Subject } from '../report.ts';
import { createBatch, sizeOfTexts } from './batch.ts';
import { type MergeContext, type MergeState, otherLanguage, stateKey, updateRecord } from './context.ts';
import { importedSubEvents } from './repository.ts';

/** An event of a source, with the ids of its stored venues, organizers and terms. */
export interface EventDraft extends ImportEvent {
  /** Key of the event that this is a part of, '' for none; undefined if the source does not state it. */
  parentKey: string | undefined;
  report: RecordReport;
}

export const sizeOfDraft = ({ texts }: EventDraft): number => sizeOfTexts(texts);

export interface GoneEvent {
  id: number;
  subject: Subject;
  why: string;
  /** When the source removed it; unknown if it is only missing. */
  changedAt?: number | undefined;
}

export type EventMerger = ReturnType<typeof createEventMerger>;

export function createEventMerger(context: MergeContext) {
  const { db, upsert, reporter, state } = context;

  /** Trashes events that were removed at the source. */
  async function trash(events: readonly GoneEvent[]): Promise<void> {
    for (const { id, subject, why, changedAt } of events) {
      touch(state, await upsert.withdraw('event', id, 'trash', changedAt));
      reporter.count('events', 'updated');
      reporter.note(subject, why);
    }
  }

  return {
    /** Returns their ids by their keys. */
    async merge(drafts: readonly EventDraft[]): Promise<Map<string, number>> {
      const ids = new Map<string, number>();
      const batch = createBatch(sizeOfDraft, async (some: readonly EventDraft[]) => {
        const results = await upsert.events(some);
        // Stored ones first.
        for (const result of results) if (result.stored) report(context, result);
        for (const result of results) if (!result.stored) report(context, result);
        for (const { record, id } of results) if (id !== undefined) ids.set(record.key, id);
      });
      for (const draft of drafts) await batch.add(draft);
      await batch.finish();
      return ids;
    },
    trash,
    /** Trashes the imported sub-events of these. */
    async trashBelow(parentIds: readonly number[], source: string): Promise<void> {
      const why = 'is an occurrence of a removed event; moved to the trash';
      const subjectOf = (id: number, title: string) => ({ source, record: labelOf('event', id, title) });
      const below = await importedSubEvents(db, parentIds);
      await trash(below.map(({ id, title }) => ({ id, why, subject: subjectOf(id, title) })));
    },
  };
}

function report({ reporter, state }: MergeContext, { record, stored, ...outcome }: EventOutcome<EventDraft>): void {
  const { key, parentKey, termIds } = record;
  const { id, isNewerHere, isPartial } = outcome;
  if (record.isMasked && stored && isOpen(stored)) reporter.note(record.report.subject, nowProtected);
  if (outcome.isOtherLanguage) record.report.note(otherLanguage, record.language);
  if (id !== undefined)
    updateRecord(state, stateKey('event', key), {
      id,
      isNewerHere,
      subject: record.report.subject,
      ...(isNewerHere || isPartial || parentKey === undefined ? {} : { parentKey }),
    });
  if (!record.report.finish(outcome.decision)) return;
  for (const ids of [termIds, stored?.termIds ?? termIds]) touch(state, [...ids.category, ...ids.tag]);
}

function touch({ touchedTerms }: MergeState, termIds: readonly number[]): void {
  for (const id of termIds) touchedTerms.add(id);
}

const isOpen = ({ event: { status, description, password_hash } }: StoredEvent): boolean =>
  status === 'publish' && description !== '' && password_hash === null;

const nowProtected = 'is protected by a password at its source but public here; left unchanged';
