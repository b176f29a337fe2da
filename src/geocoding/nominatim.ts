// Servers that speak as Nominatim does: https://nominatim.org/release-docs/latest/api/Search/
import { readCapped } from '../fetch/capped-body.ts';
import { retryAfterMs } from '../fetch/retry-after.ts';
import { type Address, type Geocoder, GeocoderFailed } from './geocoder.ts';
import { pointIn } from './nominatim-reply.ts';

export interface NominatimOptions {
  /** Of the server; what stands behind its `?` goes with each request, such as a provider's key. */
  url: string;
  /** The public server wants to know which program asks, and whom to tell if it asks too much. */
  userAgent: string;
  language: string;
  nowMs: () => number;
  timeoutMs?: number;
}

const defaultTimeoutMs = 10_000;
const maxBytes = 64 * 1024;
const maxCharacters = 300;

export function createNominatim(options: NominatimOptions): Geocoder {
  const { url, userAgent, language, nowMs, timeoutMs = defaultTimeoutMs } = options;
  const headers = { accept: 'application/json', 'accept-language': language, 'user-agent': userAgent };
  return {
    async locate(address, signal) {
      const either = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
      try {
        // An operator names the server itself: wherever else it would send the addresses, they do not go.
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
  const wanted = { format: 'jsonv2', limit: '1', q: questionOf(address) };
  for (const [name, value] of Object.entries(wanted))
    if (!url.searchParams.has(name)) url.searchParams.set(name, value);
  return url;
}

/** In free form: the structured one finds nothing where one part is written in another way than on the map. */
export function questionOf({ street, city, zip, region, country }: Address): string {
  const parts = [street, `${zip} ${city}`, region, country].map((part) => part.replace(/\s+/g, ' ').trim());
  const different = parts.filter((part, index) => part !== '' && parts.indexOf(part) === index);
  return [...different.join(', ')].slice(0, maxCharacters).join('');
}

async function refusal(response: Response, nowMs: number): Promise<GeocoderFailed> {
  await response.body?.cancel();
  return new GeocoderFailed(`status ${response.status}`, retryAfterMs(response.headers.get('retry-after'), nowMs));
}

/** `fetch failed` says nothing; its cause does, and its code leaves the address out, in which a key may stand. */
function reasonOf(error: unknown): string {
  if (error instanceof Error && error.name === 'TimeoutError') return 'no answer in time';
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && 'code' in cause ? `no answer (${String(cause.code)})` : 'no answer';
}
