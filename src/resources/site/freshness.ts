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
 * For a request that was just read: until when a reply made now stays right without a write. That is the next scheduled
 * publication, or the midnight that moves the default window. Asked again only after a write, past that
 * validity, or where the clock was set back.
 */
export function createFreshness(store: Store, { zones, siteZone, now }: Clock): () => Promise<CacheValidity> {
  let known: CacheValidity = { version: -1, since: 0, until: 0 };
  return async () => {
    const version = store.versionOnArrival();
    const time = now();
    if (known.version === version && isWithin(known, time)) return known;
    const tomorrow = addDays(dayOf(zones.toWall(time, siteZone)), 1);
    const midnight = zones.toEpoch(`${tomorrow} 00:00:00`, siteZone).epoch;
    const until = Math.min(midnight, (await nextPublication(store.reader, time)) ?? midnight);
    known = { version, since: time, until };
    return known;
  };
}
