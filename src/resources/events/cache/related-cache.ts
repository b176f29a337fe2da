// Segments of the event cache: venues, organizers and terms as they appear in listed events, shared by all of these.
import type { RelatedKind, Taxonomy } from '../../../core/kinds.ts';
import { createSizeTotal } from '../../../http/response/size-limit.ts';
import type { Store } from '../../../store/store.ts';
import { imagesOf } from '../../media/repository.ts';
import { type CacheTag, tagOfTerm } from '../../records/cache/invalidation-log.ts';
import type { CacheSnapshot } from '../../records/cache/tagged-cache.ts';
import type { RecordScope } from '../../records/scope.ts';
import { lastChange } from '../../records/status.ts';
import { type PresentContext, presentRelated } from '../../related/present.ts';
import { linkIdsByEvents } from '../../related/repository-events.ts';
import type { RelatedRecord } from '../../related/types.ts';
import { ancestorIds, presentTerm } from '../../terms/present.ts';
import { categoryPaths, findTermsByIds } from '../../terms/repository.ts';
import { termIdsByEvents } from '../../terms/repository-events.ts';
import { byEvent, byEventAndName, distinct, type IdsByEvent, readableRelated } from '../relations.ts';
import type { HiddenRelation } from '../types.ts';
import { type JsonTemplate, plainJson, termTemplate } from './json-template.ts';

export interface Segment {
  id: number;
  kind: RelatedKind | Taxonomy;
  name: string;
  json: JsonTemplate;
  /** UTC seconds of the last change. */
  modified: number;
  dependencies: readonly CacheTag[];
}

export interface SegmentScope extends RecordScope, Omit<PresentContext, 'images'> {
  store: Store;
  /** Event counts by term id, to which those of terms that are read are added. */
  counts: Map<number, number>;
  cache: CacheSnapshot | undefined;
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
  return {
    related: byEvent(linkIds, related.segments),
    hiddenRelations: byEvent(linkIds, related.hiddenRelations),
    terms: byEventAndName(termIds, terms.segments, scope.language),
    danglingTerms: distinct(termIds).filter((id) => !terms.segments.has(id)),
  };
}

interface Segments {
  segments: Map<number, Segment>;
  hiddenRelations: Map<number, HiddenRelation>;
}

async function cachedOr(
  kind: 'related' | 'term',
  idsByEvent: IdsByEvent,
  scope: SegmentScope,
  make: (ids: readonly number[], scope: SegmentScope) => Promise<Segments>,
): Promise<Segments> {
  const keyOf = (id: number) => `${kind} ${id}${scope.variant}`;
  const segments = new Map<number, Segment>();
  const missing: number[] = [];
  for (const id of distinct(idsByEvent)) {
    const cached = scope.cache?.get<Segment>(keyOf(id));
    if (cached) segments.set(id, cached);
    else missing.push(id);
  }
  if (missing.length === 0) return { segments, hiddenRelations: new Map() };
  const made = await make(missing, scope);
  for (const [id, segment] of made.segments) {
    segments.set(id, segment);
    scope.cache?.put(keyOf(id), segment, segment.dependencies, Buffer.byteLength(segment.json.pieces.join('')));
  }
  return { segments, hiddenRelations: made.hiddenRelations };
}

async function relatedSegments(ids: readonly number[], scope: SegmentScope): Promise<Segments> {
  const { reader } = scope.store;
  const { readable, hidden } = await readableRelated(reader, ids, scope, createSizeTotal());
  const images = await imagesOf(reader, [...readable.values()]);
  const segments = [...readable.values()].map((record) => relatedSegment(record, { ...scope, images }));
  return { segments: segmentsById(segments), hiddenRelations: hidden };
}

const relatedSegment = (record: RelatedRecord, context: PresentContext): Segment => ({
  id: record.id,
  kind: record.kind,
  name: record.title,
  json: plainJson(JSON.stringify(presentRelated(record, context, false))),
  modified: lastChange([record], context.now),
  dependencies: record.image_id ? [record.id, record.image_id] : [record.id],
});

async function termSegments(ids: readonly number[], scope: SegmentScope): Promise<Segments> {
  const { store, language, now, links, counts } = scope;
  const terms = await findTermsByIds(store.reader, ids, { language, now });
  for (const term of terms) counts.set(term.id, term.count);
  const parents = new Set(terms.map((term) => term.parent_id).filter((id) => id > 0));
  const paths = await categoryPaths(store.reader, [...parents], language);
  const segments = terms.map(
    (term): Segment => ({
      id: term.id,
      kind: term.taxonomy,
      name: term.name,
      json: termTemplate(JSON.stringify(presentTerm(term, links, paths)), [term.id]),
      modified: lastChange([term], now),
      dependencies: [term.id, ...ancestorIds(term, paths)].map(tagOfTerm),
    }),
  );
  return { segments: segmentsById(segments), hiddenRelations: new Map() };
}

const segmentsById = (segments: readonly Segment[]) => new Map(segments.map((segment) => [segment.id, segment]));
