import type { Point } from '../core/geo.ts';
import { GeocoderFailed } from './geocoder.ts';

/** The first place of a reply; undefined where it lists none. Throws GeocoderFailed for what is no such list. */
export function pointIn(text: string): Point | undefined {
  const places = parse(text);
  if (!Array.isArray(places)) throw new GeocoderFailed('an answer that is no list of places');
  if (places.length === 0) return undefined;
  const place: unknown = places[0];
  const { lat, lon } = typeof place === 'object' && place !== null ? (place as { lat?: unknown; lon?: unknown }) : {};
  return { lat: degrees(lat, 90), lng: degrees(lon, 180) };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new GeocoderFailed('an answer that is not JSON');
  }
}

/** Nominatim writes numbers as texts. */
function degrees(value: unknown, limit: number): number {
  const isText = typeof value === 'string' && /^[+-]?\d{1,3}(?:\.\d{1,30})?$/.test(value);
  const number = isText || typeof value === 'number' ? Number(value) : Number.NaN;
  if (!(Math.abs(number) <= limit)) throw new GeocoderFailed('an answer with a place that is nowhere');
  return number;
}
