// Claims venues and saves results, coordinated between processes through the database.
import { backoffMs } from '../core/clock.ts';
import type { Point } from '../core/geo.ts';
import { program } from '../core/roles.ts';
import { recordAudit, updateOf } from '../resources/records/audit/audit-log.ts';
import { recordChanges } from '../resources/records/changes/change-log.ts';
import type { Reader, Store } from '../store/store.ts';
import {
  deleteAttempt,
  endAttempt,
  findNextRequestMs,
  findUnplaced,
  putAttempt,
  setCoordinates,
  setNextRequest,
  type Unplaced,
} from './repository.ts';

/** Maximum time of a request including saving its result; after it other processes may take over the venue. */
const claimMs = 30_000;
const firstPauseMs = 30_000;
const maxServerPauseMs = 600_000;
/** Upper limit of a server's Retry-After. */
const maxWaitMs = 3_600_000;
const maxVenuePauseMs = 86_400_000;

/** Pause before the next request to the server, after a number of consecutive failures. */
export const serverPauseMs = (failures: number, retryAfterMs = 0): number =>
  Math.max(backoffMs(failures, firstPauseMs, maxServerPauseMs), Math.min(maxWaitMs, retryAfterMs));

export type Next = { kind: 'nothing' } | { kind: 'wait'; ms: number } | { kind: 'venue'; venue: Unplaced };

export type Outcome =
  | { kind: 'found'; point: Point }
  | { kind: 'unknown' }
  | { kind: 'failed'; reason: string; pauseMs: number }
  /** Aborted because the service stops. */
  | { kind: 'stopped' };

const seconds = (ms: number): number => Math.floor(ms / 1000);

/** Claims the next venue and the next request. Begins no transaction if there is nothing to do. */
export async function claimNext(store: Store, nowMs: number): Promise<Next> {
  const seen = await findNext(store.reader, nowMs);
  if (seen.kind !== 'venue') return seen;
  return store.write(async (db) => {
    const next = await findNext(db, nowMs);
    if (next.kind !== 'venue') return next;
    const { id, place, failures } = next.venue;
    const asked_at = seconds(nowMs);
    await putAttempt(db, { venue_id: id, place, asked_at, failures, retry_at: seconds(nowMs + claimMs) });
    await setNextRequest(db, nowMs + claimMs);
    return next;
  });
}

async function findNext(db: Reader, nowMs: number): Promise<Next> {
  const venue = await findUnplaced(db, seconds(nowMs));
  if (!venue) return { kind: 'nothing' };
  const ms = (await findNextRequestMs(db)) - nowMs;
  // A longer wait was recorded before the clock was set back.
  return ms > 0 && ms <= maxWaitMs ? { kind: 'wait', ms } : { kind: 'venue', venue };
}

/** Returns false if the venue no longer needs the coordinates. `nextRequestMs` counts unless the request failed. */
export function saveOutcome(
  store: Store,
  venue: Unplaced,
  outcome: Outcome,
  { nowMs, nextRequestMs }: { nowMs: number; nextRequestMs: number },
): Promise<boolean> {
  const now = seconds(nowMs);
  return store.write(async (db) => {
    if (outcome.kind === 'failed') {
      const failures = venue.failures + 1;
      // Only this venue waits longer: a failure must not delay the others.
      const pauseMs = Math.max(outcome.pauseMs, backoffMs(failures, firstPauseMs, maxVenuePauseMs));
      await setNextRequest(db, nowMs + outcome.pauseMs);
      await endAttempt(db, venue, { failures, retry_at: seconds(nowMs + pauseMs) });
      return true;
    }
    await setNextRequest(db, nextRequestMs);
    const isOvertaken = outcome.kind === 'found' && !(await setCoordinates(db, venue, outcome.point, now));
    if (isOvertaken || outcome.kind === 'stopped') {
      await deleteAttempt(db, venue);
      return false;
    }
    await endAttempt(db, venue, { failures: 0, retry_at: null });
    if (outcome.kind === 'found') {
      await recordChanges(db, 'venue', [venue.id], now);
      const { lat, lng } = outcome.point;
      const changes = { geo_lat: [null, lat], geo_lng: [null, lng] } as const;
      await recordAudit(db, { now, caller: program('geocoder') }, [updateOf('venue', venue.id, changes)]);
    }
    return true;
  });
}
