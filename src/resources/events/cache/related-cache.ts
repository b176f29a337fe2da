// Segments of the event cache: venues, organizers and terms as they appear in listed events, shared by all of these.
import type { RelatedKind, Taxonomy } from '../../../core/kinds.ts';
import { collatorOf } from '../../../core/text/collate.ts';
import { createSizeTotal } from '../../../http/response/size-limit.ts';
import type { Store } from '../../../store/store.ts';
import { imagesOf } from '../../media/repository.ts';
import { type CacheTag, tagOfTerm } from '../../records/cache/invalidation-log.ts';
import type { CacheSnapshot } from '../../records/cache/tagged-cache.ts';
import type { RecordScope } from '../../records/scope.ts';
import { lastChange } from '../../records/status.ts';
import { type PresentContext, presentRelated } from '../../related/present.ts';
import { findRelatedOfBothKinds, linkIdsByEvents } from '../../related/repository-events.ts';
import type { RelatedRecord } from '../../related/types.ts';
import { ancestorIds, presentTerm } from '../../terms/present.ts';
import { findTermsByIds } from '../../terms/repository.ts';
import { termIdsByEvents } from '../../terms/repository-events.ts';
import { categoryPaths } from '../../terms/repository-tree.ts';
import { hiddenFrom, sizeCheck } from '../relations.ts';
import type { HiddenRelation } from '../types.ts';
import { type JsonTemplate, plainJson, termTemplate } from './json-template.ts';

export interface Segment {
  id: number;
  kind: RelatedKind | Taxonomy;
  name: string;
  json: JsonTemplate;
  /** UTC seconds of the last change. */
  modified: number;
  /** The records from which it is built. */
  dependencies: readonly CacheTag[];
}

export interface SegmentScope extends RecordScope, Omit<PresentContext, 'images'> {
  store: Store;
  cache: CacheSnapshot;
  /** Everything besides the rows that the JSON depends on. */
  variant: string;
}

/**
 * By event id: venues and organizers in the order of the event's links, and terms by name. `danglingTerms` are ids of terms
 * that do not exist.
 */
export async function segmentsOfEvents(eventIds: readonly number[], scope: SegmentScope) {
  const { reader } = scope.store;
  const linkIds = await linkIdsByEvents(reader, eventIds);
  const related = await cachedOr('related', linkIds, scope, relatedSegments);
  const termIds = await termIdsByEvents(reader, eventIds);
  const terms = await cachedOr('term', termIds, scope, termSegments);
  const { compare } = collatorOf(scope.language);
  const byName = (a: Segment, b: Segment) => compare(a.name, b.name) || a.id - b.id;
  return {
    related: byEvent(linkIds, related.segments),
    hiddenRelations: byEvent(linkIds, related.hiddenRelations),
    terms: new Map([...byEvent(termIds, terms.segments)].map(([id, segments]) => [id, segments.sort(byName)])),
    danglingTerms: [...new Set([...termIds.values()].flat())].filter((id) => !terms.segments.has(id)),
  };
}

interface Segments {
  segments: Map<number, Segment>;
  hiddenRelations: Map<number, HiddenRelation>;
}

async function cachedOr(
  kind: 'related' | 'term',
  idsOfEvents: ReadonlyMap<number, readonly number[]>,
  scope: SegmentScope,
  make: (ids: readonly number[], scope: SegmentScope) => Promise<Segments>,
): Promise<Segments> {
  const keyOf = (id: number) => `${kind} ${id}${scope.variant}`;
  const segments = new Map<number, Segment>();
  const missing: number[] = [];
  for (const id of new Set([...idsOfEvents.values()].flat())) {
    const cached = scope.cache.get<Segment>(keyOf(id));
    if (cached) segments.set(id, cached);
    else missing.push(id);
  }
  if (missing.length === 0) return { segments, hiddenRelations: new Map() };
  const made = await make(missing, scope);
  for (const [id, segment] of made.segments) {
    segments.set(id, segment);
    scope.cache.put(keyOf(id), segment, segment.dependencies, Buffer.byteLength(segment.json.pieces.join('')));
  }
  return { segments, hiddenRelations: made.hiddenRelations };
}

const byEvent = <T>(idsOfEvents: ReadonlyMap<number, readonly number[]>, all: ReadonlyMap<number, T>) =>
  new Map([...idsOfEvents].map(([eventId, ids]) => [eventId, ids.flatMap((id) => all.get(id) ?? [])]));

async function relatedSegments(ids: readonly number[], scope: SegmentScope): Promise<Segments> {
  const { reader } = scope.store;
  const inspect = sizeCheck(scope, createSizeTotal());
  const records = await findRelatedOfBothKinds(reader, ids, scope.language, inspect);
  const images = await imagesOf(reader, [...records.values()]);
  const made: Segments = { segments: new Map(), hiddenRelations: new Map() };
  for (const id of ids) {
    const record = records.get(id);
    const hidden = hiddenFrom(scope, id, record);
    if (hidden) made.hiddenRelations.set(id, hidden);
    else if (record) made.segments.set(id, relatedSegment(record, { ...scope, images }));
  }
  return made;
}

const relatedSegment = (record: RelatedRecord, context: PresentContext): Segment => ({
  ...{ id: record.id, kind: record.kind, name: record.name },
  json: plainJson(JSON.stringify(presentRelated(record, context, false))),
  modified: lastChange([record], context.now),
  dependencies: record.image_id ? [record.id, record.image_id] : [record.id],
});

async function termSegments(ids: readonly number[], { store, language, now, links }: SegmentScope): Promise<Segments> {
  const terms = await findTermsByIds(store.reader, ids, { language, now });
  const parents = new Set(terms.map((term) => term.parent_id).filter((id) => id > 0));
  const paths = await categoryPaths(store.reader, [...parents], language);
  const segments = terms.map(
    (term): Segment => ({
      ...{ id: term.id, kind: term.taxonomy, name: term.name },
      json: termTemplate(JSON.stringify(presentTerm(term, links, paths)), [term.id]),
      modified: lastChange([term], now),
      dependencies: [term.id, ...ancestorIds(term, paths)].map(tagOfTerm),
    }),
  );
  return { segments: new Map(segments.map((segment) => [segment.id, segment])), hiddenRelations: new Map() };
}
