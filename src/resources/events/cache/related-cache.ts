// Venues, organizers and terms as events in lists carry them: made to JSON once, for all events that have them.
import { collatorOf } from '../../../core/text/collate.ts';
import type { RelatedKind, Taxonomy } from '../../../store/schema.ts';
import type { Store } from '../../../store/store.ts';
import { imagesOf } from '../../media/repository.ts';
import { type LogName, logNameOfTerm } from '../../records/cache/invalidation-rows.ts';
import type { Look } from '../../records/cache/tagged-cache.ts';
import type { RecordScope } from '../../records/scope.ts';
import { newestOf } from '../../records/write/hooks.ts';
import { type PresentContext, presentRelated } from '../../related/present.ts';
import { findRelatedOfBothKinds, linkIdsByEvents } from '../../related/repository-events.ts';
import type { RelatedRecord } from '../../related/types.ts';
import { idsAbove, presentTerm } from '../../terms/present.ts';
import { findTermsOfBothKinds } from '../../terms/repository.ts';
import { termIdsByEvents } from '../../terms/repository-events.ts';
import { categoryPaths } from '../../terms/repository-tree.ts';
import { withheldFrom } from '../relations.ts';
import type { Withheld } from '../types.ts';

export interface Part {
  id: number;
  kind: RelatedKind | Taxonomy;
  name: string;
  /** Of a term with its number of events at that time, which is to be taken out. */
  json: string;
  /** UTC seconds of its last change. */
  modified: number;
  /** The records whose rows are in it. */
  madeOf: readonly LogName[];
}

/** What events carry, by their ids. */
export interface PartsOfEvents {
  /** Venues and organizers in their order. */
  linked: ReadonlyMap<number, readonly Part[]>;
  withheld: ReadonlyMap<number, readonly Withheld[]>;
  /** By name. */
  terms: ReadonlyMap<number, readonly Part[]>;
  /** Ids of terms that some of the events have, and that are not there. */
  lostTerms: readonly number[];
}

export interface PartsScope extends RecordScope, Omit<PresentContext, 'images'> {
  store: Store;
  look: Look<Part>;
  /** All that decides the JSON beside the rows. */
  room: string;
}

export async function partsOfEvents(eventIds: readonly number[], scope: PartsScope): Promise<PartsOfEvents> {
  const { reader } = scope.store;
  const linkIds = await linkIdsByEvents(reader, eventIds);
  const shown = await keptOr('related', linkIds, scope, relatedParts);
  const termIds = await termIdsByEvents(reader, eventIds);
  const terms = await keptOr('term', termIds, scope, termParts);
  const { compare } = collatorOf(scope.language);
  const byName = (a: Part, b: Part) => compare(a.name, b.name) || a.id - b.id;
  return {
    linked: ofEach(linkIds, shown.parts),
    withheld: ofEach(linkIds, shown.withheld),
    terms: new Map([...ofEach(termIds, terms.parts)].map(([id, parts]) => [id, parts.sort(byName)])),
    lostTerms: [...new Set([...termIds.values()].flat())].filter((id) => !terms.parts.has(id)),
  };
}

interface Made {
  parts: Map<number, Part>;
  withheld: Map<number, Withheld>;
}

/** Those that are not kept are made, and kept. */
async function keptOr(
  kind: 'related' | 'term',
  idsOfEvents: ReadonlyMap<number, readonly number[]>,
  scope: PartsScope,
  make: (ids: readonly number[], scope: PartsScope) => Promise<Made>,
): Promise<Made> {
  const keyOf = (id: number) => `${kind} ${id}${scope.room}`;
  const parts = new Map<number, Part>();
  const missing: number[] = [];
  for (const id of new Set([...idsOfEvents.values()].flat())) {
    const kept = scope.look.get(keyOf(id));
    if (kept) parts.set(id, kept);
    else missing.push(id);
  }
  if (missing.length === 0) return { parts, withheld: new Map() };
  const made = await make(missing, scope);
  for (const [id, part] of made.parts) {
    parts.set(id, part);
    scope.look.keep(keyOf(id), part, part.madeOf, Buffer.byteLength(part.json));
  }
  return { parts, withheld: made.withheld };
}

const ofEach = <T>(idsOfEvents: ReadonlyMap<number, readonly number[]>, all: ReadonlyMap<number, T>) =>
  new Map([...idsOfEvents].map(([eventId, ids]) => [eventId, ids.flatMap((id) => all.get(id) ?? [])]));

async function relatedParts(ids: readonly number[], scope: PartsScope): Promise<Made> {
  const { reader } = scope.store;
  const records = await findRelatedOfBothKinds(reader, ids, scope.language);
  const images = await imagesOf(reader, [...records.values()]);
  const made: Made = { parts: new Map(), withheld: new Map() };
  for (const id of ids) {
    const record = records.get(id);
    const withheld = withheldFrom(scope, id, record);
    if (withheld) made.withheld.set(id, withheld);
    else if (record) made.parts.set(id, relatedPart(record, { ...scope, images }));
  }
  return made;
}

const relatedPart = (record: RelatedRecord, context: PresentContext): Part => ({
  ...{ id: record.id, kind: record.kind, name: record.name },
  json: JSON.stringify(presentRelated(record, context, false)),
  modified: newestOf([record], context.now),
  madeOf: record.image_id ? [record.id, record.image_id] : [record.id],
});

async function termParts(ids: readonly number[], { store, language, now, links }: PartsScope): Promise<Made> {
  const terms = await findTermsOfBothKinds(store.reader, ids, language, now);
  const parents = new Set(terms.map((term) => term.parent_id).filter((id) => id > 0));
  const paths = await categoryPaths(store.reader, [...parents], language);
  const parts = terms.map(
    (term): Part => ({
      ...{ id: term.id, kind: term.taxonomy, name: term.name },
      json: JSON.stringify(presentTerm(term, links, paths)),
      modified: newestOf([term], now),
      madeOf: [term.id, ...idsAbove(term, paths)].map(logNameOfTerm),
    }),
  );
  return { parts: new Map(parts.map((part) => [part.id, part])), withheld: new Map() };
}
