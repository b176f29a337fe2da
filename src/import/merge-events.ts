// Upserts events in batches, and reports the outcomes.

import type { RelatedKind, Taxonomy } from '../core/kinds.ts';
import type { EventOutcome, ImportEvent, StoredEvent } from '../resources/upsert/types.ts';
import { createBatch, sizeOfTexts } from './batch.ts';
import { type MergeContext, type Notes, otherLanguage, stateKey, updateRecord } from './merge-context.ts';
import { type Subject, skippedRightly } from './report.ts';
import { importedSubEvents } from './repository.ts';
import { labelOf } from './rest/texts.ts';
import type { SourceEvent } from './rest/types.ts';

/** The event itself, without related records. */
export type EventRecord = Omit<ImportEvent, 'links' | 'termIds' | 'knownId' | 'updateOnly' | 'complete'> &
  Pick<SourceEvent, 'parentKey'>;

/** An event whose venues, organizers and terms are stored. */
export interface EventDraft {
  event: EventRecord;
  subject: Subject;
  notes: Notes;
  links: Record<RelatedKind, number[]>;
  terms: Record<Taxonomy, number[]>;
  /** Id of the stored record that it matches. */
  knownId?: number | undefined;
  /** A cancelled event changes a stored one, but is not created. */
  updateOnly?: boolean;
  /** Fills in the values that the source does not state from the stored event. */
  completeFrom?: ((stored: StoredEvent) => EventDraft) | undefined;
}

export const sizeOfDraft = ({ event }: EventDraft): number => sizeOfTexts(event.texts);

export interface GoneEvent {
  id: number;
  subject: Subject;
  why: string;
}

export type EventMerger = ReturnType<typeof createEventMerger>;

export function createEventMerger(context: MergeContext) {
  const { db, upsert, reporter, state } = context;
  const touch = (termIds: readonly number[]) => {
    for (const id of termIds) state.touchedTerms.add(id);
  };

  function report(draft: EventDraft, { id, decision, stored, ...outcome }: EventOutcome): void {
    const { event, subject, notes } = draft;
    if (id === undefined) {
      reporter.skip('events', subject, skippedRightly.cancelled);
      return;
    }
    const { isNewerHere, isPartial } = outcome;
    const { parentKey } = event;
    updateRecord(state, stateKey('event', event.key), {
      ...{ id, isNewerHere, subject },
      ...(isNewerHere || isPartial || parentKey === undefined ? {} : { parentKey }),
    });
    if (event.isMasked && stored && isOpen(stored)) reporter.note(subject, nowProtected);
    if (outcome.isOtherLanguage) notes.add(otherLanguage, event.language);
    if (decision === 'kept') reporter.skip('events', subject, skippedRightly.keptHere);
    else reporter.count('events', decision as 'created' | 'updated' | 'unchanged');
    if (decision === 'kept' || decision === 'unchanged') return;
    notes.report();
    touch([...(stored?.termIds ?? []), ...draft.terms.category, ...draft.terms.tag]);
  }

  /** Trashes events that were removed at the source. */
  async function trash(events: readonly GoneEvent[]): Promise<void> {
    for (const { id, subject, why } of events) {
      touch(await upsert.withdraw('event', id, 'trash'));
      reporter.count('events', 'updated');
      reporter.note(subject, why);
    }
  }

  async function mergeBatch(batch: readonly EventDraft[]): Promise<[key: string, id: number][]> {
    const completed = new Map<EventDraft, EventDraft>();
    const outcomes = await upsert.events(batch.map((draft) => toRecord(draft, completed)));
    const results = batch.map((draft, at) => ({
      draft: completed.get(draft) ?? draft,
      outcome: outcomes[at] as EventOutcome,
    }));
    // Stored ones first.
    for (const { draft, outcome } of results) if (outcome.stored) report(draft, outcome);
    for (const { draft, outcome } of results) if (!outcome.stored) report(draft, outcome);
    return results.flatMap(({ draft, outcome: { id } }) => (id === undefined ? [] : [[draft.event.key, id]]));
  }

  return {
    /** Returns their ids by their keys. */
    async merge(drafts: readonly EventDraft[]): Promise<Map<string, number>> {
      const ids = new Map<string, number>();
      const batch = createBatch(sizeOfDraft, async (some: readonly EventDraft[]) => {
        for (const [key, id] of await mergeBatch(some)) ids.set(key, id);
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

function toRecord(draft: EventDraft, completed: Map<EventDraft, EventDraft>): ImportEvent {
  const { event, links, terms, knownId, updateOnly = false, completeFrom } = draft;
  const record = { ...event, links, termIds: terms, knownId, updateOnly: updateOnly };
  if (!completeFrom) return record;
  return {
    ...record,
    complete(stored) {
      const whole = completeFrom(stored);
      completed.set(draft, whole);
      return toRecord({ ...whole, completeFrom: undefined }, completed);
    },
  };
}

const isOpen = ({ event: { status, description, password_hash } }: StoredEvent): boolean =>
  status === 'publish' && description !== '' && password_hash === null;

const nowProtected = 'is protected by a password at its source but public here; left unchanged';
