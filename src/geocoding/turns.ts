// Claims venues and saves results, coordinated between processes through the database.
import type { Point } from '../core/geo.ts';
import { program } from '../core/roles.ts';
import { recordAudit, updateOf } from '../resources/records/audit/audit-log.ts';
import { recordChanges } from '../resources/records/changes/change-log.ts';
import type { Reader, Store } from '../store/store.ts';
import { claimMs, maxWaitMs, venuePauseMs } from './pauses.ts';
import {
  endAttempt,
  findUnplaced,
  forgetAttempt,
  putAttempt,
  setCoordinates,
  setTurn,
  turnMs,
  type Unplaced,
} from './repository.ts';

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
    await setTurn(db, nowMs + claimMs);
    return next;
  });
}

async function findNext(db: Reader, nowMs: number): Promise<Next> {
  const venue = await findUnplaced(db, seconds(nowMs));
  if (!venue) return { kind: 'nothing' };
  const ms = (await turnMs(db)) - nowMs;
  // A longer wait was recorded before the clock was set back.
  return ms > 0 && ms <= maxWaitMs ? { kind: 'wait', ms } : { kind: 'venue', venue };
}

/**
 * Saves the result. Returns false if the venue no longer needs the coordinates. `nextTurnMs` is the time of the next request if
 * this one did not fail.
 */
export function saveOutcome(
  store: Store,
  venue: Unplaced,
  outcome: Outcome,
  { nowMs, nextTurnMs }: { nowMs: number; nextTurnMs: number },
): Promise<boolean> {
  const now = seconds(nowMs);
  return store.write(async (db) => {
    if (outcome.kind === 'failed') {
      const failures = venue.failures + 1;
      const pauseMs = Math.max(outcome.pauseMs, venuePauseMs(failures));
      await setTurn(db, nowMs + outcome.pauseMs);
      await endAttempt(db, venue, { failures, retry_at: seconds(nowMs + pauseMs) });
      return true;
    }
    await setTurn(db, nextTurnMs);
    const isOvertaken = outcome.kind === 'found' && !(await setCoordinates(db, venue, outcome.point, now));
    if (isOvertaken || outcome.kind === 'stopped') {
      await forgetAttempt(db, venue);
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
