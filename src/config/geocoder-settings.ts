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
    description: 'Nominatim-compatible server that is sent the addresses of venues without coordinates',
    accepted: 'an address such as https://nominatim.openstreetmap.org, without user, password and #',
    defaultText: 'none, nothing is sent',
    fallback: () => undefined,
    parse: serverAddress,
  },
  geocoderContact: {
    flags: '--geocoder-contact <contact>',
    variable: 'KALENDS_GEOCODER_CONTACT',
    group,
    description: 'whom the operator of that server can turn to, told with each request',
    accepted: 'an e-mail address or the address of a page',
    defaultText: 'the address of the site in public',
    fallback: () => undefined,
    parse: contact,
  },
  geocoderIntervalMs: {
    flags: '--geocoder-interval-ms <number>',
    variable: 'KALENDS_GEOCODER_INTERVAL_MS',
    group,
    description: 'milliseconds from one request to that server to the next, at least',
    accepted: 'a whole number from 0 to 3600000',
    defaultText: '1000, and never less for nominatim.openstreetmap.org',
    fallback: () => 1000,
    parse: wholeNumber(0, hourMs),
  },
};
