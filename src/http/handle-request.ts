import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CacheValidity } from '../cache/validity.ts';
import { ApiError, outageOf } from '../core/api-error.ts';
import { attempt } from '../core/errors.ts';
import { type Language, parseLanguage } from '../core/languages.ts';
import { presentError } from './error-body.ts';
import { parseQuery, type RawParams } from './params/raw.ts';
import { selectedLanguage } from './params/read.ts';
import { drainUnread } from './request/collect-body.ts';
import { addressOf, incomingRequest, isAnonymousRead, isRead, isSafe } from './request/incoming-request.ts';
import { originOf } from './request/site-url.ts';
import { corsHeaders } from './response/headers.ts';
import { inEnvelope, type OutgoingReply } from './response/outgoing.ts';
import { serialise } from './response/response.ts';
import { cacheKey } from './response/response-cache.ts';
import { send, sendShared } from './response/send.ts';
import type { ComputedResponse, Serving } from './serving.ts';
import { inRequestSpan, type Step, serverTiming, type Trace } from './trace.ts';

/** Answers requests that the hot path did not; behind a trusted proxy the cache is looked up here. */
export async function handleRequest(request: FastifyRequest, reply: FastifyReply, serving: Serving): Promise<void> {
  const key = cacheKey(originOf(request.protocol, request.host), request.raw.url as string);
  if (isAnonymousRead(request.raw)) {
    const cached = serving.trustedProxies.length > 0 ? serving.cache.get(key) : undefined;
    serving.meter?.recordLookup(cached !== undefined);
    if (cached) {
      cached.reserve(reply.raw, addressOf(request));
      reply.hijack();
      sendShared(reply.raw, request.raw, cached, serving);
      return;
    }
  }
  const arrival = serving.startTrace();
  const { response, outgoing, trace } = await inRequestSpan(request, () =>
    computeOrJoin(request, key, arrival, serving),
  );
  const milliseconds = arrival.milliseconds();
  logReply(request, outgoing, { milliseconds, steps: trace.steps }, serving);
  if (outgoing.isTimed) reply.raw.setHeader('server-timing', serverTiming(trace, milliseconds));
  response.reserve(reply.raw, addressOf(request));
  reply.hijack();
  drainUnread(request.raw);
  sendShared(reply.raw, request.raw, response, serving, { 'x-request-id': request.id });
}

/** Concurrent anonymous requests for the same URL are computed once. */
async function computeOrJoin(
  request: FastifyRequest,
  key: string,
  trace: Trace,
  serving: Serving,
): Promise<ComputedResponse> {
  // A write changes the version, so looking it up for writes would cost a query each time.
  const validity = isRead(request) ? await serving.freshness() : undefined;
  const work = () => compute(request, { key, validity, trace }, serving);
  const isShareable = isAnonymousRead(request.raw) && request.method === 'GET';
  return validity && isShareable ? serving.coalescing.share(key, validity, work) : work();
}

async function compute(
  request: FastifyRequest,
  { key, validity, trace }: { key: string; validity: CacheValidity | undefined; trace: Trace },
  serving: Serving,
): Promise<ComputedResponse> {
  const origin = originIn(request, serving);
  const outgoing = await serving.pipeline({ ...incomingRequest(request, origin, serving.bodyLimit), validity, trace });
  const response = serialise(outgoing, serving.lastModified);
  const { cacheable, until = Number.POSITIVE_INFINITY } = outgoing;
  const cached =
    cacheable && validity
      ? serving.cache.set(key, response, { ...validity, until: Math.min(validity.until, until) })
      : undefined;
  return { response: cached ?? serving.cache.wrap(response), outgoing, trace };
}

/** Answers errors that were thrown outside the pipeline. */
export function handleError(error: Error, request: FastifyRequest, reply: FastifyReply, serving: Serving): void {
  const apiError = asApiError(error, serving);
  if (!apiError) request.log.error(error);
  logOutage(apiError, serving);
  const query = queryOf(request);
  const language = selectedLanguage(query) ?? languageOf(request, serving);
  const shown = apiError ?? new ApiError('internal_server_error');
  const { headers, ...presented } = presentError(shown, { language, request });
  const plain = { ...presented, headers: { 'content-language': language, ...headers } };
  const refusal = { ...plain, ...(query.has('_envelope') && inEnvelope(plain)), cacheable: false };
  // Undefined for a URL that is too long for any page.
  const incoming = attempt(() => incomingRequest(request, originIn(request, serving), serving.bodyLimit));
  const outgoing = incoming && plain.status >= 500 ? serving.presentFailure(incoming, refusal) : refusal;
  reply.hijack();
  const response = serialise(outgoing, serving.lastModified);
  send(reply.raw, response, { ...corsHeaders(serving.cors, request.headers.origin), 'x-request-id': request.id });
}

const originIn = ({ protocol, host }: FastifyRequest, { folder }: Serving): string => originOf(protocol, host) + folder;

/** Empty if it cannot be read. */
const queryOf = ({ raw }: FastifyRequest): RawParams =>
  attempt(() => parseQuery(/\?(.*)$/.exec(raw.url ?? '')?.[1] ?? '')) ?? new Map();

/** That the URL begins with, as it may be of the API or a page. */
const languageOf = ({ raw }: FastifyRequest, { language }: Serving): Language =>
  parseLanguage(/^\/([^/?]*)/.exec(raw.url ?? '')?.[1] ?? '') ?? language;

/** Undefined for an unexpected error. */
function asApiError(error: Error & { statusCode?: number }, { toApiError }: Serving): ApiError | undefined {
  if (error instanceof ApiError) return error;
  if (error.statusCode !== undefined && error.statusCode < 500)
    return new ApiError('rest_bad_request', { status: error.statusCode });
  return toApiError(error);
}

function logOutage(error: unknown, { logThrottled }: Serving): void {
  const outage = outageOf(error);
  if (outage) logThrottled(outage);
}

/** Logs one line for each reply, and the cause of a failure. */
function logReply(
  request: FastifyRequest,
  reply: OutgoingReply,
  timing: { milliseconds: number; steps: readonly Step[] },
  serving: Serving,
): void {
  const { error } = reply;
  const { slowMs } = serving;
  logOutage(error, serving);
  const line = { method: request.method, path: (request.raw.url as string).split('?')[0], status: reply.status };
  if (reply.status === 500) request.log.error({ ...line, err: error }, 'failed');
  else if (slowMs !== undefined && timing.milliseconds >= slowMs)
    request.log.warn({ ...line, ...inWholeMs(timing) }, 'slow');
  else if (isSafe(request)) request.log.debug(line, 'answered');
  else request.log.info(line, 'answered');
}

const inWholeMs = ({ milliseconds, steps }: { milliseconds: number; steps: readonly Step[] }) => ({
  milliseconds: Math.round(milliseconds),
  steps: steps.map((step) => ({ ...step, milliseconds: Math.round(step.milliseconds) })),
});
