// How long responses stay valid without a write.
import { sql } from 'kysely';
import { type CacheValidity, isWithin } from '../../../cache/validity.ts';
import { addDays, dayOf } from '../../../core/dates/civil.ts';
import type { Zones } from '../../../core/dates/zones.ts';
import { statement } from '../../../store/statement.ts';
import type { Store } from '../../../store/store.ts';

/** The next moment at which a scheduled record becomes public without a write. */
const nextPublication = statement(
  (_db, { now }: { now: number }) => sql<{ next: number | null }>`
    select min(next) as next from (
      select min(published_at) as next from events where status = 'publish' and published_at > ${now}
      union all
      select min(published_at) from linked_records where kind = 'venue' and status = 'publish' and published_at > ${now}
      union all
      select min(published_at) from linked_records where kind = 'organizer' and status = 'publish' and published_at > ${now}) as scheduled`,
);

/**
 * How long a response stays valid without a write: until the next scheduled publication or the midnight that moves the default
 * window. Cached until a write, the end of that validity, or a clock set back.
 */
export function createFreshness(store: Store, zones: Zones, siteZone: string, now: () => number) {
  let cached: CacheValidity = { version: -1, since: 0, until: 0 };
  return async (): Promise<CacheValidity> => {
    const version = store.versionOnArrival();
    const time = now();
    if (cached.version === version && isWithin(cached, time)) return cached;
    const tomorrow = addDays(dayOf(zones.toWall(time, siteZone)), 1);
    const midnight = zones.toEpoch(`${tomorrow} 00:00:00`, siteZone).epoch;
    const [scheduled] = await nextPublication(store.reader, { now: time });
    const until = Math.min(midnight, scheduled?.next ?? midnight);
    cached = { version, since: time, until };
    return cached;
  };
}
