// Totals of lists that are requested repeatedly. The ids of the matching events are cached, a bit for each, and after a write
// only the records that changed are tested again: to count anew costs more the larger the calendar is.
import { LRUCache } from 'lru-cache';
import { createIdBits, type IdBits } from '../../../cache/id-set.ts';
import type { CacheTally } from '../../../cache/selective-cache.ts';
import type { CacheValidity } from '../../../cache/validity.ts';
import type { Store } from '../../../store/store.ts';
import type { InvalidationLog, LogPosition } from '../../records/cache/invalidation-log.ts';
import { isTermTag } from '../../records/cache/invalidation-rows.ts';
import { allMembers, atChangedVenues, cameDue, membersAmong, offloadTotal } from '../list/access-paths/result-set.ts';
import { type EventFilter, hasDatesOnly } from '../list/conditions.ts';
import { usedFilters } from '../list/filters.ts';

/** The total of a filter's events for anonymous readers, by `count` unless it is cached. */
export type CountCached = (filter: EventFilter, count: () => Promise<number>) => Promise<number>;

type TotalCache = (validity: CacheValidity) => CountCached;

interface Entry {
  /** From the second request on. */
  results: Promise<ResultSet> | undefined;
}

/**
 * What a filter finds at the time `now`, at `position` or later. Only `update` mutates `ids`. Its calls are serialised, and
 * each mutates synchronously after its last query, so that a failed one changes nothing.
 */
interface ResultSet {
  ids: IdBits;
  /** Of the invalidation log, before the ids were read. */
  position: LogPosition;
  now: number;
}

/** If more records changed, the whole set is read again. */
const mostChanged = 500;
const overhead = 300;

export function createTotalCache(store: Store, log: InvalidationLog, maxBytes: number, tally?: CacheTally): TotalCache {
  const entries = new LRUCache<string, Entry>({ maxSize: Math.max(1, maxBytes) });
  if (tally) tally.held = () => ({ entries: entries.size, bytes: entries.calculatedSize });
  const readAll = async (filter: EventFilter, version: number): Promise<ResultSet> => {
    const position = await log.read(version);
    const ids = await offloadTotal(store, filter, () => allMembers(store, filter));
    return { ids: createIdBits(ids), position, now: filter.now };
  };
  const update = async (results: ResultSet, filter: EventFilter, version: number): Promise<ResultSet> => {
    const position = await log.read(version);
    const changed = await changedEvents(store, log, results, filter);
    if (changed === undefined) return readAll(filter, version);
    const matching = changed.length === 0 ? [] : await membersAmong(store, filter, changed);
    for (const id of changed) results.ids.delete(id);
    for (const id of matching) results.ids.add(id);
    return { ids: results.ids, position, now: filter.now };
  };
  return ({ version }) =>
    async (filter, count) => {
      if (maxBytes <= 0 || hasDatesOnly(filter)) return count();
      const key = keyOf(filter);
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
    };
}

/** Ids of records that may match differently since the set was read, by writes or by time; `undefined` if too many. */
async function changedEvents(
  store: Store,
  log: InvalidationLog,
  { position, now }: ResultSet,
  filter: EventFilter,
): Promise<number[] | undefined> {
  const tags = log.changedSince(position);
  if (tags === undefined || tags.length > mostChanged) return undefined;
  const [earlier, later] = [now, filter.now].sort((a, b) => a - b) as [number, number];
  const due = await cameDue(store.reader, earlier, later, mostChanged);
  const records = tags.filter((tag) => !isTermTag(tag));
  const dependsOnVenues = usedFilters(filter.criteria).some(([{ dependsOn }]) => dependsOn === 'venues');
  const atVenues = dependsOnVenues ? await atChangedVenues(store, records, earlier, later, mostChanged) : [];
  if (due.length > mostChanged || atVenues.length > mostChanged) return undefined;
  return [...records, ...due, ...atVenues];
}

/** Counts once, for as long as the calendar does not change. */
export function memoised(countCached: CountCached): CountCached {
  const totals = new Map<string, number>();
  return async (filter, count) => {
    const key = keyOf(filter);
    const total = totals.get(key) ?? (await countCached(filter, count));
    if (totals.size < mostTotals && key.length <= longestKey) totals.set(key, total);
    return total;
  };
}

const mostTotals = 1000;
/** Longer requests are hardly repeated. */
const longestKey = 1000;

/** What decides which events match: the language does for a search only. */
function keyOf({
  now: _now,
  after: _after,
  orderBy: _orderBy,
  descending: _descending,
  language,
  ...deciding
}: EventFilter): string {
  return JSON.stringify(deciding.criteria.search === undefined ? deciding : { ...deciding, language });
}
