import type { IncomingMessage, ServerResponse } from 'node:http';
import { setQuotaHeaders } from '../rate-limit/rate-limit.ts';
import { isAnonymousRead } from '../request/incoming-request.ts';
import { originOf } from '../request/site-url.ts';
import type { Serving } from '../serving.ts';
import { codingFor } from './content-coding.ts';
import { corsHeaders, joinHeaders } from './headers.ts';
import { type SerialisedResponse, unlessUnchanged, withCodingInTag } from './response.ts';
import { cacheKey, type SharedResponse } from './response-cache.ts';

/** Node sends no body in reply to HEAD. */
export function send(response: ServerResponse, reply: SerialisedResponse, extra: Record<string, string>): void {
  response.writeHead(reply.status, joinHeaders(reply.headers, extra));
  response.end(reply.body);
}

/**
 * The hot path: sends a cached response before Fastify sees the request, and returns whether there was one. Behind a trusted
 * proxy, finding the caller's origin takes more work, so the cache is looked up later.
 */
export function createHotPath(serving: Serving): (request: IncomingMessage, response: ServerResponse) => boolean {
  const { cache, limit, meter, trustedProxies } = serving;
  return (request, response) => {
    if (!isAnonymousRead(request) || trustedProxies.length > 0) return false;
    try {
      const cached = cache.get(cacheKey(originOf('http', request.headers.host), request.url as string));
      // The rate limit hook of the long path refuses callers over the limit.
      if (!cached) return false;
      const quota = limit?.count(request.socket.remoteAddress ?? '');
      if (quota?.isExceeded) return false;
      if (limit && quota) setQuotaHeaders(response, limit, quota);
      cached.reserve(response, request.socket.remoteAddress ?? '');
      meter?.recordLookup(true);
      sendShared(response, request, cached, serving);
      return true;
    } catch {
      // The version of the database is unavailable; the long path reports that.
      return false;
    }
  };
}

/** Sends the response, or its 304, in the coding that the caller prefers. */
export function sendShared(
  response: ServerResponse,
  { headers }: IncomingMessage,
  cached: SharedResponse,
  { cors }: Pick<Serving, 'cors'>,
  extra: Readonly<Record<string, string>> = {},
): void {
  const sendReady = (reply: SerialisedResponse) =>
    send(response, reply, { ...corsHeaders(cors, headers.origin), ...extra });
  const coding = codingFor(headers['accept-encoding']);
  const chosen = unlessUnchanged(headers, cached.response);
  const ready =
    coding === undefined ? chosen : chosen.compressible ? cached.inCoding(coding) : withCodingInTag(chosen, coding);
  if (!(ready instanceof Promise)) sendReady(ready);
  else ready.then(sendReady).catch(() => response.destroy());
}
