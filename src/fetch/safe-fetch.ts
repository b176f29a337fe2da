// Fetches untrusted URLs: from public addresses only, checked again on every redirect, with limits on size and time.

import type { LookupFunction } from 'node:net';
import { isIPv6 } from 'node:net';
import type { Dispatcher } from 'undici';
import { readCapped } from './capped-body.ts';
import type { Allowance } from './fetch-allowance.ts';
import { FetchFailed, findTarget, type ResolveHost, type Target } from './fetch-target.ts';

export interface FetchOptions {
  /** Exceptions: private hosts and other ports. */
  allow: readonly Allowance[];
  resolve: ResolveHost;
  maxBytes: number;
  /** Total, including DNS, redirects and the body. */
  timeoutMs: number;
}

export interface Fetched {
  bytes: Buffer;
  /** After redirects. */
  url: URL;
}

/** Throws FetchFailed. `until` may abort before the timeout. */
export type SafeFetch = (url: string, until?: AbortSignal) => Promise<Fetched>;

const maxRedirects = 5;
const redirects = new Set([301, 302, 303, 307, 308]);
/** Without cookies and credentials. */
const headers = {
  accept: 'image/avif,image/webp,image/png,image/jpeg,image/gif;q=0.9,*/*;q=0.1',
  'accept-encoding': 'identity',
  'user-agent': 'Kalends (image fetcher)',
};

export const createSafeFetch =
  (options: FetchOptions): SafeFetch =>
  async (url, until) => {
    const own = AbortSignal.timeout(options.timeoutMs);
    const signal = until ? AbortSignal.any([own, until]) : own;
    try {
      return await untilAborted(signal, follow(url, options, signal));
    } catch (error) {
      if (error instanceof FetchFailed) throw error;
      throw new FetchFailed('failed', 'no answer', error);
    }
  };

/** Stops waiting on abort. The work itself, such as a DNS lookup, cannot be cancelled. */
export function untilAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const aborted = new Promise<never>((_, reject) => {
    if (signal.aborted) reject(new FetchFailed('failed', 'too slow'));
    signal.addEventListener('abort', () => reject(new FetchFailed('failed', 'too slow')), { once: true });
  });
  work.catch(() => {});
  return Promise.race([work, aborted]);
}

async function follow(start: string, options: FetchOptions, signal: AbortSignal): Promise<Fetched> {
  let url = parse(start);
  for (let redirected = 0; redirected <= maxRedirects; redirected++) {
    const target = await findTarget(url, options.allow, options.resolve);
    const answer = await visit(target, options, signal);
    if ('bytes' in answer) return { bytes: answer.bytes, url };
    url = parse(answer.location, url);
  }
  throw new FetchFailed('failed', 'too many redirects');
}

function parse(text: string, base?: URL): URL {
  const url = URL.parse(text, base?.href);
  if (url === null) throw new FetchFailed('refused', 'invalid URL');
  return url;
}

/** One request over a new connection to a checked address. */
async function visit(
  target: Target,
  { maxBytes, timeoutMs }: FetchOptions,
  signal: AbortSignal,
): Promise<{ bytes: Buffer } | { location: string }> {
  const { dispatcher, request } = await createConnection(target, timeoutMs);
  try {
    const response = await request(target.url, { dispatcher, signal, headers });
    const { location } = response.headers;
    if (redirects.has(response.statusCode) && typeof location === 'string') return { location };
    if (response.statusCode !== 200) throw new FetchFailed('failed', `status ${response.statusCode}`);
    return { bytes: await readBody(response, maxBytes) };
  } finally {
    await dispatcher.destroy();
  }
}

/** Connects only to the checked addresses and follows no redirects. The caller must call `destroy`. */
export async function createConnection({ addresses }: Target, timeoutMs: number) {
  // Loaded lazily to keep startup fast.
  const { Agent, request } = await import('undici');
  const connect = { lookup: lookupIn(addresses), autoSelectFamily: true, timeout: timeoutMs };
  return { dispatcher: new Agent({ connect, headersTimeout: timeoutMs, bodyTimeout: timeoutMs }), request };
}

const lookupIn =
  (addresses: readonly string[]): LookupFunction =>
  (_host, options, done) => {
    const found = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
    const first = found[0] as { address: string; family: number };
    if (options.all) done(null, found);
    else done(null, first.address, first.family);
  };

async function readBody({ headers: sent, body }: Dispatcher.ResponseData, maxBytes: number): Promise<Buffer> {
  if (Number(sent['content-length'] ?? 0) > maxBytes) throw new FetchFailed('too-large', 'announced size');
  return readCapped(body, maxBytes, () => new FetchFailed('too-large', 'size'));
}
