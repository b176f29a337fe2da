import { randomUUID } from 'node:crypto';
import { createServer, type RequestListener } from 'node:http';
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { limitRequests } from './rate-limit/hook.ts';
import { mendMediaType } from './request/media-type.ts';
import { createUnreadableRefusal } from './request/refuse-unreadable.ts';
import { toOriginForm } from './request/request-target.ts';
import { answer } from './response/answer.ts';
import { answerError } from './response/answer-error.ts';
import { createHotAnswer } from './response/kept-replies.ts';
import { createServing, type ServerOptions, type Serving } from './serving.ts';

/** Idle connections outlive those of common balancers, which else send a request into one that is being closed. */
const timeouts = { keepAliveTimeout: 72_000, requestTimeout: 60_000, headersTimeout: 30_000 };
/** Of a connection where nothing moves, neither way: who reads no further must not hold a large reply in memory. */
const idleTimeout = 120_000;

/** The service behind a Fastify instance, not yet listening. */
export function createHttpServer(options: ServerOptions): FastifyInstance {
  const serving = createServing(options);
  const app = createInstance(serving);
  if (options.limit) app.addHook('onRequest', limitRequests(options.limit, options.meter));
  app.addHook('onRequest', mendMediaType);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, body, done) => done(null, body));
  addProbes(app, options);
  const handle = (request: FastifyRequest, reply: FastifyReply) => answer(request, reply, serving);
  app.all('/*', { config: { authenticates: true } }, handle);
  app.setNotFoundHandler(handle);
  app.setErrorHandler((error: Error, request, reply) => answerError(error, request, reply, serving));
  return app;
}

function createInstance(serving: Serving): FastifyInstance {
  const { meter } = serving;
  const hot = createHotAnswer(serving);
  const answerHot = meter ? meter.hot(hot) : hot;
  const unreadable = createUnreadableRefusal(serving.language);
  return fastify({
    loggerInstance: serving.logger as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: serving.bodyLimit,
    trustProxy: serving.trustedProxies.length > 0 ? [...serving.trustedProxies] : false,
    genReqId: () => randomUUID(),
    clientErrorHandler: unreadable.refuse,
    forceCloseConnections: 'idle',
    // Whoever is still connected gets a reply like any other, and none after it.
    return503OnClosing: false,
    exposeHeadRoutes: false,
    serverFactory: (handler) => {
      const listener: RequestListener = (request, response) => {
        unreadable.expect(response);
        toOriginForm(request);
        if (!answerHot(request, response)) handler(request, response);
      };
      return createServer(timeouts, meter ? meter.listener(listener) : listener).setTimeout(idleTimeout);
    },
    // A path that cannot be decoded: what is no id or slug of ours is not found, in the contract's words.
    frameworkErrors: (_error, request, reply) => {
      answer(request, reply, serving).catch((error: Error) => answerError(error, request, reply, serving));
    },
  });
}

/** For who watches over the service. */
function addProbes(app: FastifyInstance, { isReady }: ServerOptions): void {
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    if (await isReady()) return { status: 'ready' };
    return reply.code(503).header('retry-after', '5').send({ status: 'unavailable' });
  });
}
