// A calendar with a fake geocoder and a clock that the test advances.
import pino from 'pino';
import { onTestFinished } from 'vitest';
import type { Background } from '../../src/core/clock.ts';
import { createNominatim } from '../../src/geocoding/nominatim.ts';
import { type GeocodingOptions, startGeocoding } from '../../src/geocoding/worker.ts';
import { type FakeNominatim, startFakeNominatim } from './servers/fake-nominatim.ts';
import { createSteppedClock, type SteppedClock } from './stepped-clock.ts';
import { startTestApp, type TestApp } from './test-app.ts';

export interface VenueBody {
  id: number;
  geo_lat?: number;
  geo_lng?: number;
  modified_utc: string;
  json_ld?: { geo?: unknown };
}

export interface GeocodedApp extends TestApp {
  server: FakeNominatim;
  steppedClock: SteppedClock;
  /** Starts the geocoder, as one of several processes would. */
  startGeocoder(options?: Partial<Omit<GeocodingOptions, 'geocoder'>>): Background;
  addVenue(json: Readonly<Record<string, unknown>>): Promise<number>;
  changeVenue(id: number, json: Readonly<Record<string, unknown>>): Promise<number>;
  venue(id: number): Promise<VenueBody>;
}

/** The geocoder's clock is a minute ahead, so that its writes are later than those of requests. */
export async function startGeocodedApp({ timeoutMs = 10_000 } = {}): Promise<GeocodedApp> {
  const api = await startTestApp();
  const steppedClock = createSteppedClock(api.clock.now() * 1000 + 60_000);
  const server = await startFakeNominatim(steppedClock.nowMs);
  const url = server.url;
  const geocoder = createNominatim({ url, userAgent: 'test', language: 'en', nowMs: steppedClock.nowMs, timeoutMs });
  const write = async (path: string, json: unknown) => api.request<VenueBody>({ as: 'ed', method: 'POST', path, json });
  return {
    ...api,
    server,
    steppedClock,
    startGeocoder(options) {
      const log = { logger: pino({ level: 'silent' }), logThrottled: () => undefined };
      const usual = { store: api.store, clock: steppedClock, ...log, intervalMs: 1000 };
      const geocoding = startGeocoding({ geocoder, ...usual, ...options });
      onTestFinished(geocoding.stop);
      return geocoding;
    },
    addVenue: async (json) => (await write('/venues', { status: 'publish', ...json })).body.id,
    changeVenue: async (id, json) => (await write(`/venues/${id}`, json)).status,
    venue: async (id) => (await api.request<VenueBody>({ as: 'ed', path: `/venues/${id}` })).body,
  };
}
