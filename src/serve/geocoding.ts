import type { Config } from '../config/settings.ts';
import { systemClock } from '../core/clock.ts';
import { createNominatim } from '../geocoding/nominatim.ts';
import { type Geocoding, type GeocodingOptions, startGeocoding } from '../geocoding/worker.ts';
import { version } from '../version.ts';

/** Its operators allow one request a second, whoever asks. */
const publicServer = { host: 'nominatim.openstreetmap.org', intervalMs: 1000 };

type GeocoderSettings = Pick<Config, 'geocoderUrl' | 'geocoderContact' | 'geocoderIntervalMs' | 'siteUrl' | 'language'>;

/** Starts to look for coordinates, if the operator has named a server to ask. */
export function startGeocoder(
  config: GeocoderSettings,
  { store, logger, asked }: Pick<GeocodingOptions, 'store' | 'logger' | 'asked'>,
): Geocoding | undefined {
  const { geocoderUrl: url, language, siteUrl } = config;
  if (url === undefined) return undefined;
  const { host, hostname } = new URL(url);
  const contact = config.geocoderContact ?? siteUrl;
  const isPublic = hostname === publicServer.host;
  const intervalMs = Math.max(config.geocoderIntervalMs, isPublic ? publicServer.intervalMs : 0);
  logger.info({ server: host, interval_ms: intervalMs }, 'geocoder: venues without coordinates are looked up');
  if (isPublic && contact === undefined) logger.warn('geocoder: its server asks for KALENDS_GEOCODER_CONTACT');
  const geocoder = createNominatim({ url, language, userAgent: userAgent(contact), nowMs: systemClock.nowMs });
  return startGeocoding({ store, geocoder, clock: systemClock, logger, intervalMs, asked });
}

const userAgent = (contact: string | undefined): string =>
  `Kalends/${version} (events calendar${contact === undefined ? '' : `; ${contact}`})`;
