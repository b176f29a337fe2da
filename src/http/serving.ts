import type { RequestListener } from 'node:http';
import type { Logger } from 'pino';
import type { CacheValidity } from '../cache/validity.ts';
import type { ApiError } from '../core/api-error.ts';
import type { Language } from '../core/languages.ts';
import type { Credentials } from './auth/credentials.ts';
import type { RequestLimit } from './rate-limit/rate-limit.ts';
import type { IncomingRequest } from './request/incoming-request.ts';
import type { Coalescing } from './response/coalescing.ts';
import type { CorsOptions } from './response/headers.ts';
import type { OutgoingReply } from './response/outgoing.ts';
import type { ResponseCache, SharedResponse } from './response/response-cache.ts';
import type { Trace } from './trace.ts';

export interface ServerOptions {
  pipeline: (request: IncomingRequest) => Promise<OutgoingReply>;
  cache: ResponseCache;
  /** UTC seconds. */
  now: () => number;
  freshness: () => Promise<CacheValidity>;
  isReady: () => Promise<boolean>;
  /** Turns the reply to a failed request into what its client can show. */
  presentFailure: (request: IncomingRequest, reply: OutgoingReply) => OutgoingReply;
  /** Version of the program, for health checks. */
  version: string;
  /** What a health check adds for an administrator. Throws for wrong credentials. */
  healthDetails: (authorization: string, address: string) => Promise<object>;
  /** Undefined for an unexpected error. */
  toApiError: (error: unknown) => ApiError | undefined;
  logger: Logger;
  /** Logs an error that may affect many requests at once. */
  logThrottled: (error: Error) => void;
  bodyLimit: number;
  trustedProxies: readonly string[];
  cors: CorsOptions;
  /** Browsers are served the calendar at the site's own URL. */
  hasPages: boolean;
  /** Public URL of the site. */
  siteUrl: string | undefined;
  language: Language;
  limit: RequestLimit | undefined;
  /** Whether these credentials were verified recently. */
  hasSignedIn: (credentials: Credentials) => boolean;
  meter: RequestMeter | undefined;
  /** A request that takes so long is logged as slow; undefined for none. */
  slowMs: number | undefined;
}

/** The options, with what all requests share. */
export interface Serving extends ServerOptions {
  /** Path of the site, such as `/calendar`; empty if it has a host of its own (D67). */
  folder: string;
  coalescing: Coalescing<ComputedResponse>;
  startTrace: () => Trace;
  /** UTC seconds for a reply whose newest visible change is this one, if it shows records at all. */
  lastModified: (newest: number | undefined) => number;
}

export interface ComputedResponse {
  response: SharedResponse;
  /** Trace of the work, which several readers may share. */
  trace: Trace;
  outgoing: OutgoingReply;
}

/** Counts requests for the metrics. */
export interface RequestMeter {
  /** The same listener, with each request recorded at its end. */
  listener(listener: RequestListener): RequestListener;
  /** A response to an anonymous read was looked up in the cache. */
  recordLookup(isFound: boolean): void;
  /** A request was refused by the rate limit. */
  recordRefusal(): void;
}
