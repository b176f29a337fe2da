// Wires the service: every part gets its dependencies here.
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { createDocumentation } from './api-docs/documentation.ts';
import { ApiError } from './core/api-error.ts';
import { formatUtc } from './core/dates/civil.ts';
import type { Zones } from './core/dates/zones.ts';
import { anonymous, type Caller, mayAdminister } from './core/roles.ts';
import type { ResolveHost } from './fetch/fetch-target.ts';
import { parseCredentials } from './http/auth/credentials.ts';
import { indexHeaders } from './http/discovery.ts';
import { registerFiles } from './http/endpoints/file-routes.ts';
import { registerPages } from './http/endpoints/page-routes.ts';
import { securityRoutes } from './http/endpoints/security-txt.ts';
import { createPipeline, type Pipeline } from './http/pipeline.ts';
import { isAnonymousRead } from './http/request/incoming-request.ts';
import { createResponseCache } from './http/response/response-cache.ts';
import { createThrottledLog } from './http/response/throttled-log.ts';
import { createHttpServer } from './http/server.ts';
import type { ServerOptions } from './http/serving.ts';
import { registerMcp } from './mcp-endpoint.ts';
import { createIngest } from './media/ingest.ts';
import { createSocialImages } from './media/social-images.ts';
import type { MediaStorage } from './media/storage/storage.ts';
import { imageLimits } from './media-storage.ts';
import type { Meters } from './metrics/service-metrics.ts';
import { createIdempotency } from './resources/idempotency/service.ts';
import { createImageFetcher } from './resources/media/image-fetcher.ts';
import { createFileFinder } from './resources/media/served-files.ts';
import type { Library } from './resources/media/service.ts';
import { createFreshness } from './resources/records/cache/freshness.ts';
import { openRequestLimit } from './resources/request-limit/service.ts';
import { isReadable, presentIndex } from './resources/site/service.ts';
import { createAttempts } from './resources/users/attempts.ts';
import type { HashEventPassword } from './resources/users/secrets.ts';
import { createAccounts } from './resources/users/service.ts';
import { createApis, type ServiceSettings } from './routes.ts';
import { healthOfBackups } from './serve/backups.ts';
import { type Store, withRollback } from './store/store.ts';
import { StoreUnavailable } from './store/unavailable.ts';
import { version } from './version.ts';
import type { Theme } from './web/files/theme.ts';
import { createWeb, type Web } from './web/pages.ts';

export interface AppDependencies {
  store: Store;
  settings: ServiceSettings;
  zones: Zones;
  logger: Logger;
  /** Logs a problem that everything in this process has, such as an unavailable database. */
  logThrottled?: (error: Error) => void;
  /** UTC seconds. */
  now: () => number;
  /** Storage of image files. */
  storage: MediaStorage;
  /** One for the whole process, as it limits lookups. */
  resolve: ResolveHost;
  /** Other processes serve the same calendar at the same URL. */
  hasPeers?: boolean;
  /** Absent if metrics are off. */
  meters?: Meters | undefined;
  /** Theme of pages. */
  theme?: Theme;
  /** Hash of event passwords; scrypt if absent. */
  hashEventPassword?: HashEventPassword | undefined;
}

type ServicePipeline = Awaited<ReturnType<typeof buildPipeline>>;

/** The service without an HTTP server. */
export async function buildPipeline(dependencies: AppDependencies) {
  const { store, settings, zones, logger, now, meters, resolve, hashEventPassword } = dependencies;
  const library = openLibrary(dependencies);
  const attempts = createAttempts(store, dependencies.hasPeers ?? false);
  const caches = meters?.caches;
  const apis = await createApis({ library, settings, attempts, resolve, hashEventPassword, caches });
  const site = { siteUrl: settings.siteUrl, defaultLanguage: settings.language };
  const accounts = createAccounts(store, attempts, meters?.signIns);
  const pipeline = createPipeline({
    apis,
    site,
    siteName: settings.siteName,
    siteZone: settings.timezone,
    zones,
    now,
    version: store.version,
    authenticate: accounts.authenticate,
    idempotency: createIdempotency(store),
    withRollback: (work) => withRollback(store, work),
    afterFsync: (work) => store.afterFsync(work),
    imageFetcher: createImageFetcher({ ...library, logger }),
    index: (origin, language) => ({
      body: presentIndex({ ...settings, apis }, { origin, language }, { zones, now: now() }),
      headers: indexHeaders(settings, origin, language),
    }),
    toApiError,
  });
  /** The caller that an `Authorization` header identifies. Throws for wrong credentials. */
  const authenticate = async (authorization: string | undefined, address: string): Promise<Caller> => {
    const credentials = parseCredentials(authorization);
    return credentials ? accounts.authenticate(credentials, address, now()) : anonymous;
  };
  const [{ routes }] = apis;
  return { pipeline, routes, apis, authenticate, hasSignedIn: accounts.hasSignedIn };
}

/** The whole service over an open store, not yet listening. */
export async function buildApp(dependencies: AppDependencies): Promise<FastifyInstance> {
  const { store, settings, logger, now, storage } = dependencies;
  const { logThrottled = createThrottledLog(logger, () => performance.now()) } = dependencies;
  const service = await buildPipeline(dependencies);
  const cors = { allowedOrigins: settings.corsOrigins };
  const web = settings.pages ? createWeb({ ...settings, ...dependencies, pipeline: service.pipeline }) : undefined;
  const handle = web === undefined ? service.pipeline : withPages(web, service.pipeline);
  const presentFailure: ServerOptions['presentFailure'] = web?.handleFailure ?? ((_request, refusal) => refusal);
  const app = buildServer({ ...dependencies, logThrottled, presentFailure }, service, handle);
  const socialImages = createSocialImages(storage, imageLimits(settings));
  registerFiles(app, { find: createFileFinder(store, storage, socialImages), cors });
  const { bodyLimitBytes: bodyLimit, corsOrigins } = settings;
  const log = { logger, logThrottled };
  if (settings.mcp) registerMcp(app, { ...service, ...log, site: { ...settings, version }, bodyLimit, corsOrigins });
  const documents = createDocumentation({
    ...settings,
    apis: service.apis.flatMap((part) => part.namespaces),
  });
  registerPages(app, {
    routes: [...documents, ...securityRoutes(settings, now), ...(web?.routes ?? [])],
    ...settings,
    cors,
  });
  app.addHook('preClose', async () => store.drainReadWorker?.());
  app.addHook('onClose', () => store.close());
  return app;
}

const withPages =
  (web: Web, pipeline: Pipeline): Pipeline =>
  async (request) => {
    const page = web.handle(request);
    if (page !== undefined) return page;
    const reply = await pipeline(request);
    if (reply.status >= 500) return web.handleFailure(request, reply);
    return reply.status === 404 ? web.handleUnknown(request, reply) : reply;
  };

/** The HTTP server, without the pages, files and tools that are registered in it. */
function buildServer(
  dependencies: AppDependencies & Pick<ServerOptions, 'logThrottled' | 'presentFailure'>,
  service: ServicePipeline,
  handle: Pipeline,
): FastifyInstance {
  const { store, settings, zones, logger, now, hasPeers = false, meters } = dependencies;
  const freshness = createFreshness(store, zones, settings.timezone, now);
  return createHttpServer({
    // Callers who sign in may just have written, and must see that, so they do not read from standbys.
    pipeline: (request) => (isAnonymousRead(request) ? store.onReplica(() => handle(request)) : handle(request)),
    cache: createResponseCache({
      maxBytes: settings.cacheBytes,
      version: store.version,
      versionOnArrival: store.versionOnArrival,
      now,
      tally: meters?.caches.replies,
    }),
    meter: meters?.requests,
    now,
    freshness: () => store.onReplica(freshness),
    isReady: () => store.onReplica(() => isReadable(store)),
    version,
    healthDetails: healthDetails(service, settings, now),
    toApiError,
    logger,
    logThrottled: dependencies.logThrottled,
    presentFailure: dependencies.presentFailure,
    slowMs: settings.slowRequestSeconds * 1000 || undefined,
    bodyLimit: settings.bodyLimitBytes,
    trustedProxies: settings.trustedProxies,
    cors: { allowedOrigins: settings.corsOrigins },
    siteUrl: settings.siteUrl,
    language: settings.language,
    hasPages: settings.pages,
    hasSignedIn: service.hasSignedIn,
    limit: openRequestLimit(store, { perMinute: settings.requestsPerMinute, now, hasPeers }),
  });
}

/** Only administrators learn of backups: a stranger could wait for a bad day. */
function healthDetails({ authenticate }: ServicePipeline, settings: ServiceSettings, now: () => number) {
  const { backupFolder: folder, backupEverySeconds: everySeconds } = settings;
  const startedAt = now();
  return async (authorization: string, address: string) => {
    if (!mayAdminister(await authenticate(authorization, address)) || folder === undefined) return {};
    const { state, newest } = await healthOfBackups({ folder, everySeconds, startedAt, now: now() });
    return { backups: { state, newest_utc: newest === undefined ? null : formatUtc(newest) } };
  };
}

const toApiError = (error: unknown): ApiError | undefined =>
  error instanceof StoreUnavailable
    ? new ApiError('service_unavailable', { headers: { 'retry-after': String(error.retryAfterSeconds) }, cause: error })
    : undefined;

function openLibrary({ store, settings, storage, logger, resolve }: AppDependencies): Library {
  const limits = imageLimits(settings);
  return { store, limits, ingest: createIngest({ storage, limits, allow: settings.fetchAllow, resolve, logger }) };
}
