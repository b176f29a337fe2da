import type { ServerResponse } from 'node:http';
import type { CacheTally } from '../../cache/selective-cache.ts';
import { createSelectiveCache } from '../../cache/selective-cache.ts';
import { type CacheValidity, isWithin } from '../../cache/validity.ts';
import type { Coding } from './content-coding.ts';
import { createLargeResponses, largeBytes } from './large-responses.ts';
import { compressed, forCaching, type SerialisedResponse } from './response.ts';

/** A response that several callers may get, each in the coding that it prefers. */
export interface SharedResponse {
  response: SerialisedResponse;
  /** Call this before sending it. Throws 503 `service_unavailable` if too much is being sent. */
  reserve(socket: ServerResponse, address: string): void;
  /** The response in a coding, compressed once for all callers. */
  inCoding(coding: Coding): SerialisedResponse | Promise<SerialisedResponse>;
}

/** The parts of a request that the response to an anonymous read depends on. */
export const cacheKey = (origin: string, url: string): string => `${origin}\n${url}`;

export interface ResponseCacheOptions {
  maxBytes: number;
  version: () => number;
  /** The same, for a request that is being read. */
  versionOnArrival: () => number;
  /** UTC seconds. */
  now: () => number;
  /** The cache reports its size here. */
  tally?: CacheTally | undefined;
}

interface Entry extends SharedResponse {
  validity: CacheValidity | undefined;
  bytes: number;
}

export type ResponseCache = ReturnType<typeof createResponseCache>;

/**
 * Responses to anonymous reads. An entry is valid only for the database version from which it was built, so the next read
 * sees a write of any process.
 */
export function createResponseCache({ maxBytes, version, versionOnArrival, now, tally }: ResponseCacheOptions) {
  const entries = createSelectiveCache<Entry>(maxBytes, ({ bytes }, key) => bytes + key.length * 2 + 500);
  if (tally) tally.size = entries.size;
  const large = createLargeResponses<Entry>();
  const createEntry = (key: string | undefined, response: SerialisedResponse, validity?: CacheValidity): Entry => {
    const bytes = response.body.length;
    const whole: Entry = {
      response,
      inCoding: inCodings(response, (bytes) => grow(bytes)),
      reserve(socket, address) {
        if (bytes >= largeBytes && response.status === 200) large.send(whole, { key, bytes, address, socket });
      },
      validity,
      bytes,
    };
    let entry = whole;
    // The cache measures an entry only when it is stored, so a larger one is stored as a new object.
    const grow = (more: number): void => {
      const isStored = key !== undefined && entries.peek(key) === entry;
      entry = { ...entry, bytes: entry.bytes + more };
      if (isStored) entries.set(key, entry);
    };
    return entry;
  };
  return {
    get(key: string): SharedResponse | undefined {
      const entry = entries.get(key) ?? large.find(key);
      const validity = entry?.validity;
      return validity?.version === versionOnArrival() && isWithin(validity, now()) ? entry : undefined;
    },
    /** Stores a response that was computed within this validity; `undefined` if it is no longer current. */
    set(key: string, response: SerialisedResponse, validity: CacheValidity): SharedResponse | undefined {
      if (maxBytes === 0 || validity.version !== version()) return undefined;
      const entry = createEntry(key, forCaching(response), validity);
      entries.set(key, entry);
      return entry;
    },
    /** A response that is not stored. */
    wrap: (response: SerialisedResponse): SharedResponse => createEntry(undefined, response),
  };
}

/** Compresses once per coding, and tells the size of the result. */
function inCodings(response: SerialisedResponse, made: (bytes: number) => void): SharedResponse['inCoding'] {
  const codings: Partial<Record<Coding, SerialisedResponse | Promise<SerialisedResponse>>> = {};
  return (coding) => {
    codings[coding] ??= compressed(response, coding).then((whole) => {
      const ready = forCaching(whole);
      codings[coding] = ready;
      made(ready.body.length);
      return ready;
    });
    return codings[coding];
  };
}
