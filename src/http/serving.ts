import type { Logger } from 'pino';
import type { CacheValidity } from '../cache/validity.ts';
import type { ApiError } from '../core/api-error.ts';
import type { Language } from '../core/languages.ts';
import type { RequestLimit } from './rate-limit/rate-limit.ts';
import type { IncomingRequest } from './request/incoming-request.ts';
import type { RequestMeter } from './request-meter.ts';
import type { Coalescing } from './response/coalescing.ts';
import type { CorsOptions } from './response/headers.ts';
import type { OutgoingReply } from './response/outgoing.ts';
import type { createCodingReader, SerialisedResponse } from './response/response.ts';
import type { ResponseCache } from './response/response-cache.ts';

export interface ServerOptions {
  pipeline: (request: IncomingRequest) => Promise<OutgoingReply>;
  cache: ResponseCache;
  /** UTC seconds. */
  now: () => number;
  freshness: () => Promise<CacheValidity>;
  isReady: () => Promise<boolean>;
  /** Undefined for an unexpected error. */
  toApiError: (error: unknown) => ApiError | undefined;
  /** Without language, that of the site. */
  index: (origin: string, language: Language | undefined) => { body: unknown; headers: Record<string, string> };
  logger: Logger;
  bodyLimit: number;
  trustedProxies: readonly string[];
  cors: CorsOptions;
  language: Language;
  limit: RequestLimit | undefined;
  meter: RequestMeter | undefined;
}

/** The options, with what all requests share. */
export interface Serving extends ServerOptions {
  codingOf: ReturnType<typeof createCodingReader>;
  coalescing: Coalescing<Answer>;
  /** Logs an error that many requests meet at once. */
  logTrouble: (error: Error) => void;
  /** UTC seconds for a reply whose newest visible change is this one, if it shows records at all. */
  lastModified: (newest: number | undefined) => number;
}

export interface Answer {
  response: SerialisedResponse;
  outgoing: OutgoingReply;
}
