// Geocodes with a server that has Nominatim's API: https://nominatim.org/release-docs/latest/api/Search/
import { attempt, errorCodeOf } from '../core/errors.ts';
import type { Point } from '../core/geo.ts';
import { readCapped } from '../fetch/capped-body.ts';
import { retryAfterMs } from '../fetch/retry-after.ts';

export interface Address {
  street: string;
  city: string;
  zip: string;
  region: string;
  country: string;
}

/** There was no usable response: worth another attempt. The message is logged and must not contain secrets. */
export class GeocoderFailed extends Error {
  /** From Retry-After. */
  readonly waitMs: number | undefined;
  constructor(message: string, waitMs?: number) {
    super(message);
    this.waitMs = waitMs;
  }
}

export interface NominatimOptions {
  /** URL of the server. Its query, such as a provider's key, is part of each request. */
  url: string;
  /** The public server requires the name of the program and a contact. */
  userAgent: string;
  language: string;
  nowMs: () => number;
  timeoutMs?: number;
}

const defaultTimeoutMs = 10_000;
const maxBytes = 64 * 1024;
const maxCharacters = 300;

export type Geocoder = ReturnType<typeof createNominatim>;

export function createNominatim({ url, userAgent, language, nowMs, timeoutMs = defaultTimeoutMs }: NominatimOptions) {
  const headers = { accept: 'application/json', 'accept-language': language, 'user-agent': userAgent };
  return {
    /** Coordinates of an address; undefined if it is not found. Throws GeocoderFailed, or the reason of the signal. */
    async locate(address: Address, signal: AbortSignal): Promise<Point | undefined> {
      const either = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
      try {
        // Redirects are not followed: addresses are sent only to the configured server.
        const response = await fetch(searchUrl(url, address), { headers, redirect: 'manual', signal: either });
        if (response.status !== 200) throw await refusal(response, nowMs());
        const body = await readCapped(response.body, maxBytes, () => new GeocoderFailed('an answer without end'));
        return pointIn(body.toString('utf8'));
      } catch (error) {
        signal.throwIfAborted();
        throw error instanceof GeocoderFailed ? error : new GeocoderFailed(reasonOf(error));
      }
    },
  };
}

function searchUrl(base: string, address: Address): URL {
  const url = new URL(base);
  const path = url.pathname.replace(/\/+$/, '');
  url.pathname = path.endsWith('/search') ? path : `${path}/search`;
  const parameters = { format: 'jsonv2', limit: '1', q: queryOf(address) };
  for (const [name, value] of Object.entries(parameters))
    if (!url.searchParams.has(name)) url.searchParams.set(name, value);
  return url;
}

/** A free-form query: a structured one finds nothing if one part is written differently on the map. */
export function queryOf({ street, city, zip, region, country }: Address): string {
  const parts = [street, `${zip} ${city}`, region, country].map((part) => part.replace(/\s+/g, ' ').trim());
  const different = parts.filter((part, index) => part !== '' && parts.indexOf(part) === index);
  return [...different.join(', ')].slice(0, maxCharacters).join('');
}

async function refusal(response: Response, nowMs: number): Promise<GeocoderFailed> {
  await response.body?.cancel();
  return new GeocoderFailed(`status ${response.status}`, retryAfterMs(response.headers.get('retry-after'), nowMs));
}

/** The code of the cause: `fetch failed` says nothing, and its message may contain a key in the URL. */
function reasonOf(error: unknown): string {
  if (error instanceof Error && error.name === 'TimeoutError') return 'no answer in time';
  const code = errorCodeOf(error instanceof Error ? error.cause : undefined);
  return code === '' ? 'no answer' : `no answer (${code})`;
}

/** The first place of the response; undefined if it lists none. */
function pointIn(text: string): Point | undefined {
  const places = attempt<unknown>(() => JSON.parse(text));
  if (places === undefined) throw new GeocoderFailed('an answer that is not JSON');
  if (!Array.isArray(places)) throw new GeocoderFailed('an answer that is not a list of places');
  if (places.length === 0) return undefined;
  const place: unknown = places[0];
  const { lat, lon } = typeof place === 'object' && place !== null ? (place as { lat?: unknown; lon?: unknown }) : {};
  return { lat: degrees(lat, 90), lng: degrees(lon, 180) };
}

/** Nominatim writes numbers as strings. */
function degrees(value: unknown, limit: number): number {
  const isText = typeof value === 'string' && /^[+-]?\d{1,3}(?:\.\d{1,30})?$/.test(value);
  const number = isText || typeof value === 'number' ? Number(value) : Number.NaN;
  if (!(Math.abs(number) <= limit)) throw new GeocoderFailed('an answer with a place that is nowhere');
  return number;
}
