import type { Logger } from 'pino';
import type { Moment } from '../cache/validity.ts';
import type { Language } from '../core/languages.ts';
import type { ModificationTimes } from './conditional/modification-times.ts';
import type { OutgoingReply, Pipeline, PipelineOptions } from './pipeline.ts';
import type { RequestLimit } from './rate-limit/rate-limit.ts';
import type { RequestMeter } from './request-meter.ts';
import { createFlights, type Flights } from './response/coalescing.ts';
import type { FinishedReply } from './response/finished-reply.ts';
import type { CorsOptions } from './response/headers.ts';
import { createCodingReader } from './response/packed-reply.ts';
import type { ReplyCache } from './response/reply-cache.ts';
import { createTroubleLog } from './response/trouble-log.ts';

export interface ServerOptions {
  pipeline: Pipeline;
  cache: ReplyCache;
  /** UTC seconds. */
  now: () => number;
  times: ModificationTimes;
  freshness: () => Promise<Moment>;
  isReady: () => Promise<boolean>;
  toApiError: PipelineOptions['toApiError'];
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

/** The options with what serves all requests. */
export interface Serving extends ServerOptions {
  codingOf: ReturnType<typeof createCodingReader>;
  flights: Flights<Made>;
  tell: ReturnType<typeof createTroubleLog>;
}

/** A reply as it is sent, and what the pipeline said of it. */
export interface Made {
  done: FinishedReply;
  outgoing: OutgoingReply;
}

export const createServing = (options: ServerOptions): Serving => ({
  ...options,
  codingOf: createCodingReader(),
  flights: createFlights({ now: options.now, isShared: ({ outgoing }: Made) => outgoing.keepable }),
  tell: createTroubleLog(options.logger, () => performance.now()),
});
