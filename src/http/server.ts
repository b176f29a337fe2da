import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex, Readable } from 'node:stream';
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
import { collectBody, drainUnread, requestLimit } from './collect-body.ts';
import type { ModificationTimes } from './conditional/modification-times.ts';
import { presentError } from './error-body.ts';
import { certainUntil, type FinishedReply, finishReply, replyFor, toKeep } from './finished-reply.ts';
import { type CorsOptions, corsHeaders, isOpenToAll } from './headers.ts';
import { originOf } from './origin.ts';
import type { IncomingRequest, OutgoingReply, Pipeline } from './pipeline.ts';
import type { ReplyCache } from './reply-cache.ts';

export interface ServerOptions {
  pipeline: Pipeline;
  cache: ReplyCache;
  times: ModificationTimes;
  /** The calendar's version and the second until which a reply made now holds without a write. */
  freshness: () => Promise<{ version: number; until: number }>;
  isReady: () => Promise<boolean>;
  index: (origin: string) => unknown;
  logger: Logger;
  bodyLimit: number;
  trustedProxies: readonly string[];
  cors: CorsOptions;
  language: Language;
}

/** What the parser of HTTP itself refuses still gets the contract's error body. */
function refuseUnreadable(error: NodeJS.ErrnoException, socket: Duplex, language: Language): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return;
  const status = error.code === 'HPE_HEADER_OVERFLOW' ? 431 : 400;
  const refused = new ApiError('rest_bad_request', { status });
  const { body } = presentError(refused, { language, requestId: randomUUID(), alias: false });
  const bytes = JSON.stringify(body);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=UTF-8',
    `Content-Length: ${Buffer.byteLength(bytes)}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${bytes}`);
}

const maxUrlLength = 16_000;
/** Of a body that is refused unread. */
const mostDrained = 64 * 1024 * 1024;

/** The service behind a Fastify instance, not yet listening. */
export function createHttpServer(options: ServerOptions): FastifyInstance {
  const { cache, logger } = options;
  const app = fastify({
    loggerInstance: logger as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: options.bodyLimit,
    trustProxy: options.trustedProxies.length > 0 ? [...options.trustedProxies] : false,
    genReqId: () => randomUUID(),
    requestTimeout: 60_000,
    clientErrorHandler: (error, socket) => refuseUnreadable(error, socket, options.language),
    forceCloseConnections: 'idle',
    exposeHeadRoutes: false,
    serverFactory: (handler) =>
      createServer((request, response) => answerHot(request, response) || handler(request, response)),
    // A path that cannot be decoded: what is no id or slug of ours is not found, in the contract's words.
    frameworkErrors: (_error, request, reply) => {
      answer(request, reply, options).catch((error: Error) => answerError(error, request, reply, options));
    },
  });

  // Kept replies are sent before any other work; a caller behind a trusted proxy is known only after it.
  const answerHot = (request: IncomingMessage, response: ServerResponse): boolean => {
    if (request.method !== 'GET' || request.headers.authorization !== undefined || options.trustedProxies.length > 0)
      return false;
    const kept = cache.get(keyOf(originOf('http', request.headers.host), request.url as string));
    if (!kept) return false;
    sendKept(response, request, kept, options.cors);
    return true;
  };

  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, body, done) => done(null, body));

  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    if (await options.isReady()) return { status: 'ready' };
    return reply.code(503).header('retry-after', '5').send({ status: 'unavailable' });
  });
  const handle = (request: FastifyRequest, reply: FastifyReply) => answer(request, reply, options);
  app.all('/*', handle);
  app.setNotFoundHandler(handle);
  app.setErrorHandler((error: Error, request, reply) => answerError(error, request, reply, options));
  return app;
}

function answerError(error: Error, request: FastifyRequest, reply: FastifyReply, options: ServerOptions): void {
  const context = { language: options.language, requestId: request.id, alias: false };
  const shown = presentError(asApiError(error), context);
  if (shown.status >= 500) request.log.error(error);
  reply.hijack();
  const done = finishReply({ ...shown, keepable: false }, '', options.times);
  send(reply.raw, done, corsHeaders(options.cors, request.headers.origin));
}

async function answer(request: FastifyRequest, reply: FastifyReply, options: ServerOptions): Promise<void> {
  const origin = originOf(request.protocol, request.host);
  const key = keyOf(origin, request.raw.url as string);
  const kept = isOpenRead(request) ? options.cache.get(key) : undefined;
  if (kept) {
    reply.hijack();
    sendKept(reply.raw, request.raw, kept, options.cors);
    return;
  }
  const { version, until } = await options.freshness();
  const outgoing = isIndex(request)
    ? indexReply(options.index(origin))
    : await options.pipeline(incoming(request, origin, options.bodyLimit));
  const done = finishReply(outgoing, key, options.times);
  logReply(request, outgoing);
  if (outgoing.keepable)
    options.cache.set(
      key,
      toKeep(done, isOpenToAll(options.cors) ? corsHeaders(options.cors, undefined) : {}),
      version,
      Math.min(until, certainUntil(done)),
    );
  reply.hijack();
  drainUnread(request.raw, mostDrained);
  const extra: Record<string, string> = {
    ...corsHeaders(options.cors, request.headers.origin),
    'x-request-id': request.id,
  };
  send(reply.raw, replyFor(request.headers, done), extra);
}

/** Nobody in particular asks: the replies that are kept. */
const isOpenRead = ({ method, headers }: FastifyRequest): boolean =>
  method === 'GET' && headers.authorization === undefined;

const isIndex = (request: FastifyRequest): boolean =>
  request.method === 'GET' && /^\/(?:wp-json\/?)?(?:$|\?(?!.*rest_route=))/.test(request.raw.url as string);

const indexReply = (body: unknown): OutgoingReply => ({
  status: 200,
  headers: { 'cache-control': 'no-cache' },
  body,
  keepable: false,
  read: { userId: 0, modified: undefined },
});

const keyOf = (origin: string, url: string): string => `${origin}\n${url}`;

function incoming(request: FastifyRequest, origin: string, bodyLimit: number): IncomingRequest {
  const url = request.raw.url as string;
  if (url.length > maxUrlLength) throw new ApiError('rest_uri_too_long');
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

/** Where all origins are alike, a kept reply has their headers already. */
function sendKept(response: ServerResponse, request: IncomingMessage, kept: FinishedReply, cors: CorsOptions): void {
  const reply = replyFor(request.headers, kept);
  if (!reply.head || !isOpenToAll(cors)) {
    send(response, reply, corsHeaders(cors, request.headers.origin));
    return;
  }
  response.writeHead(reply.status, reply.head as string[]);
  response.end(reply.body);
}

/** Node sends no body in answer to HEAD, whatever is given to it. */
function send(response: ServerResponse, reply: FinishedReply, extra: Record<string, string>): void {
  response.writeHead(reply.status, { ...reply.headers, ...extra });
  response.end(reply.body);
}

function logReply(request: FastifyRequest, reply: OutgoingReply): void {
  const line = { method: request.method, path: (request.raw.url as string).split('?')[0], status: reply.status };
  if (reply.status >= 500) request.log.error({ ...line, err: reply.error }, 'failed');
  else if (request.method === 'GET' || request.method === 'HEAD' || request.method === 'OPTIONS')
    request.log.debug(line, 'answered');
  else request.log.info(line, 'answered');
}

function asApiError(error: Error & { code?: string; statusCode?: number }): ApiError {
  if (error instanceof ApiError) return error;
  if (error.statusCode !== undefined && error.statusCode < 500)
    return new ApiError('rest_bad_request', { status: error.statusCode });
  return new ApiError('internal_server_error');
}
