// Events of a source become events here, some hundred at a time.

import { recordChanges } from '../../resources/records/change-log.ts';
import { moveSlugs } from '../../resources/records/slugs.ts';
import { saveTexts, type Texts } from '../../resources/records/texts.ts';
import { replaceEventLinks } from '../../resources/related/repository-events.ts';
import { replaceEventTerms } from '../../resources/terms/repository-events.ts';
import type { RelatedKind, Taxonomy } from '../../store/schema.ts';
import { labelOf } from '../pages/texts.ts';
import type { SourceEvent } from '../pages/types.ts';
import type { Subject } from '../report.ts';
import { type MergeContext, memoryKey, type Notes } from './context.ts';
import { importedSubEvents } from './gone.ts';
import { insertNewEvents, termIdsOf } from './new-events.ts';
import { changeEvent, eventsById, eventsByKey, type StoredEvent } from './repository.ts';
import { isSlugOf, wantedSlug } from './slugs.ts';
import { noteParent } from './sub-events.ts';
import {
  changedPublication,
  columnsDiffer,
  isAsShown,
  isNewerHere,
  isSameLanguage,
  judge,
  keptReason,
  listsDiffer,
  otherLanguage,
  publicationDiffers,
} from './verdict.ts';

/** An event whose venues, organizers and terms are here. */
export interface ReadyEvent {
  event: SourceEvent;
  subject: Subject;
  notes: Notes;
  links: Record<RelatedKind, number[]>;
  terms: Record<Taxonomy, number[]>;
  /** Id of the record here that it is known to be. */
  knownId?: number | undefined;
  /** It is cancelled: of no interest where it is not here. */
  isOnlyForKnown?: boolean;
  /** The same with the values of the event that is here, where the source tells none. */
  completedFrom?(stored: StoredEvent): ReadyEvent;
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
  const { db, reporter, memory } = context;
  const touch = (termIds: readonly number[]) => {
    for (const id of termIds) memory.touchedTerms.add(id);
  };

  async function mergeKnown(ready: ReadyEvent, stored: StoredEvent): Promise<void> {
    const isNewer = isNewerHere(ready.event, stored.event);
    if (isNewer) memory.changedHere.add(memoryKey('event', ready.event.key));
    // Less is shown of it than somebody else was shown before.
    if (ready.event.isMasked) {
      const isOpen = stored.event.status === 'publish' && stored.event.description !== '';
      if (isOpen && stored.event.password_hash === null) reporter.note(ready.subject, nowProtected);
      return reporter.count('events', 'unchanged');
    }
    if (!isSameLanguage(ready.event, stored.event)) ready.notes.add(otherLanguage, ready.event.language);
    if (isAsShown(ready.event, stored.event)) return reporter.count('events', 'unchanged');
    const verdict = judge(ready.event, stored.event, differs(ready, stored));
    if (!isNewer) noteParent(context, ready, stored.event.id);
    if (verdict === 'kept') return reporter.skip('events', ready.subject, keptReason);
    reporter.count('events', verdict);
    if (verdict === 'unchanged') return;
    ready.notes.tell();
    touch([...stored.termIds, ...termIdsOf(ready)]);
    await update(context, ready, stored);
    await recordChanges(db, 'event', [stored.event.id], context.now);
  }

  async function trash(events: readonly GoneEvent[]): Promise<void> {
    for (const { id, subject, why } of events) {
      touch(await trashEvent(context, id));
      reporter.count('events', 'updated');
      reporter.note(subject, why);
    }
  }

  return {
    async merge(batch) {
      const known = await knownEvents(context, batch);
      for (const ready of batch) {
        const stored = known.get(ready.event.key);
        if (stored) memory.met.set(memoryKey('event', ready.event.key), stored.event.id);
        if (stored) await mergeKnown(ready.completedFrom?.(stored) ?? ready, stored);
      }
      const unknown = batch.filter(({ event }) => !known.has(event.key));
      const fresh = unknown.filter(({ isOnlyForKnown = false }) => !isOnlyForKnown);
      for (const { subject, isOnlyForKnown } of unknown)
        if (isOnlyForKnown) reporter.skip('events', subject, 'is cancelled and was never here');
      touch(fresh.flatMap(termIdsOf));
      const ids = await insertNewEvents(context, fresh);
      for (const [key, { event }] of known) ids.set(key, event.id);
      return ids;
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

const nowProtected = 'is protected by a password at its source, and open here; it stays as it is';

/** Those that are here already, by their keys at the source. */
async function knownEvents(context: MergeContext, batch: readonly ReadyEvent[]): Promise<Map<string, StoredEvent>> {
  const keys = batch.map(({ event }) => event.key);
  const stored = await eventsByKey(context.db, keys);
  const known = new Map(stored.map((one) => [one.event.external_id as string, one]));
  const own = await ownEvents(
    context,
    batch.filter(({ event }) => !known.has(event.key)),
  );
  return new Map([...own, ...known]);
}

/** A page of this very calendar shows events by their ids. By key of the source. */
async function ownEvents({ db }: MergeContext, batch: readonly ReadyEvent[]): Promise<Map<string, StoredEvent>> {
  const found = new Map(
    (
      await eventsById(
        db,
        batch.flatMap(({ event, knownId }) => knownId ?? event.id ?? []),
      )
    ).map((known) => [known.event.id, known]),
  );
  const isOwn = ({ event }: ReadyEvent, known: StoredEvent | undefined) =>
    known !== undefined &&
    known.event.external_id === (event.externalId ?? null) &&
    [known.event, ...known.translations].some(({ slug }) => slug === event.slug) &&
    known.event.published_at === event.publishedAt;
  return new Map(
    batch.flatMap((ready) => {
      const known = found.get(ready.knownId ?? ready.event.id ?? 0);
      return known && (ready.knownId !== undefined || isOwn(ready, known)) ? [[ready.event.key, known] as const] : [];
    }),
  );
}

/** Answers its terms. */
async function trashEvent({ db, now }: MergeContext, id: number): Promise<number[]> {
  const stored = (await eventsById(db, [id]))[0];
  if (stored === undefined || stored.event.status === 'trash') return [];
  // Its time of change stays: when the source has it again, that is the later change.
  await changeEvent(db, id, { status: 'trash', trashed_from: stored.event.status });
  await moveSlugs(db, 'event', id, 'aside');
  await recordChanges(db, 'event', [id], now);
  return stored.termIds;
}

const sorted = (ids: readonly number[]): number[] => ids.toSorted((a, b) => a - b);

const textsOf = ({ title, description, excerpt, website }: Texts): Texts => ({ title, description, excerpt, website });

const differs = (ready: ReadyEvent, { event: stored, links, termIds }: StoredEvent): boolean =>
  publicationDiffers(ready.event, stored) ||
  columnsDiffer(ready.event.columns, stored) ||
  (isSameLanguage(ready.event, stored) && textsDiffer(ready.event, stored)) ||
  listsDiffer(ready.links.venue, links.venue) ||
  listsDiffer(ready.links.organizer, links.organizer) ||
  listsDiffer(sorted(termIdsOf(ready)), sorted(termIds));

const textsDiffer = (source: SourceEvent, stored: StoredEvent['event']): boolean =>
  columnsDiffer(source.texts, textsOf(stored)) || !isSlugOf(stored.slug, wantedSlug(source));

async function update(
  { db, slugs }: MergeContext,
  { event, links, terms }: ReadyEvent,
  { event: stored }: StoredEvent,
): Promise<void> {
  const { id, language } = stored;
  const wanted = wantedSlug(event);
  const slug = isSlugOf(stored.slug, wanted) ? stored.slug : await slugs.claim('event', wanted, id);
  const changes = { ...changedPublication(event, stored), ...event.columns };
  await changeEvent(db, id, changes);
  if (isSameLanguage(event, stored)) {
    await saveTexts(db, { recordId: id, kind: 'event', original: language }, language, { ...event.texts, slug });
  }
  const after = { ...stored, ...changes };
  for (const kind of ['venue', 'organizer'] as const) await replaceEventLinks(db, after, { kind, ids: links[kind] });
  for (const taxonomy of ['category', 'tag'] as const) await replaceEventTerms(db, after, taxonomy, terms[taxonomy]);
}
