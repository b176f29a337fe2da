import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { Logger } from 'pino';
import { ApiError } from '../core/api-error.ts';
import type { Language } from '../core/languages.ts';
import type { Moment } from '../core/moment.ts';
import { locateIndex } from './address.ts';
import { collectBody, drainUnread, requestLimit } from './collect-body.ts';
import type { ModificationTimes } from './conditional/modification-times.ts';
import { isFromPageOfOthers } from './cross-site.ts';
import { presentError } from './error-body.ts';
import { certainUntil, type FinishedReply, finishReply, replyFor } from './finished-reply.ts';
import { createFlights, type Flights } from './flights.ts';
import { type CorsOptions, corsHeaders, isOpenToAll, joinHeaders } from './headers.ts';
import { mendMediaType } from './media-type.ts';
import { createOriginReader, originOf } from './origin.ts';
import { createCodingReader, packReply, tagReply } from './packed-reply.ts';
import type { IncomingRequest, OutgoingReply, Pipeline, PipelineOptions } from './pipeline.ts';
import { maxUrlLength, refuseUnreadable } from './refuse-unreadable.ts';
import type { KeptReply, ReplyCache } from './reply-cache.ts';
import type { RequestLimit } from './request-limit.ts';
import { limitRequests } from './request-limit-hook.ts';
import { toOriginForm } from './request-target.ts';
import { createTroubleLog } from './trouble-log.ts';

/** Idle connections outlive those of common balancers, which else send a request into one that is being closed. */
const timeouts = { keepAliveTimeout: 72_000, requestTimeout: 60_000, headersTimeout: 30_000 };
/** Of a connection where nothing moves, neither way: who reads no further must not hold a large reply in memory. */
const idleTimeout = 120_000;

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
}

/** The options with what serves all requests. */
interface Serving extends ServerOptions {
  codingOf: ReturnType<typeof createCodingReader>;
  flights: Flights<Made>;
  tell: ReturnType<typeof createTroubleLog>;
}

interface Made {
  done: FinishedReply;
  outgoing: OutgoingReply;
}

/** The service behind a Fastify instance, not yet listening. */
export function createHttpServer(given: ServerOptions): FastifyInstance {
  const { cache, logger, now } = given;
  const options: Serving = {
    ...given,
    codingOf: createCodingReader(),
    flights: createFlights({ now, isShared: ({ outgoing }: Made) => outgoing.keepable }),
    tell: createTroubleLog(logger, () => performance.now()),
  };
  const app = fastify({
    loggerInstance: logger as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: options.bodyLimit,
    trustProxy: options.trustedProxies.length > 0 ? [...options.trustedProxies] : false,
    genReqId: () => randomUUID(),
    clientErrorHandler: (error, socket) => refuseUnreadable(error, socket, options.language),
    forceCloseConnections: 'idle',
    // Whoever is still connected gets a reply like any other, and none after it.
    return503OnClosing: false,
    exposeHeadRoutes: false,
    serverFactory: (handler) =>
      createServer(timeouts, (request, response) => {
        toOriginForm(request);
        if (!answerHot(request, response)) handler(request, response);
      }).setTimeout(idleTimeout),
    // A path that cannot be decoded: what is no id or slug of ours is not found, in the contract's words.
    frameworkErrors: (_error, request, reply) => {
      answer(request, reply, options).catch((error: Error) => answerError(error, request, reply, options));
    },
  });

  const originOfHost = createOriginReader();
  // Kept replies are sent before any other work; a caller behind a trusted proxy is known only after it.
  const answerHot = (request: IncomingMessage, response: ServerResponse): boolean => {
    if (!isOpenRead(request) || options.trustedProxies.length > 0) return false;
    try {
      const kept = keptFor(cache, originOfHost(request.headers.host), request);
      // Who has asked too often is refused in the long way.
      if (kept && options.limit?.count(request.socket.remoteAddress ?? '') !== undefined) return false;
      if (kept) sendKept(response, request, kept, options);
      return kept !== undefined;
    } catch {
      // The database cannot be asked for its version; the long way gives that its reply.
      return false;
    }
  };

  if (options.limit) app.addHook('onRequest', limitRequests(options.limit));
  app.addHook('onRequest', mendMediaType);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, body, done) => done(null, body));

  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    if (await options.isReady()) return { status: 'ready' };
    return reply.code(503).header('retry-after', '5').send({ status: 'unavailable' });
  });
  const handle = (request: FastifyRequest, reply: FastifyReply) => answer(request, reply, options);
  app.all('/*', { config: { authenticates: true } }, handle);
  app.setNotFoundHandler(handle);
  app.setErrorHandler((error: Error, request, reply) => answerError(error, request, reply, options));
  return app;
}

/** What is wrong with the database is said before; what nobody expected is told in full. */
function answerError(error: Error, request: FastifyRequest, reply: FastifyReply, options: Serving): void {
  const context = { language: options.language, requestId: request.id, alias: false };
  const known = asApiError(error, options);
  const shown = presentError(known ?? new ApiError('internal_server_error'), context);
  if (!known) request.log.error(error);
  else if (known !== error && known.status >= 500) options.tell(error);
  reply.hijack();
  const done = finishReply({ ...shown, keepable: false }, '', options.times);
  send(reply.raw, done, corsHeaders(options.cors, request.headers.origin));
}

async function answer(request: FastifyRequest, reply: FastifyReply, options: Serving): Promise<void> {
  const origin = originOf(request.protocol, request.host);
  const kept = isOpenRead(request.raw) ? keptFor(options.cache, origin, request.raw) : undefined;
  if (kept) {
    reply.hijack();
    sendKept(reply.raw, request.raw, kept, options);
    return;
  }
  const key = keyOf(origin, request.raw.url as string);
  // Nothing of what a write answers is kept; it would ask anew each time, as it has made the last answer out of date.
  const moment = isRead(request) ? await options.freshness() : undefined;
  const makeIt = () => make(request, origin, key, moment, options);
  const isShared = isOpenRead(request.raw) && request.method === 'GET';
  const { done, outgoing } = moment && isShared ? await options.flights.share(key, moment, makeIt) : await makeIt();
  logReply(request, outgoing, options);
  const fitting = await fitted(done, request.raw, options);
  reply.hijack();
  drainUnread(request.raw);
  const extra: Record<string, string> = {
    ...corsHeaders(options.cors, request.headers.origin),
    'x-request-id': request.id,
  };
  send(reply.raw, fitting, extra);
}

/** Makes the reply, and keeps it if it is one for everybody. */
async function make(
  request: FastifyRequest,
  origin: string,
  key: string,
  moment: Moment | undefined,
  { index, pipeline, bodyLimit, times, cache }: Serving,
): Promise<Made> {
  const asked = isRead(request) ? locateIndex(request.raw.url as string) : undefined;
  const outgoing = asked
    ? indexReply(index(origin, asked.language))
    : await pipeline({ ...incoming(request, origin, bodyLimit), moment });
  const done = finishReply(outgoing, key, times);
  if (outgoing.keepable && moment) cache.set(key, done, moment.version, Math.min(moment.until, certainUntil(done)));
  return { done, outgoing };
}

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

/** Nobody in particular asks: the replies that are kept. A HEAD has the headers of the GET. */
const isOpenRead = ({ method, headers }: IncomingMessage): boolean =>
  isRead({ method }) && headers.authorization === undefined;

const isRead = ({ method }: { method?: string | undefined }): boolean => method === 'GET' || method === 'HEAD';

const keptFor = (cache: ReplyCache, origin: string, request: IncomingMessage): KeptReply | undefined =>
  cache.get(keyOf(origin, request.url as string));

const indexReply = ({ body, headers }: ReturnType<ServerOptions['index']>): OutgoingReply => ({
  status: 200,
  headers: { 'cache-control': 'no-cache', ...headers },
  body,
  keepable: false,
  read: { userId: 0, modified: undefined },
});

const keyOf = (origin: string, url: string): string => `${origin}\n${url}`;

function incoming(request: FastifyRequest, origin: string, bodyLimit: number): IncomingRequest {
  const url = request.raw.url as string;
  if (url.length > maxUrlLength) throw new ApiError('rest_uri_too_long');
  if (isFromPageOfOthers(request.method, request.headers)) throw new ApiError('rest_forbidden', { status: 403 });
  const stream = request.body as Readable | undefined;
  return {
    method: request.method,
    url,
    origin,
    address: request.ip,
    authorization: request.headers.authorization,
    contentType: request.headers['content-type'],
    contentDisposition: headerText(request.headers['content-disposition']),
    methodOverride: headerText(request.headers['x-http-method-override']),
    conditions: request.headers,
    idempotencyKey: headerText(request.headers['idempotency-key']),
    body: async (limit = requestLimit(bodyLimit)) =>
      stream ? collectBody(stream, request.headers['content-length'], limit) : Buffer.alloc(0),
    id: request.id,
  };
}

const headerText = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value[0] : value;

function sendKept(response: ServerResponse, request: IncomingMessage, kept: KeptReply, options: Serving): void {
  const coding = options.codingOf(request.headers['accept-encoding'] as string | undefined);
  if (coding === undefined || !kept.reply.packable) {
    sendReady(response, request, kept.reply, options.cors);
    return;
  }
  const packed = kept.packed(coding);
  if (!(packed instanceof Promise)) sendReady(response, request, packed, options.cors);
  else packed.then((reply) => sendReady(response, request, reply, options.cors)).catch(() => response.destroy());
}

/** Where all origins are alike, a kept reply has their headers already. */
function sendReady(response: ServerResponse, request: IncomingMessage, ready: FinishedReply, cors: CorsOptions): void {
  const reply = replyFor(request.headers, ready);
  if (!reply.head || !isOpenToAll(cors)) {
    send(response, reply, corsHeaders(cors, request.headers.origin));
    return;
  }
  response.writeHead(reply.status, reply.head as string[]);
  response.end(reply.body);
}

/** Node sends no body in answer to HEAD, whatever is given to it. */
function send(response: ServerResponse, reply: FinishedReply, extra: Record<string, string>): void {
  response.writeHead(reply.status, joinHeaders(reply.headers, extra));
  response.end(reply.body);
}

function logReply(request: FastifyRequest, reply: OutgoingReply, options: Serving): void {
  const { error } = reply;
  if (error instanceof Error && !(error instanceof ApiError) && options.toApiError(error)) options.tell(error);
  // Such as a storage that somebody else keeps.
  if (error instanceof ApiError && error.status === 503 && error.cause instanceof Error) options.tell(error.cause);
  const line = { method: request.method, path: (request.raw.url as string).split('?')[0], status: reply.status };
  if (reply.status === 500) request.log.error({ ...line, err: error }, 'failed');
  else if (isRead(request) || request.method === 'OPTIONS') request.log.debug(line, 'answered');
  else request.log.info(line, 'answered');
}

/** Undefined for an error that nobody expected. */
function asApiError(error: Error & { statusCode?: number }, { toApiError }: Serving): ApiError | undefined {
  if (error instanceof ApiError) return error;
  if (error.statusCode !== undefined && error.statusCode < 500)
    return new ApiError('rest_bad_request', { status: error.statusCode });
  return toApiError(error);
}
