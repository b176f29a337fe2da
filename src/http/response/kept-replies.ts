// Kept replies on their way out: all that happens to the requests that come most often.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isOpenRead } from '../request/methods.ts';
import { createOriginReader } from '../request/origin.ts';
import type { Serving } from '../serving.ts';
import { type FinishedReply, replyFor } from './finished-reply.ts';
import { type CorsOptions, corsHeaders, isOpenToAll } from './headers.ts';
import { type KeptReply, type ReplyCache, replyKey } from './reply-cache.ts';
import { sendReply } from './send-reply.ts';

type Sending = Pick<Serving, 'codingOf' | 'cors'>;
type HotOptions = Sending & Pick<Serving, 'cache' | 'limit' | 'trustedProxies'>;

/**
 * Sends a kept reply before any other work, and tells whether there was one. A caller behind a trusted proxy is known
 * only after some.
 */
export function createHotAnswer(options: HotOptions): (request: IncomingMessage, response: ServerResponse) => boolean {
  const originOfHost = createOriginReader();
  return (request, response) => {
    if (!isOpenRead(request) || options.trustedProxies.length > 0) return false;
    try {
      const kept = keptFor(request, originOfHost(request.headers.host), options.cache);
      // Who has asked too often is refused in the long way.
      if (kept && options.limit?.count(request.socket.remoteAddress ?? '') !== undefined) return false;
      if (kept) sendKept(response, request, kept, options);
      return kept !== undefined;
    } catch {
      // The database cannot be asked for its version; the long way gives that its reply.
      return false;
    }
  };
}

/** What is kept for this request, which must be an open read. */
export const keptFor = (request: IncomingMessage, origin: string, cache: ReplyCache): KeptReply | undefined =>
  cache.get(replyKey(origin, request.url as string));

export function sendKept(
  response: ServerResponse,
  request: IncomingMessage,
  kept: KeptReply,
  { codingOf, cors }: Sending,
): void {
  const coding = codingOf(request.headers['accept-encoding'] as string | undefined);
  if (coding === undefined || !kept.reply.packable) {
    sendReady(response, request, kept.reply, cors);
    return;
  }
  const packed = kept.packed(coding);
  if (!(packed instanceof Promise)) sendReady(response, request, packed, cors);
  else packed.then((reply) => sendReady(response, request, reply, cors)).catch(() => response.destroy());
}

/** Where all origins are alike, a kept reply has their headers already. */
function sendReady(response: ServerResponse, request: IncomingMessage, ready: FinishedReply, cors: CorsOptions): void {
  const reply = replyFor(request.headers, ready);
  if (!reply.head || !isOpenToAll(cors)) {
    sendReply(response, reply, corsHeaders(cors, request.headers.origin));
    return;
  }
  response.writeHead(reply.status, reply.head as string[]);
  response.end(reply.body);
}
