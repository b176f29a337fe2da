// Background work: geocodes venues without coordinates, one at a time.
import type { Logger } from 'pino';
import { type Background, type Clock, startLoop } from '../core/clock.ts';
import type { Store } from '../store/store.ts';
import { StoreUnavailable } from '../store/unavailable.ts';
import { claimNext, type Outcome, saveOutcome, serverPauseMs } from './claims.ts';
import { type Address, type Geocoder, GeocoderFailed } from './nominatim.ts';
import type { Unplaced } from './repository.ts';

export interface GeocodingOptions {
  store: Store;
  geocoder: Geocoder;
  clock: Clock;
  logger: Logger;
  /** Logs an error that the rest of the service has too, such as an unavailable database. */
  logThrottled: (error: Error) => void;
  /** Minimum time between two requests. */
  intervalMs: number;
  /** Called after each request. */
  onRequest?: ((outcome: Outcome['kind'], nowMs: number) => void) | undefined;
}

const pollMs = 1000;
/** Retries become due, and other processes release venues, without any write here. */
const recheckMs = 60_000;

export function startGeocoding(options: GeocodingOptions): Background {
  const { store, geocoder, clock, logger, logThrottled, intervalMs, onRequest } = options;
  let failuresInARow = 0;

  async function runOnce(signal: AbortSignal): Promise<void> {
    // Read first, so that later writes are noticed.
    const version = store.version();
    const next = await claimNext(store, clock.nowMs());
    if (next.kind === 'wait') await clock.sleep(Math.min(next.ms, recheckMs), signal);
    else if (next.kind === 'nothing') await untilChanged(version, signal);
    else await locate(next.venue, signal);
  }

  async function untilChanged(version: number, signal: AbortSignal): Promise<void> {
    const end = clock.nowMs() + recheckMs;
    // At least one pause: without notifications from PostgreSQL every version differs.
    do await clock.sleep(pollMs, signal);
    while (!signal.aborted && store.version() === version && clock.nowMs() < end);
  }

  async function locate(venue: Unplaced, signal: AbortSignal): Promise<void> {
    logger.debug({ venue: venue.id }, 'geocoder: request');
    const startedMs = clock.nowMs();
    const outcome = await requestCoordinates(venue.address, signal);
    onRequest?.(outcome.kind, clock.nowMs());
    const times = { nowMs: clock.nowMs(), nextRequestMs: startedMs + intervalMs };
    const isUsed = await saveOutcome(store, venue, outcome, times);
    logOutcome(logger, venue.id, outcome, isUsed);
    failuresInARow = outcome.kind === 'failed' ? failuresInARow + 1 : 0;
  }

  async function requestCoordinates(address: Address, signal: AbortSignal): Promise<Outcome> {
    try {
      const point = await geocoder.locate(address, signal);
      return point ? { kind: 'found', point } : { kind: 'unknown' };
    } catch (error) {
      if (signal.aborted) return { kind: 'stopped' };
      if (!(error instanceof GeocoderFailed)) throw error;
      return { kind: 'failed', reason: error.message, pauseMs: serverPauseMs(failuresInARow + 1, error.waitMs) };
    }
  }

  const onError = (error: unknown) =>
    error instanceof StoreUnavailable ? logThrottled(error) : logger.error(error, 'geocoder: unexpected error');
  return startLoop({ runOnce, clock, onError, errorPauseMs: recheckMs });
}

function logOutcome(logger: Logger, venue: number, outcome: Outcome, isUsed: boolean): void {
  if (outcome.kind === 'failed') {
    const { reason, pauseMs } = outcome;
    logger.warn({ venue, reason, pause_s: Math.ceil(pauseMs / 1000) }, 'geocoder: request failed, pausing');
  } else if (outcome.kind === 'unknown') logger.info({ venue }, 'geocoder: address not found');
  else if (!isUsed) logger.debug({ venue }, 'geocoder: no longer needed');
  else logger.info({ venue }, 'geocoder: coordinates set');
}
