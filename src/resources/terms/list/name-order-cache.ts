// Caches each vocabulary sorted by name, so that a page does not sort all of its terms.
import { LRUCache } from 'lru-cache';
import type { Taxonomy } from '../../../core/kinds.ts';
import type { Store } from '../../../store/store.ts';
import { type InvalidationLog, isTermTag, type LogPosition } from '../../records/cache/invalidation-log.ts';
import { termNames } from '../repository.ts';
import { inOrder, type NameOrder } from './order.ts';

export interface VocabularyIn {
  taxonomy: Taxonomy;
  language: string;
  /** The oldest version of the calendar whose names may be returned; `now` for the current names. */
  version: number | 'now';
}

export type OrderOfNames = (vocabulary: VocabularyIn) => Promise<NameOrder>;

interface CachedOrder {
  order: NameOrder;
  /** Position of the invalidation log before the names were read. */
  position: LogPosition;
}

const entryBytes = 64;

const bytesOf = ({ order }: CachedOrder): number =>
  [...order.names.values()].reduce((bytes, name) => bytes + entryBytes + 2 * name.length, entryBytes);

/** A `maxBytes` of 0 disables the cache. */
export function createOrderOfNames(store: Store, log: InvalidationLog, maxBytes: number): OrderOfNames {
  const cache = new LRUCache<string, CachedOrder>({ maxSize: Math.max(1, maxBytes), sizeCalculation: bytesOf });
  return async ({ taxonomy, language, version }) => {
    const read = async () => inOrder(await termNames(store.reader, taxonomy, language), language);
    if (maxBytes <= 0) return read();
    const key = `${taxonomy} ${language}`;
    const position = await log.read(version);
    const cached = cache.get(key);
    if (cached && log.changedSince(cached.position)?.some(isTermTag) === false) {
      cached.position = position;
      return cached.order;
    }
    const order = await read();
    cache.set(key, { order, position });
    return order;
  };
}
