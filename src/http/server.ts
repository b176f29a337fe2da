import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener } from 'node:http';
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { refuseForged } from './auth/cross-site.ts';
import { handleError, handleRequest } from './handle-request.ts';
import { limitRequests } from './rate-limit/rate-limit.ts';
import { addressOf } from './request/incoming-request.ts';
import { normaliseMediaType, refusalOf, refuseMalformed, toOriginForm } from './request/leniency.ts';
import { createUnreadableRefusal } from './request/refuse-unreadable.ts';
import { belowFolder, folderOf, toCalendarPage } from './request/site-url.ts';
import { createCoalescing } from './response/coalescing.ts';
import { createHotPath } from './response/send.ts';
import type { ComputedResponse, ServerOptions, Serving } from './serving.ts';
import { createTrace } from './trace.ts';

/** An `import` of it would load Node's own copy of undici: 50 ms of each start. */
const { createServer } = process.getBuiltinModule('node:http');

/** Idle connections outlive those of common load balancers, which could otherwise reuse one as it closes. */
const timeouts = { keepAliveTimeout: 72_000, requestTimeout: 60_000, headersTimeout: 30_000 };
/** A client that stops reading must not keep a large reply in memory. */
const idleTimeout = 120_000;

/**
 * The service behind a Fastify instance, not yet listening. The pipeline has its own router, parameter readers and
 * serialiser, because their order and errors are fixed (D1, D2) and batches and MCP use them without HTTP; of
 * Fastify the service uses the lifecycle, hooks, proxy trust, and the routes of pages, files and probes.
 */
export function createHttpServer(options: ServerOptions): FastifyInstance {
  const serving = createServing(options);
  const app = createInstance(serving);
  const { limit, meter, hasSignedIn } = options;
  if (limit) app.addHook('onRequest', limitRequests({ limit, meter, hasSignedIn }));
  app.addHook('onRequest', setHsts);
  app.addHook('onRequest', refuseMalformed);
  app.addHook('onRequest', normaliseMediaType);
  app.addHook('onRequest', refuseForged(options.siteUrl, options.cors.allowedOrigins));
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, body, done) => done(null, body));
  addProbes(app, options);
  const handle = (request: FastifyRequest, reply: FastifyReply) => handleRequest(request, reply, serving);
  app.all('/*', { config: { authenticates: true } }, handle);
  app.setNotFoundHandler(handle);
  app.setErrorHandler((error: Error, request, reply) => handleError(error, request, reply, serving));
  return app;
}

const createServing = (options: ServerOptions): Serving => {
  const startedAt = options.now();
  return {
    ...options,
    folder: folderOf(options.siteUrl),
    coalescing: createCoalescing({
      now: options.now,
      isShared: ({ outgoing }: ComputedResponse) => outgoing.cacheable,
    }),
    startTrace: () => createTrace(() => performance.now()),
    // Settings may have changed what is shown since the last start.
    lastModified: (newest = 0) => Math.min(Math.max(newest, startedAt), options.now()),
  };
};

/** No route has a schema, and Fastify's own compilers would load Ajv at each start. */
function refuseSchema(): never {
  throw new Error('Routes of Fastify have no schemas here.');
}

function createInstance(serving: Serving): FastifyInstance {
  const { meter } = serving;
  const isAnsweredFromCache = createHotPath(serving);
  const unreadable = createUnreadableRefusal(serving);
  const rewritten = new WeakSet<object>();
  const urlOf = (request: IncomingMessage): string => {
    request.url = belowFolder(request.url ?? '', serving.folder);
    return serving.hasPages ? toCalendarPage(request) : request.url;
  };
  return fastify({
    loggerInstance: serving.logger as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: serving.bodyLimit,
    trustProxy: serving.trustedProxies.length > 0 ? [...serving.trustedProxies] : false,
    genReqId: () => randomUUID(),
    clientErrorHandler: unreadable.refuse,
    forceCloseConnections: 'idle',
    // Open connections still get the reply to their current request.
    return503OnClosing: false,
    exposeHeadRoutes: false,
    schemaController: { compilersFactory: { buildValidator: refuseSchema, buildSerializer: refuseSchema } },
    // For requests that bypass the listener. The folder is removed once: a path below it may begin alike.
    rewriteUrl: (request) => (rewritten.has(request) ? request.url : urlOf(request as IncomingMessage)) as string,
    serverFactory: (handler) => {
      const listener: RequestListener = (request, response) => {
        unreadable.track(response);
        toOriginForm(request);
        request.url = urlOf(request);
        rewritten.add(request);
        if (refusalOf(request) || !isAnsweredFromCache(request, response)) handler(request, response);
      };
      const listen = meter ? meter.listener(listener) : listener;
      const server = createServer({ ...timeouts, requireHostHeader: false }, listen);
      return server.on('checkExpectation', listen).setTimeout(idleTimeout);
    },
    // A path that cannot be decoded names no record, so it gets the usual 404.
    frameworkErrors: (_error, request, reply) => {
      handleRequest(request, reply, serving).catch((error: Error) => handleError(error, request, reply, serving));
    },
  });
}

const yearSeconds = 31_536_000;

/** Where a trusted proxy says that the request came over TLS (RFC 6797); other hosts of the domain are not ours to pin. */
async function setHsts(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (request.protocol === 'https') reply.raw.setHeader('strict-transport-security', `max-age=${yearSeconds}`);
}

/** Health checks. Some monitors and load balancers send HEAD. */
function addProbes(app: FastifyInstance, { isReady, version, healthDetails }: ServerOptions): void {
  const detailsFor = async (request: FastifyRequest) => {
    const { authorization } = request.headers;
    return authorization === undefined ? {} : healthDetails(authorization, addressOf(request));
  };
  app.get('/healthz', { exposeHeadRoute: true, config: { authenticates: true } }, async (request) => ({
    status: 'ok',
    version,
    ...(await detailsFor(request)),
  }));
  app.get('/readyz', { exposeHeadRoute: true }, async (_request, reply) => {
    if (await isReady()) return { status: 'ready' };
    return reply.code(503).header('retry-after', '5').send({ status: 'unavailable' });
  });
}
