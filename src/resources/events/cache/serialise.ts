// Serialises events as anonymous readers see them, and collects the records that each depends on.
import { assertSize, createSizeTotal } from '../../../http/response/size-limit.ts';
import { imagesOf } from '../../media/repository.ts';
import { type CacheTag, tagOfTerm } from '../../records/cache/invalidation-log.ts';
import { effectiveStatus, lastChange } from '../../records/status.ts';
import { ancestorIds } from '../../terms/present.ts';
import { maskedValues, noRelated, presentEvent, presentOwn } from '../fields/present.ts';
import { hiddenParents, loadRelations } from '../relations.ts';
import type { EventPresentation, EventRecord, Relations } from '../types.ts';
import {
  type CachedJson,
  type JsonTemplate,
  jsonTemplate,
  listTemplate,
  plainJson,
  termTemplate,
  toBytes,
} from './json-template.ts';
import { type Segment, type SegmentScope, segmentsOfEvents } from './related-cache.ts';

export interface CachedEvent extends CachedJson {
  /** UTC seconds of the newest change among the event and its related records. */
  modified: number;
  language: string;
}

export interface SerialisedEvent {
  id: number;
  event: CachedEvent;
  /** The records from which it is built: it is valid until one of them changes. */
  dependencies: readonly CacheTag[];
  /** Whether it can change by writes only, not by time. */
  isCacheable: boolean;
}

type Scope = Omit<SegmentScope, 'cache' | 'variant'> & Pick<EventPresentation, 'currency'>;

/** From the row of an event and all related records: for a single read, whose event is not masked. */
export async function fromRow(row: EventRecord, scope: Scope): Promise<SerialisedEvent> {
  const relations = await loadRelations(scope.store.reader, [row], scope, createSizeTotal());
  const related = relations.related.get(row.id) ?? [];
  const terms = relations.terms.get(row.id) ?? [];
  for (const term of terms) scope.counts.set(term.id, term.count);
  const event = presentEvent(row, relations, scope, { withJsonLd: true, masked: false });
  const counted = [event['categories'], event['tags']].flat() as { id: number }[];
  const made = serialised(row, relations, scope, {
    json: termTemplate(
      JSON.stringify(event),
      counted.map(({ id }) => id),
    ),
    modified: lastChange([...related, ...terms], scope.now),
    dependencies: [
      ...related.flatMap(({ id, image_id }) => [id, image_id ?? none]),
      ...terms.flatMap((term) => [term.id, ...ancestorIds(term, relations.categoryPaths)].map(tagOfTerm)),
    ],
  });
  assertSize(made.event.bytes.length);
  return made;
}

/** From rows of events and cached segments of related records: for lists. */
export async function fromSegments(
  rows: readonly EventRecord[],
  scope: Scope & SegmentScope,
): Promise<SerialisedEvent[]> {
  const { reader } = scope.store;
  const open = rows.filter(isOpen);
  const { related, terms, hiddenRelations, danglingTerms } = await segmentsOfEvents(
    open.map(({ id }) => id),
    scope,
  );
  const own = {
    hiddenRelations,
    danglingTerms,
    images: await imagesOf(reader, open),
    hiddenParents: await hiddenParents(reader, open, scope),
  };
  const addSize = createSizeTotal();
  return rows.map((row) => {
    const segments = [...(related.get(row.id) ?? []), ...(terms.get(row.id) ?? [])];
    const event = presentOwn(row, own, scope, noRelated);
    const json = isOpen(row)
      ? jsonTemplate(event, relatedTemplates(segments))
      : plainJson(JSON.stringify({ ...event, ...maskedValues }));
    const made = serialised(row, own, scope, {
      json,
      modified: Math.max(0, ...segments.map((segment) => segment.modified)),
      dependencies: segments.flatMap((segment) => segment.dependencies),
    });
    addSize(made.event.bytes.length);
    return made;
  });
}

function relatedTemplates(segments: readonly Segment[]): Record<keyof typeof noRelated, JsonTemplate> {
  const of = (kind: Segment['kind']) => segments.filter((segment) => segment.kind === kind).map(({ json }) => json);
  const venues = of('venue');
  const [venue, ...others] = venues;
  return {
    categories: listTemplate(of('category')),
    tags: listTemplate(of('tag')),
    // One venue is an object, several are a list (D24).
    venue: venue && others.length === 0 ? venue : listTemplate(venues),
    organizer: listTemplate(of('organizer')),
  };
}

const isOpen = ({ password_hash }: EventRecord): boolean => password_hash === null;

/** Stands for no image, or no parent. */
const none = 0;

type OwnRelations = Pick<Relations, 'hiddenRelations' | 'hiddenParents' | 'danglingTerms'>;

function serialised(
  row: EventRecord,
  relations: OwnRelations,
  { now }: Scope,
  { json, modified, dependencies }: Pick<Segment, 'json' | 'modified' | 'dependencies'>,
): SerialisedEvent {
  const hidden = relations.hiddenRelations.get(row.id)?.map(({ id }) => id) ?? [];
  const dangling = relations.danglingTerms.map(tagOfTerm);
  const all = new Set([row.id, row.image_id ?? none, row.post_parent, ...hidden, ...dangling, ...dependencies]);
  all.delete(none);
  return {
    id: row.id,
    event: {
      ...toBytes(json),
      modified: Math.max(modified, lastChange([row], now)),
      language: row.title_language,
    },
    dependencies: [...all],
    isCacheable: isCacheable(row, relations, now),
  };
}

/** A hidden record may become visible at its publication time. */
function isCacheable(row: EventRecord, relations: OwnRelations, now: number): boolean {
  if (effectiveStatus(row, now) !== 'publish') return false;
  const isScheduled = relations.hiddenRelations.get(row.id)?.some((relation) => relation.isScheduled) ?? false;
  return !isOpen(row) || (!isScheduled && !relations.hiddenParents.has(row.post_parent));
}
