// Totals of lists that are asked for again and again. Which events they count is kept, a bit for each, and after a write
// only what it touched is looked at anew: counting costs more the larger the calendar is.
import { LRUCache } from 'lru-cache';
import type { CacheTally } from '../../../cache/cache-tally.ts';
import { createIdBits, type IdBits } from '../../../cache/id-set.ts';
import type { CacheValidity } from '../../../cache/validity.ts';
import type { Store } from '../../../store/store.ts';
import type { Reached, TouchLog } from '../../records/cache/invalidation-log.ts';
import { isOfTerm } from '../../records/cache/invalidation-rows.ts';
import { isTestable } from '../list/by-common-words.ts';
import { type EventFilter, hasDatesOnly } from '../list/conditions.ts';
import { usedFilters } from '../list/filters.ts';
import { offloadTotal } from '../list/read-worker.ts';
import { allMembers, atChangedVenues, cameDue, membersAmong } from '../list/result-set.ts';

/** The total of a filter's events, counted by `count` unless it is known. For readers who are nobody in particular. */
export type Totals = (filter: EventFilter, count: () => Promise<number>) => Promise<number>;

/** The same as of a version of the calendar or a later one. */
export type KeptTotals = (validity: CacheValidity) => Totals;

interface Kept {
  /** Once it has been asked for twice, in the order of the questions. */
  members: Promise<Members> | undefined;
}

/**
 * `ids` are what the filter finds at the time `now` in a calendar of `reached` or later. Only `follow` changes them, and
 * one call of it at a time, as each question waits for the one before: after its last query and without a pause, so
 * that a question that fails has changed nothing, and who waited for an earlier one has read its size by then.
 */
interface Members {
  ids: IdBits;
  /** The log had come so far before they were read. */
  reached: Reached;
  now: number;
}

/** More that may have changed are not looked at one by one. */
const mostChanged = 500;
const overhead = 300;

export function createKeptTotals(store: Store, log: TouchLog, maxBytes: number, tally?: CacheTally): KeptTotals {
  const kept = new LRUCache<string, Kept>({ maxSize: Math.max(1, maxBytes) });
  if (tally) tally.held = () => ({ entries: kept.size, bytes: kept.calculatedSize });
  const readAll = async (filter: EventFilter, version: number): Promise<Members> => {
    const reached = await log.read(version);
    const members = await offloadTotal(store, filter, () => allMembers(store, filter));
    return { ids: createIdBits(members), reached, now: filter.now };
  };
  const follow = async (members: Members, filter: EventFilter, version: number): Promise<Members> => {
    const reached = await log.read(version);
    const touched = log.touchedSince(members.reached);
    if (touched === undefined || touched.length > mostChanged) return readAll(filter, version);
    const [earlier, later] = [members.now, filter.now].sort((a, b) => a - b) as [number, number];
    const due = await cameDue(store.reader, earlier, later, mostChanged);
    const records = touched.filter((name) => !isOfTerm(name));
    // A venue decides for its events, and may be scheduled itself.
    const there = !usedFilters(filter.criteria).some(([{ dependsOn }]) => dependsOn === 'venues')
      ? []
      : await atChangedVenues(store, records, earlier, later, mostChanged);
    if (due.length > mostChanged || there.length > mostChanged) return readAll(filter, version);
    const changed = [...records, ...due, ...there];
    const met = changed.length === 0 ? [] : await membersAmong(store, filter, changed);
    for (const id of changed) members.ids.delete(id);
    for (const id of met) members.ids.add(id);
    return { ids: members.ids, reached, now: filter.now };
  };
  return ({ version }) =>
    async (filter, count) => {
      if (maxBytes <= 0 || hasDatesOnly(filter) || !isTestable(filter)) return count();
      const key = keyOf(filter);
      const known = kept.get(key);
      if (tally) tally[known?.members ? 'hits' : 'misses'] += 1;
      if (!known) {
        kept.set(key, { members: undefined }, { size: 2 * key.length + overhead });
        return count();
      }
      const before = known.members?.catch(() => undefined);
      const members = Promise.resolve(before).then((found) =>
        found ? follow(found, filter, version) : readAll(filter, version),
      );
      known.members = members;
      const { ids } = await members;
      kept.set(key, known, { size: 2 * key.length + overhead + ids.bytes });
      return ids.size;
    };
}

/** Asks only once, of what does not change meanwhile. */
export function onceFor(totals: Totals): Totals {
  const known = new Map<string, number>();
  return async (filter, count) => {
    const key = keyOf(filter);
    const found = known.get(key) ?? (await totals(filter, count));
    if (known.size < mostKnown && key.length <= longestKnown) known.set(key, found);
    return found;
  };
}

const mostKnown = 1000;
/** As text: a longer question is one that nobody else asks. */
const longestKnown = 1000;

/** What chooses events, and what time it is only where it comes to that. */
function keyOf({
  now: _now,
  after: _after,
  orderBy: _by,
  descending: _down,
  language,
  ...choosing
}: EventFilter): string {
  return JSON.stringify(choosing.criteria.search === undefined ? choosing : { ...choosing, language });
}
