// Related records of events, as far as the caller may see them (D15).
import type { RecordKind } from '../../core/kinds.ts';
import { type Caller, mayRead, type Owned } from '../../core/roles.ts';
import { collatorOf } from '../../core/text/collate.ts';
import type { Reader } from '../../store/store.ts';
import { imagesOf } from '../media/repository.ts';
import { ownershipOf } from '../records/rows/record-table.ts';
import { chunksOf } from '../records/rows/rows.ts';
import type { RecordScope, Scope } from '../records/scope.ts';
import { ownedOf } from '../records/status.ts';
import { findRelatedByIds } from '../related/repository.ts';
import { linkIdsByEvents } from '../related/repository-events.ts';
import type { RelatedRecord } from '../related/types.ts';
import { categoryPaths, findTermsByIds } from '../terms/repository.ts';
import { termIdsByEvents } from '../terms/repository-events.ts';
import type { EventRecord, HiddenRelation, Relations } from './types.ts';

/**
 * All relations of a page of events, with a query for each kind, never one per event. Records that the caller may not read are
 * left out. `addSize` may refuse texts that are too large together.
 */
export async function loadRelations(
  db: Reader,
  events: readonly Pick<EventRecord, 'id' | 'post_parent' | 'image_id'>[],
  scope: RecordScope,
  addSize?: (bytes: number) => void,
): Promise<Relations> {
  const eventIds = events.map((event) => event.id);
  const termIds = await termIdsByEvents(db, eventIds);
  const found = await findTermsByIds(db, distinct(termIds), scope);
  const terms = new Map(found.map((term) => [term.id, term]));
  const parents = new Set(found.map((term) => term.parent_id).filter((id) => id > 0));
  const linkIds = await linkIdsByEvents(db, eventIds);
  const { readable, hidden } = await readableRelated(db, distinct(linkIds), scope, addSize);
  return {
    terms: byEventAndName(termIds, terms, scope.language),
    danglingTerms: distinct(termIds).filter((id) => !terms.has(id)),
    related: byEvent(linkIds, readable),
    categoryPaths: await categoryPaths(db, [...parents], scope.language),
    images: await imagesOf(db, [...events, ...readable.values()]),
    hiddenParents: await hiddenParents(db, events, scope),
    hiddenRelations: byEvent(linkIds, hidden),
  };
}

/** Ids of the related records of each event. */
export type IdsByEvent = ReadonlyMap<number, readonly number[]>;

export const distinct = (idsByEvent: IdsByEvent): number[] => [...new Set([...idsByEvent.values()].flat())];

export const byEvent = <T>(idsByEvent: IdsByEvent, all: ReadonlyMap<number, T>): Map<number, T[]> =>
  new Map([...idsByEvent].map(([eventId, ids]) => [eventId, ids.flatMap((id) => all.get(id) ?? [])]));

/** The same, in the order of their names. */
export function byEventAndName<T extends { id: number; name: string }>(
  idsByEvent: IdsByEvent,
  all: ReadonlyMap<number, T>,
  language: string,
): Map<number, T[]> {
  const { compare } = collatorOf(language);
  const sorted = byEvent(idsByEvent, all);
  for (const records of sorted.values()) records.sort((a, b) => compare(a.name, b.name) || a.id - b.id);
  return sorted;
}

export const isShownInEvents = (owned: Owned, { caller }: { caller: Caller }): boolean =>
  owned.status !== 'trash' && mayRead(caller, owned);

const idsPerStep = 50;

/**
 * Venues and organizers by id: those that the caller may read, and the others, which may not exist. They are read in steps, so
 * that `addSize` can refuse texts that are too large for one response before all of them are in memory.
 */
export async function readableRelated(
  db: Reader,
  ids: readonly number[],
  { caller, now, language }: RecordScope,
  addSize?: (bytes: number) => void,
) {
  const readable = new Map<number, RelatedRecord>();
  const scheduled = new Set<number>();
  for (const some of chunksOf(ids, idsPerStep))
    for (const record of await findRelatedByIds(db, some, language)) {
      const owned = ownedOf(record, now);
      if (owned.status === 'future') scheduled.add(record.id);
      if (!isShownInEvents(owned, { caller })) continue;
      addSize?.(Buffer.byteLength(record.description));
      readable.set(record.id, record);
    }
  const others = ids.filter((id) => !readable.has(id));
  const hidden = new Map(others.map((id): [number, HiddenRelation] => [id, { id, isScheduled: scheduled.has(id) }]));
  return { readable, hidden };
}

/** Those of the records that the caller may not read, or that do not exist: the caller cannot tell which (D15). */
export async function hiddenAmong(
  db: Reader,
  kind: RecordKind,
  ids: readonly number[],
  { caller, now }: Scope,
): Promise<Set<number>> {
  const hidden = new Set(ids);
  for (const row of await ownershipOf(db, kind, [...hidden]))
    if (mayRead(caller, ownedOf(row, now))) hidden.delete(row.id);
  return hidden;
}

/** Ids of parents that the caller cannot see. */
export function hiddenParents(db: Reader, events: readonly { post_parent: number }[], scope: Scope) {
  const parents = events.map((event) => event.post_parent).filter((id) => id > 0);
  return hiddenAmong(db, 'event', parents, scope);
}
