import { type CacheValidity, isWithin } from '../../cache/validity.ts';
import { addDays, dayOf } from '../../core/dates/civil.ts';
import type { Zones } from '../../core/dates/zones.ts';
import type { Store } from '../../store/store.ts';
import { nextPublication } from '../records/cache/next-publication.ts';

interface Clock {
  zones: Zones;
  siteZone: string;
  now: () => number;
}

/**
 * How long a response stays valid without a write: until the next scheduled publication or the midnight that moves the default
 * window. Cached until a write, the end of that validity, or a clock set back.
 */
export function createFreshness(store: Store, { zones, siteZone, now }: Clock): () => Promise<CacheValidity> {
  let cached: CacheValidity = { version: -1, since: 0, until: 0 };
  return async () => {
    const version = store.version();
    const time = now();
    if (cached.version === version && isWithin(cached, time)) return cached;
    const tomorrow = addDays(dayOf(zones.toWall(time, siteZone)), 1);
    const midnight = zones.toEpoch(`${tomorrow} 00:00:00`, siteZone).epoch;
    const until = Math.min(midnight, (await nextPublication(store.reader, time)) ?? midnight);
    cached = { version, since: time, until };
    return cached;
  };
}
