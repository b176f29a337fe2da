// The event cache: events as anonymous readers see them, serialised once. An entry is valid until the invalidation log has
// one of its dependencies; events that can change by time alone are not cached. For lists, venues, organizers and terms are
// cached as segments of their own (`related-cache.ts`).
import type { CacheValidity } from '../../../cache/validity.ts';
import type { Store } from '../../../store/store.ts';
import type { TaggedCache } from '../../records/cache/tagged-cache.ts';
import type { RecordScope } from '../../records/scope.ts';
import { termCounts } from '../../terms/repository-events.ts';
import type { EventPresentation, EventRecord } from '../types.ts';
import { withCounts } from './json-template.ts';
import { type CachedEvent, fromRow, fromSegments } from './serialise.ts';
import type { CachedTotal } from './total-cache.ts';

export interface EventCaching {
  store: Store;
  /** Without a cache, every event is built from its rows. */
  cache: TaggedCache | undefined;
  memo: (now: number, validity: CacheValidity) => VersionMemo;
  currency: EventPresentation['currency'];
}

/** Results that anonymous reads of one version of the calendar share. */
export interface VersionMemo {
  hasProtected: Promise<boolean> | undefined;
  /** Event counts by term id. */
  counts: Map<number, number>;
  totals: CachedTotal;
}

type AnonymousScope = RecordScope & Omit<EventPresentation, 'currency'> & { validity: CacheValidity };

interface Request {
  ids: readonly number[];
  /** Single reads have JSON-LD, lists do not. */
  withJsonLd: boolean;
  /** Reads events that are not cached; missing ones are left out. */
  load(ids: readonly number[]): Promise<readonly EventRecord[]>;
}

/** Events as JSON, in the order of the ids, from the cache or from their rows. */
export async function serialisedEvents(
  { ids, withJsonLd, load }: Request,
  context: AnonymousScope,
  { store, cache: eventCache, memo, currency }: EventCaching,
) {
  const { counts } = memo(context.now, context.validity);
  const cache = await eventCache?.snapshot(context.validity.version, context.now);
  const variant = variantOf(context);
  const keyOf = (id: number) => `${withJsonLd ? 'single' : 'listed'} ${id}${variant}`;
  const found = new Map(ids.map((id) => [id, cache?.get<CachedEvent>(keyOf(id))]));
  const missing = ids.filter((id) => !found.get(id));
  if (missing.length > 0) {
    const rows = await load(missing);
    const scope = { ...context, store, currency, counts };
    const serialised = withJsonLd
      ? await Promise.all(rows.map((row) => fromRow(row, scope)))
      : await fromSegments(rows, { ...scope, cache, variant });
    for (const { id, event, dependencies, isCacheable } of serialised) {
      found.set(id, event);
      if (isCacheable) cache?.put(keyOf(id), event, dependencies, event.bytes.length);
    }
  }
  const events = ids.flatMap((id) => found.get(id) ?? []);
  const uncounted = new Set(events.flatMap(({ terms }) => terms.filter((term) => !counts.has(term))));
  for (const [term, count] of await termCounts(store.reader, [...uncounted], context.now)) counts.set(term, count);
  return {
    events: events.map((event) => withCounts(event, counts)),
    modified: events.reduce((newest, { modified }) => Math.max(newest, modified), 0),
    language: events[0]?.language,
  };
}

/** Besides the rows, the JSON depends on the language and on the base URLs of links. */
const variantOf = ({ links, language }: AnonymousScope): string =>
  ` ${language} ${links.rest('')} ${links.record('')} ${links.page('')}`;
