// The options of the geocoder. Without an address of one, no venue is looked up, ever.
import { contact, serverAddress, wholeNumber } from './parsers.ts';
import type { Setting } from './setting.ts';

export interface GeocoderConfig {
  geocoderUrl: string | undefined;
  geocoderContact: string | undefined;
  geocoderIntervalMs: number;
}

const group = 'Coordinates of venues:';
const hourMs = 3_600_000;

export const geocoderSettings: { readonly [K in keyof GeocoderConfig]: Setting<GeocoderConfig[K]> } = {
  geocoderUrl: {
    flags: '--geocoder-url <url>',
    variable: 'KALENDS_GEOCODER_URL',
    group,
    description: 'Nominatim-compatible server that looks up coordinates of venue addresses',
    accepted: 'a URL such as https://nominatim.openstreetmap.org, without user, password and #',
    defaultText: 'none: nothing is sent',
    fallback: () => undefined,
    parse: serverAddress,
  },
  geocoderContact: {
    flags: '--geocoder-contact <contact>',
    variable: 'KALENDS_GEOCODER_CONTACT',
    group,
    description: 'contact address sent to the geocoder in the User-Agent header',
    accepted: 'an e-mail address or a URL',
    defaultText: 'KALENDS_SITE_URL',
    fallback: () => undefined,
    parse: contact,
  },
  geocoderIntervalMs: {
    flags: '--geocoder-interval-ms <number>',
    variable: 'KALENDS_GEOCODER_INTERVAL_MS',
    group,
    description: 'minimum milliseconds between requests to the geocoder',
    accepted: 'an integer from 0 to 3600000',
    defaultText: '1000; never less for nominatim.openstreetmap.org',
    fallback: () => 1000,
    parse: wholeNumber(0, hourMs),
  },
};
