// Fetches from addresses that strangers choose: public ones only, checked anew at every redirect, within limits.

import type { LookupFunction } from 'node:net';
import { isIPv6 } from 'node:net';
import type { Dispatcher } from 'undici';
import { readCapped } from '../../fetch/capped-body.ts';
import type { Allowance } from './fetch-allowance.ts';
import { FetchFailed, findTarget, type ResolveHost, type Target } from './fetch-target.ts';

export interface FetchOptions {
  /** Allowed although private or on another port. */
  allow: readonly Allowance[];
  resolve: ResolveHost;
  maxBytes: number;
  /** For everything together: names, redirects, the body. */
  timeoutMs: number;
}

export interface Fetched {
  bytes: Buffer;
  /** Where the last redirect led. */
  url: URL;
}

/** Throws FetchFailed. `until` may end the wait before the time of a single fetch is over. */
export type SafeFetch = (address: string, until?: AbortSignal) => Promise<Fetched>;

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
  async (address, until) => {
    const own = AbortSignal.timeout(options.timeoutMs);
    const signal = until ? AbortSignal.any([own, until]) : own;
    try {
      return await untilAborted(signal, follow(address, options, signal));
    } catch (error) {
      if (error instanceof FetchFailed) throw error;
      throw new FetchFailed('failed', 'no answer', error);
    }
  };

/** Looking a name up cannot be stopped; waiting for it can. */
export function untilAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const aborted = new Promise<never>((_, reject) => {
    if (signal.aborted) reject(new FetchFailed('failed', 'too slow'));
    signal.addEventListener('abort', () => reject(new FetchFailed('failed', 'too slow')), { once: true });
  });
  work.catch(() => {});
  return Promise.race([work, aborted]);
}

async function follow(address: string, options: FetchOptions, signal: AbortSignal): Promise<Fetched> {
  let url = parse(address);
  for (let redirected = 0; redirected <= maxRedirects; redirected++) {
    const target = await findTarget(url, options.allow, options.resolve);
    signal.throwIfAborted();
    const answer = await visit(target, options, signal);
    if ('bytes' in answer) return { bytes: answer.bytes, url };
    url = parse(answer.location, url);
  }
  throw new FetchFailed('failed', 'too many redirects');
}

function parse(text: string, base?: URL): URL {
  const url = URL.parse(text, base?.href);
  if (url === null) throw new FetchFailed('refused', 'no address');
  return url;
}

/** One connection, to the judged addresses and to no others, closed after the answer. */
async function visit(
  target: Target,
  { maxBytes, timeoutMs }: FetchOptions,
  signal: AbortSignal,
): Promise<{ bytes: Buffer } | { location: string }> {
  const { dispatcher, request } = await connectionTo(target, timeoutMs);
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

/** Goes to the judged addresses only; follows no redirects. `destroy` it afterwards. */
export async function connectionTo({ addresses }: Target, timeoutMs: number) {
  // Loaded with the first fetch, as it is not needed for the service to start.
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
