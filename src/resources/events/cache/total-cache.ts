// The total cache: result sets of lists that are requested repeatedly, as bitsets of event ids. After a write only changed
// records are tested again, while counting would cost more the larger the calendar is.
import { LRUCache } from 'lru-cache';
import { createIdSet, type IdSet } from '../../../cache/id-set.ts';
import type { CacheTally } from '../../../cache/selective-cache.ts';
import type { CacheValidity } from '../../../cache/validity.ts';
import type { Store } from '../../../store/store.ts';
import type { InvalidationLog, LogPosition } from '../../records/cache/invalidation-log.ts';
import { matchingIds, matchingIdsAmong, offloadResultSet } from '../list/access-paths/result-set.ts';
import { changedEvents } from '../list/changed-events.ts';
import { type EventFilter, filtersByDatesOnly } from '../list/conditions.ts';

/** The total of a list for anonymous readers: from the cache, or by `count`. */
export type CachedTotal = (filter: EventFilter, count: () => Promise<number>) => Promise<number>;

/** Totals of one version of the calendar. */
type TotalCache = (validity: CacheValidity) => CachedTotal;

interface Entry {
  /** Set from the second request on. */
  results: Promise<ResultSet> | undefined;
}

/**
 * The result set of a filter at the time `now` and at `position` of the log or later. Only `update` mutates `ids`. Its calls
 * are serialised, and each mutates after its last query, so that a failed call changes nothing.
 */
interface ResultSet {
  ids: IdSet;
  /** Position of the invalidation log before the ids were read. */
  position: LogPosition;
  now: number;
}

const overhead = 300;

export function createTotalCache(store: Store, log: InvalidationLog, maxBytes: number, tally?: CacheTally): TotalCache {
  const entries = new LRUCache<string, Entry>({ maxSize: Math.max(1, maxBytes) });
  if (tally) tally.size = () => ({ entries: entries.size, bytes: entries.calculatedSize });
  const readAll = async (filter: EventFilter, version: number): Promise<ResultSet> => {
    const position = await log.read(version);
    const ids = await offloadResultSet(store, filter, () => matchingIds(store, filter));
    return { ids: createIdSet(ids), position, now: filter.now };
  };
  const update = async (results: ResultSet, filter: EventFilter, version: number): Promise<ResultSet> => {
    const position = await log.read(version);
    const changed = await changedEvents(store, log, results, filter);
    if (changed === undefined) return readAll(filter, version);
    const matching = changed.length === 0 ? [] : await matchingIdsAmong(store, filter, changed);
    for (const id of changed) results.ids.delete(id);
    for (const id of matching) results.ids.add(id);
    return { ids: results.ids, position, now: filter.now };
  };
  return ({ version }) =>
    memoized(async (key, filter, count) => {
      if (maxBytes <= 0 || filtersByDatesOnly(filter)) return count();
      const entry = entries.get(key);
      if (tally) tally[entry?.results ? 'hits' : 'misses'] += 1;
      if (!entry) {
        entries.set(key, { results: undefined }, { size: 2 * key.length + overhead });
        return count();
      }
      const before = entry.results?.catch(() => undefined);
      const results = Promise.resolve(before).then((found) =>
        found ? update(found, filter, version) : readAll(filter, version),
      );
      entry.results = results;
      const { ids } = await results;
      entries.set(key, entry, { size: 2 * key.length + overhead + ids.bytes });
      return ids.size;
    });
}

/** Keeps totals as plain numbers, for one version of the calendar. */
function memoized(totalOf: (key: string, ...list: Parameters<CachedTotal>) => Promise<number>): CachedTotal {
  const totals = new Map<string, number>();
  return async (filter, count) => {
    const key = keyOf(filter);
    const total = totals.get(key) ?? (await totalOf(key, filter, count));
    if (totals.size < maxTotals && key.length <= maxKeyLength) totals.set(key, total);
    return total;
  };
}

const maxTotals = 1000;
/** Longer requests are rarely repeated. */
const maxKeyLength = 1000;

/** The parts of a filter that the result set depends on, with the language, because a filter may look at translated texts. */
const keyOf = ({ now: _now, orderBy: _orderBy, descending: _descending, ...rest }: EventFilter): string =>
  JSON.stringify(rest);
