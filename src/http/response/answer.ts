import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Moment } from '../../cache/validity.ts';
import type { OutgoingReply } from '../pipeline.ts';
import { locateIndex } from '../request/address.ts';
import { drainUnread } from '../request/collect-body.ts';
import { incomingRequest } from '../request/incoming-request.ts';
import { isOpenRead, isRead } from '../request/methods.ts';
import { originOf } from '../request/origin.ts';
import type { Made, ServerOptions, Serving } from '../serving.ts';
import { certainUntil, type FinishedReply, finishReply, replyFor } from './finished-reply.ts';
import { corsHeaders } from './headers.ts';
import { keptFor, sendKept } from './kept-replies.ts';
import { packReply, tagReply } from './packed-reply.ts';
import { replyKey } from './reply-cache.ts';
import { logReply } from './reply-log.ts';
import { sendReply } from './send-reply.ts';

/** The long way, for what found no kept reply at once: a caller behind a trusted proxy may still find one here. */
export async function answer(request: FastifyRequest, reply: FastifyReply, serving: Serving): Promise<void> {
  const origin = originOf(request.protocol, request.host);
  const isOpen = isOpenRead(request.raw);
  const kept = isOpen ? keptFor(request.raw, origin, serving.cache) : undefined;
  if (isOpen) serving.meter?.lookedUp(kept !== undefined);
  if (kept) {
    reply.hijack();
    sendKept(reply.raw, request.raw, kept, serving);
    return;
  }
  const { done, outgoing } = await makeOrShare(request, origin, serving);
  logReply(request, outgoing, serving);
  const fitting = await fitted(done, request.raw, serving);
  reply.hijack();
  drainUnread(request.raw);
  const extra: Record<string, string> = {
    ...corsHeaders(serving.cors, request.headers.origin),
    'x-request-id': request.id,
  };
  sendReply(reply.raw, fitting, extra);
}

/** Anonymous readers who ask for the same at the same time get it made once. */
async function makeOrShare(request: FastifyRequest, origin: string, serving: Serving): Promise<Made> {
  const key = replyKey(origin, request.raw.url as string);
  // Nothing of what a write answers is kept; it would ask anew each time, as it has made the last answer out of date.
  const moment = isRead(request) ? await serving.freshness() : undefined;
  const makeIt = () => make({ request, origin, key, moment }, serving);
  const isShared = isOpenRead(request.raw) && request.method === 'GET';
  return moment && isShared ? serving.flights.share(key, moment, makeIt) : makeIt();
}

interface Asked {
  request: FastifyRequest;
  origin: string;
  key: string;
  moment: Moment | undefined;
}

/** Makes the reply, and keeps it if it is one for everybody. */
async function make({ request, origin, key, moment }: Asked, serving: Serving): Promise<Made> {
  const { index, pipeline, bodyLimit, times, cache } = serving;
  const asked = isRead(request) ? locateIndex(request.raw.url as string) : undefined;
  const outgoing = asked
    ? indexReply(index(origin, asked.language))
    : await pipeline({ ...incomingRequest(request, origin, bodyLimit), moment });
  const done = finishReply(outgoing, key, times);
  if (outgoing.keepable && moment)
    cache.set(key, done, { ...moment, until: Math.min(moment.until, certainUntil(done)) });
  return { done, outgoing };
}

const indexReply = ({ body, headers }: ReturnType<ServerOptions['index']>): OutgoingReply => ({
  status: 200,
  headers: { 'cache-control': 'no-cache', ...headers },
  body,
  keepable: false,
  read: { userId: 0, modified: undefined },
});

/** As this caller gets it: whole, packed, or as the 304 that stands for it. */
async function fitted(
  done: FinishedReply,
  { headers }: IncomingMessage,
  { codingOf }: Serving,
): Promise<FinishedReply> {
  const coding = codingOf(headers['accept-encoding'] as string | undefined);
  const shown = replyFor(headers, done);
  if (coding === undefined) return shown;
  return shown === done ? packReply(done, coding) : tagReply(shown, coding);
}
