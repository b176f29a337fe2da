// Events of a source become events here, some hundred at a time.

import type { EventOutcome, ImportEvent, StoredEvent } from '../resources/upsert/types.ts';
import type { RelatedKind, Taxonomy } from '../store/schema.ts';
import { noteParent } from './hierarchy.ts';
import { keptReason, type MergeContext, memoryKey, type Notes, otherLanguage } from './merge-context.ts';
import type { Subject } from './report.ts';
import { importedSubEvents } from './repository.ts';
import { labelOf } from './rest/texts.ts';
import type { SourceEvent } from './rest/types.ts';

/** What a source states of an event itself. */
export type EventRecord = Omit<ImportEvent, 'links' | 'termIds' | 'knownId' | 'updateOnly' | 'complete'> &
  Pick<SourceEvent, 'parentKey'>;

/** An event whose venues, organizers and terms are here. */
export interface ReadyEvent {
  event: EventRecord;
  subject: Subject;
  notes: Notes;
  links: Record<RelatedKind, number[]>;
  terms: Record<Taxonomy, number[]>;
  /** Id of the record here that it is known to be. */
  knownId?: number | undefined;
  /** It is cancelled: of no interest where it is not here. */
  isOnlyForKnown?: boolean;
  /** The same with the values of the event that is here, where the source tells none. */
  completedFrom?: ((stored: StoredEvent) => ReadyEvent) | undefined;
}

export interface GoneEvent {
  id: number;
  subject: Subject;
  why: string;
}

export interface EventMerger {
  /** Answers their ids here, by their keys at the source. */
  merge(batch: readonly ReadyEvent[]): Promise<Map<string, number>>;
  /** Puts events in the trash whose source has them no longer. */
  trash(events: readonly GoneEvent[]): Promise<void>;
  /** And the sub-events of these, as far as an import made them. */
  trashBelow(parentIds: readonly number[], source: string): Promise<void>;
}

export function createEventMerger(context: MergeContext): EventMerger {
  const { db, upsert, reporter, memory } = context;
  const touch = (termIds: readonly number[]) => {
    for (const id of termIds) memory.touchedTerms.add(id);
  };

  function tell(ready: ReadyEvent, { id, decision, stored, ...outcome }: EventOutcome): void {
    const { event, subject, notes } = ready;
    if (id === undefined) {
      reporter.skip('events', subject, 'is cancelled and was never here');
      return;
    }
    memory.met.set(memoryKey('event', event.key), id);
    if (outcome.isNewerHere) memory.changedHere.add(memoryKey('event', event.key));
    if (event.isMasked && stored && isOpen(stored)) reporter.note(subject, nowProtected);
    if (outcome.isOtherLanguage) notes.add(otherLanguage, event.language);
    if (!outcome.isNewerHere && !outcome.isPartial) noteParent(context, ready, id);
    if (decision === 'kept') reporter.skip('events', subject, keptReason);
    else reporter.count('events', decision as 'created' | 'updated' | 'unchanged');
    if (decision === 'kept' || decision === 'unchanged') return;
    notes.report();
    touch([...(stored?.termIds ?? []), ...ready.terms.category, ...ready.terms.tag]);
  }

  async function trash(events: readonly GoneEvent[]): Promise<void> {
    for (const { id, subject, why } of events) {
      touch((await upsert.trashEvent(id))?.termIds ?? []);
      reporter.count('events', 'updated');
      reporter.note(subject, why);
    }
  }

  return {
    async merge(batch) {
      const completed = new Map<ReadyEvent, ReadyEvent>();
      const outcomes = await upsert.events(batch.map((ready) => toRecord(ready, completed)));
      const told = batch.map((ready, at) => ({
        ready: completed.get(ready) ?? ready,
        outcome: outcomes[at] as EventOutcome,
      }));
      // Those that were here already first.
      for (const { ready, outcome } of told) if (outcome.stored) tell(ready, outcome);
      for (const { ready, outcome } of told) if (!outcome.stored) tell(ready, outcome);
      return new Map(told.flatMap(({ ready, outcome: { id } }) => (id === undefined ? [] : [[ready.event.key, id]])));
    },
    trash,
    async trashBelow(parentIds, source) {
      const why = 'is an occurrence of what is gone; it is in the trash now';
      const subjectOf = (id: number, title: string) => ({ source, record: labelOf('event', id, title) });
      const below = await importedSubEvents(db, parentIds);
      await trash(below.map(({ id, title }) => ({ id, why, subject: subjectOf(id, title) })));
    },
  };
}

function toRecord(ready: ReadyEvent, completed: Map<ReadyEvent, ReadyEvent>): ImportEvent {
  const { event, links, terms, knownId, isOnlyForKnown = false, completedFrom } = ready;
  const record = { ...event, links, termIds: terms, knownId, updateOnly: isOnlyForKnown };
  if (!completedFrom) return record;
  return {
    ...record,
    complete(stored) {
      const whole = completedFrom(stored);
      completed.set(ready, whole);
      return toRecord({ ...whole, completedFrom: undefined }, completed);
    },
  };
}

const isOpen = ({ event: { status, description, password_hash } }: StoredEvent): boolean =>
  status === 'publish' && description !== '' && password_hash === null;

const nowProtected = 'is protected by a password at its source, and open here; it stays as it is';
