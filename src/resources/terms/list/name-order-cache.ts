// Caches each vocabulary sorted by name, so that a page does not sort all of its terms. After a write, only the changed terms
// are inserted again.
import { LRUCache } from 'lru-cache';
import type { Taxonomy } from '../../../core/kinds.ts';
import type { Store } from '../../../store/store.ts';
import type { InvalidationLog, LogPosition } from '../../records/cache/invalidation-log.ts';
import { isTermTag, termOf } from '../../records/cache/invalidation-rows.ts';
import { inOrder, type NameOrder, withChanged } from './name-order.ts';
import { termNames } from './repository-names.ts';

export interface Unordered {
  taxonomy: Taxonomy;
  language: string;
  ids: readonly number[];
  /** The oldest version of the calendar whose names may be returned; `now` for the current names. */
  version: number | 'now';
}

/** Returns an order that contains at least the requested terms that exist. */
export type OrderOfNames = (request: Unordered) => Promise<NameOrder>;

interface CachedOrder {
  order: NameOrder;
  /** Position of the invalidation log before the names were read. */
  position: LogPosition;
}

/** With more ids, reading all names of the vocabulary is cheaper. */
const maxIds = 500;
const entryBytes = 64;

const bytesOf = ({ order }: CachedOrder): number =>
  [...order.names.values()].reduce((bytes, name) => bytes + entryBytes + 2 * name.length, entryBytes);

/** A `maxBytes` of 0 disables the cache. */
export function createOrderOfNames(store: Store, log: InvalidationLog, maxBytes: number): OrderOfNames {
  const cache = new LRUCache<string, CachedOrder>({ maxSize: Math.max(1, maxBytes), sizeCalculation: bytesOf });
  const pending = new Map<string, Promise<NameOrder>>();
  /** Keys cached before: one that is missing now was evicted or too large, so a short list does not cache it again. */
  const cachedBefore = new Set<string>();

  async function read({ taxonomy, language }: Unordered, ids?: readonly number[]): Promise<NameOrder> {
    return inOrder(await termNames(store.reader, taxonomy, language, ids), language);
  }

  async function refresh(key: string, request: Unordered): Promise<NameOrder> {
    const { taxonomy, language, version } = request;
    const position = await log.read(version);
    const cached = cache.get(key);
    const changed = cached && log.changedSince(cached.position)?.filter(isTermTag).map(termOf);
    if (cached && changed?.length === 0) {
      cached.position = position;
      return cached.order;
    }
    const order =
      cached && changed && changed.length <= maxIds
        ? withChanged(cached.order, changed, await termNames(store.reader, taxonomy, language, changed), language)
        : await read(request);
    cache.set(key, { order, position });
    cachedBefore.add(key);
    return order;
  }

  return async (request) => {
    const key = `${request.taxonomy} ${request.language}`;
    const ids = request.ids.length > maxIds ? undefined : request.ids;
    if (maxBytes <= 0 || (ids && cachedBefore.has(key) && !cache.has(key))) return read(request, ids);
    if (request.version === 'now') return refresh(key, request);
    const pendingKey = `${key} ${request.version}`;
    const order = pending.get(pendingKey) ?? refresh(key, request).finally(() => pending.delete(pendingKey));
    pending.set(pendingKey, order);
    return order;
  };
}
