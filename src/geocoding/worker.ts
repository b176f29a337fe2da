// Background work: geocodes venues without coordinates, one at a time.
import type { Logger } from 'pino';
import type { Clock } from '../core/clock.ts';
import type { Store } from '../store/store.ts';
import { type Geocoder, GeocoderFailed } from './nominatim.ts';
import { serverPauseMs } from './pauses.ts';
import type { Unplaced } from './repository.ts';
import { claimNext, type Outcome, saveOutcome } from './turns.ts';

export interface GeocodingOptions {
  store: Store;
  geocoder: Geocoder;
  clock: Clock;
  logger: Logger;
  /** Minimum time between two requests. */
  intervalMs: number;
  /** Called after each request. */
  asked?: ((outcome: Outcome['kind'], nowMs: number) => void) | undefined;
}

export interface Geocoding {
  /** Aborts a running request; resolves when the database is no longer used. */
  stop(): Promise<void>;
}

const pollMs = 1000;
/** Retries become due, and other processes release venues, without any write here. */
const lookAgainMs = 60_000;

export function startGeocoding(options: GeocodingOptions): Geocoding {
  const stopping = new AbortController();
  const ended = run(options, stopping.signal);
  return {
    stop() {
      stopping.abort();
      return ended;
    },
  };
}

async function run(options: GeocodingOptions, signal: AbortSignal): Promise<void> {
  const { store, clock, logger } = options;
  let failuresInARow = 0;
  while (!signal.aborted) {
    try {
      // Read first, so that later writes are noticed.
      const version = store.version();
      const next = await claimNext(store, clock.nowMs());
      if (next.kind === 'wait') await clock.sleep(Math.min(next.ms, lookAgainMs), signal);
      else if (next.kind === 'nothing') await untilChanged(options, version, signal);
      else failuresInARow = await takeTurn(next.venue, failuresInARow, options, signal);
    } catch (error) {
      logger.error(error, 'geocoder: unexpected error');
      await clock.sleep(lookAgainMs, signal);
    }
  }
}

async function untilChanged({ store, clock }: GeocodingOptions, version: number, signal: AbortSignal): Promise<void> {
  const end = clock.nowMs() + lookAgainMs;
  while (!signal.aborted && store.version() === version && clock.nowMs() < end) await clock.sleep(pollMs, signal);
}

/** Returns the number of consecutive failures. */
async function takeTurn(
  venue: Unplaced,
  failuresInARow: number,
  options: GeocodingOptions,
  signal: AbortSignal,
): Promise<number> {
  const { store, clock, logger, intervalMs } = options;
  logger.debug({ venue: venue.id }, 'geocoder: request');
  const startedMs = clock.nowMs();
  const outcome = await ask(venue, failuresInARow, options, signal);
  options.asked?.(outcome.kind, clock.nowMs());
  const isUsed = await saveOutcome(store, venue, outcome, { nowMs: clock.nowMs(), nextTurnMs: startedMs + intervalMs });
  logOutcome(logger, venue.id, outcome, isUsed);
  return outcome.kind === 'failed' ? failuresInARow + 1 : 0;
}

async function ask(
  { address }: Unplaced,
  failuresInARow: number,
  { geocoder }: GeocodingOptions,
  signal: AbortSignal,
): Promise<Outcome> {
  try {
    const point = await geocoder.locate(address, signal);
    return point ? { kind: 'found', point } : { kind: 'unknown' };
  } catch (error) {
    if (signal.aborted) return { kind: 'stopped' };
    if (!(error instanceof GeocoderFailed)) throw error;
    return { kind: 'failed', reason: error.message, pauseMs: serverPauseMs(failuresInARow + 1, error.waitMs) };
  }
}

function logOutcome(logger: Logger, venue: number, outcome: Outcome, isUsed: boolean): void {
  if (outcome.kind === 'failed') {
    const { reason, pauseMs } = outcome;
    logger.warn({ venue, reason, pause_s: Math.ceil(pauseMs / 1000) }, 'geocoder: request failed, pausing');
  } else if (outcome.kind === 'unknown') logger.info({ venue }, 'geocoder: address not found');
  else if (!isUsed) logger.debug({ venue }, 'geocoder: no longer needed');
  else logger.info({ venue }, 'geocoder: coordinates set');
}
