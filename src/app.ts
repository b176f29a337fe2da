// Puts the service together: everything a part depends on is handed to it here.
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import packageFile from '../package.json' with { type: 'json' };
import type { CacheValidity } from './cache/validity.ts';
import { ApiError } from './core/api-error.ts';
import type { Zones } from './core/dates/zones.ts';
import type { Language } from './core/languages.ts';
import { anonymous, type Caller } from './core/roles.ts';
import { parseCredentials } from './http/auth/credentials.ts';
import { indexHeaders } from './http/discovery.ts';
import { registerFiles } from './http/endpoints/file-routes.ts';
import { registerPages } from './http/endpoints/page-routes.ts';
import { createPipeline, type Interface, type Pipeline } from './http/pipeline.ts';
import { mainNamespace } from './http/request/address.ts';
import type { IncomingRequest } from './http/request/incoming-request.ts';
import { isRead } from './http/request/methods.ts';
import { corsHeaders, isOpenToAll } from './http/response/headers.ts';
import { forCaching } from './http/response/response.ts';
import { createResponseCache } from './http/response/response-cache.ts';
import type { Route } from './http/route.ts';
import { createHttpServer } from './http/server.ts';
import { registerMcp } from './mcp-endpoint.ts';
import type { Allowance } from './media/fetch-allowance.ts';
import type { ResolveHost } from './media/fetch-target.ts';
import { openIntake } from './media/open-intake.ts';
import { createResolver } from './media/resolve-host.ts';
import type { MediaStorage } from './media/storage.ts';
import type { Meters } from './metrics/service-metrics.ts';
import { createPages } from './pages/pages.ts';
import { batchRoute } from './resources/batch/routes.ts';
import { changeRoutes } from './resources/changes/routes.ts';
import { changeTokens } from './resources/changes/service.ts';
import type { Tokens } from './resources/changes/token.ts';
import { createEventCaches, type VersionMemo } from './resources/events/cache/event-cache.ts';
import { createTotalCache, memoised } from './resources/events/cache/total-cache.ts';
import { feedRoutes } from './resources/events/feeds/routes.ts';
import { createPasswordHasher, eventPasswordSalt } from './resources/events/passwords.ts';
import { readableEvents } from './resources/events/readable.ts';
import { eventRoutes } from './resources/events/routes.ts';
import type { HashPassword } from './resources/events/types.ts';
import { createIdempotency } from './resources/idempotency/service.ts';
import { mediaRoutes } from './resources/media/routes.ts';
import { createFileFinder } from './resources/media/served-files.ts';
import type { Library } from './resources/media/service.ts';
import { createImageTaker } from './resources/media/taker.ts';
import { createInvalidationLog, type InvalidationLog } from './resources/records/cache/invalidation-log.ts';
import { createTaggedCaches } from './resources/records/cache/tagged-cache.ts';
import { memoPerVersion } from './resources/records/cache/version-memo.ts';
import { relatedRoutes } from './resources/related/routes.ts';
import { openRequestLimit } from './resources/request-limit/service.ts';
import { docRoute } from './resources/site/doc.ts';
import { createFreshness } from './resources/site/freshness.ts';
import { describeSite } from './resources/site/openapi.ts';
import { rootRoute } from './resources/site/routes.ts';
import { isReadable, presentIndex } from './resources/site/service.ts';
import { createOrderOfNames, type OrderOfNames } from './resources/terms/kept-names.ts';
import { termRoutes } from './resources/terms/routes.ts';
import { termKinds } from './resources/terms/types.ts';
import { createAccounts } from './resources/users/service.ts';
import { describeWordpress, wordpressNamespace } from './resources/wordpress/openapi.ts';
import { wordpressRoutes } from './resources/wordpress/routes.ts';
import type { Store } from './store/store.ts';
import { StoreUnavailable } from './store/unavailable.ts';
import { createWeb } from './web/pages.ts';

/** For each step of the work on an image. */
const imageSeconds = 20;

/** Settings of the service itself; where they come from is config.ts's business. */
export interface AppSettings {
  /** Canonical IANA zone or `UTC±…`. */
  timezone: string;
  language: Language;
  siteUrl: string | undefined;
  /** As people know the calendar; without one it is called by its host. */
  siteName?: string | undefined;
  /** `calendar/events/v1` first, then aliases. */
  namespaces: readonly string[];
  trustedProxies: readonly string[];
  corsOrigins: readonly string[];
  bodyLimitBytes: number;
  maxPerPage: number;
  /** Of one address that does not sign in; 0, and where nothing is said, any number. */
  requestsPerMinute?: number;
  cacheBytes: number;
  shownBytes: number;
  currencySymbol: string;
  currencyPosition: 'prefix' | 'postfix';
  uploadLimitBytes: number;
  imageLimitPixels: number;
  /** Largest file of events that is made in one piece; 64 where nothing is said. */
  feedMebibytes?: number;
  /** Hosts that images may be fetched from although they are private. */
  fetchAllow: readonly Allowance[];
  /** Whether `/mcp` is served. */
  mcp: boolean;
}

export interface AppDependencies {
  store: Store;
  settings: AppSettings;
  zones: Zones;
  logger: Logger;
  /** UTC seconds. */
  now: () => number;
  /** Where the files of images are. */
  storage: MediaStorage;
  resolve?: ResolveHost;
  /** Other processes answer for the same calendar at the same address. */
  hasPeers?: boolean;
  /** Without, nothing is counted. */
  meters?: Meters | undefined;
}

/** All that the service does with a request, without a server around it. */
export interface ServicePipeline {
  pipeline: Pipeline;
  routes: readonly Route[];
  /** Which routes answer under which namespaces, the calendar's first. */
  interfaces: readonly Interface[];
  /** Who an `Authorization` header stands for. Throws for wrong credentials. */
  authenticate(authorization: string | undefined, address: string): Promise<Caller>;
}

export async function buildPipeline(dependencies: AppDependencies): Promise<ServicePipeline> {
  const { store, settings, zones, logger, now, meters } = dependencies;
  const salt = await eventPasswordSalt(store);
  const tokens = await changeTokens(store);
  const library = openLibrary(dependencies);
  const hashPassword = createPasswordHasher(salt);
  const shownBytes = store.hasReplicas ? 0 : settings.shownBytes;
  const log = createInvalidationLog(store);
  // Beside events and totals: as much only where there are tens of thousands of terms.
  const orderOfNames = createOrderOfNames(store, log, Math.floor(shownBytes / 4));
  const shared = { library, settings, hashPassword, orderOfNames };
  const routes = serviceRoutes({ ...shared, tokens, log, shownBytes, caches: meters?.caches });
  const site = { siteUrl: settings.siteUrl, defaultLanguage: settings.language };
  const accounts = createAccounts(store, meters?.signIns);
  const interfaces = [
    { namespaces: settings.namespaces, routes },
    { namespaces: [wordpressNamespace], routes: neighbourRoutes(shared) },
  ];
  const pipeline = createPipeline({
    interfaces,
    site,
    siteName: settings.siteName,
    siteZone: settings.timezone,
    zones,
    now,
    version: store.version,
    authenticate: accounts.authenticate,
    idempotency: createIdempotency(store),
    inTransaction: (work) => store.inTransaction(work),
    afterFsync: (work) => store.afterFsync(work),
    imageTaker: createImageTaker({ ...library, logger }),
    toApiError,
  });
  const authenticate = async (authorization: string | undefined, address: string) => {
    const credentials = parseCredentials(authorization);
    return credentials ? accounts.authenticate(credentials, address, now()) : anonymous;
  };
  return { pipeline, routes, interfaces, authenticate };
}

/** The whole service over an open store, not yet listening. */
export async function buildApp(dependencies: AppDependencies): Promise<FastifyInstance> {
  const { store, settings, zones, logger, now, storage, hasPeers = false, meters } = dependencies;
  const service = await buildPipeline(dependencies);
  const index = { ...settings, interfaces: service.interfaces };
  const cors = { allowedOrigins: settings.corsOrigins };
  const web = createWeb({ ...settings, zones, now, pipeline: service.pipeline });
  const answer: Pipeline = (request) => web.answer(request) ?? service.pipeline(request);
  const freshness = createFreshness(store, { zones, siteZone: settings.timezone, now });
  const app = createHttpServer({
    pipeline: (request) => (isAnonymousRead(request) ? store.onReplica(() => answer(request)) : answer(request)),
    cache: createResponseCache({
      maxBytes: settings.cacheBytes,
      version: store.version,
      versionOnArrival: store.versionOnArrival,
      now,
      prepare: (response) => forCaching(response, isOpenToAll(cors) ? corsHeaders(cors, undefined) : {}),
      tally: meters?.caches.replies,
    }),
    meter: meters?.requests,
    now,
    freshness: () => store.onReplica(freshness),
    isReady: () => store.onReplica(() => isReadable(store)),
    toApiError,
    index: (origin, language) => ({
      body: presentIndex(index, { origin, language }, { zones, now: now() }),
      headers: indexHeaders(settings, origin, language),
    }),
    logger,
    bodyLimit: settings.bodyLimitBytes,
    trustedProxies: settings.trustedProxies,
    cors,
    language: settings.language,
    limit: openRequestLimit(store, { requestsPerMinute: 0, ...settings, now, hasPeers }),
  });
  registerFiles(app, { find: createFileFinder(store, storage), cors });
  if (settings.mcp) registerMcp(app, { ...service, settings, logger });
  const namespaces = service.interfaces.flatMap((part) => part.namespaces);
  const { routes, front } = createPages({ ...settings, interfaces: namespaces });
  registerPages(app, { routes: [...routes, web.stylesheet], front, cors });
  app.addHook('preClose', async () => store.hurryAside?.());
  app.addHook('onClose', () => store.close());
  return app;
}

/** Who signs in may have written just now, and sees that. */
const isAnonymousRead = ({ method, authorization }: IncomingRequest): boolean =>
  isRead({ method }) && authorization === undefined;

const toApiError = (error: unknown): ApiError | undefined =>
  error instanceof StoreUnavailable
    ? new ApiError('service_unavailable', { headers: { 'retry-after': String(error.retryAfterSeconds) } })
    : undefined;

function openLibrary({ store, settings, storage, logger, resolve = createResolver() }: AppDependencies): Library {
  const limits = { bytes: settings.uploadLimitBytes, pixels: settings.imageLimitPixels, seconds: imageSeconds };
  return { store, limits, intake: openIntake({ storage, limits, allow: settings.fetchAllow, resolve, logger }) };
}

interface RouteParts {
  library: Library;
  settings: AppSettings;
  hashPassword: HashPassword;
  orderOfNames: OrderOfNames;
}

interface ServiceParts extends RouteParts {
  tokens: Tokens;
  log: InvalidationLog;
  /** Of memory, for what is kept of records. */
  shownBytes: number;
  caches: Meters['caches'] | undefined;
}

function neighbourRoutes({ library, settings, hashPassword, orderOfNames }: RouteParts): readonly Route[] {
  const isEventReadable = readableEvents(library.store.reader, hashPassword);
  const { maxPerPage } = settings;
  const routes: Route[] = wordpressRoutes({ library, maxPerPage, isEventReadable, orderOfNames });
  routes.unshift(
    rootRoute(() => routes, wordpressNamespace),
    docRoute(() => routes, describeWordpress(packageFile.version)),
  );
  return routes;
}

function serviceRoutes(parts: ServiceParts): readonly Route[] {
  const { library, settings, hashPassword, orderOfNames, tokens, log, shownBytes, caches } = parts;
  const { store } = library;
  const { maxPerPage } = settings;
  const currency = { defaultSymbol: settings.currencySymbol, defaultPosition: settings.currencyPosition };
  const forTotals = Math.floor(shownBytes / 4);
  const totals = createTotalCache(store, log, forTotals, caches?.totals);
  const emptyMemo = (validity: CacheValidity): VersionMemo => ({
    someProtected: undefined,
    counts: new Map(),
    totals: memoised(totals(validity)),
  });
  const shown = {
    store,
    currency,
    caches:
      shownBytes > 0 ? createEventCaches(createTaggedCaches(log, shownBytes - forTotals, caches?.events)) : undefined,
    memo:
      settings.shownBytes > 0
        ? memoPerVersion(emptyMemo)
        : (_now: number, validity: CacheValidity) => emptyMemo(validity),
  };
  const shared = {
    store,
    maxPerPage,
    isEventReadable: readableEvents(store.reader, hashPassword),
    hashPassword,
    orderOfNames,
  };
  const routes: Route[] = [
    ...eventRoutes({ ...shown, maxPerPage, hashPassword }),
    ...relatedRoutes({ ...shared, kind: 'venue' }),
    ...relatedRoutes({ ...shared, kind: 'organizer' }),
    ...termRoutes({ ...shared, kind: termKinds.category }),
    ...termRoutes({ ...shared, kind: termKinds.tag }),
    ...mediaRoutes({ library, maxPerPage }),
    ...changeRoutes({ store, maxPerPage, tokens }),
    ...feedRoutes({ ...shown, maxPerPage, hashPassword }, settings.feedMebibytes),
    batchRoute({ store, all: () => routes, hashPassword }),
  ];
  routes.unshift(
    rootRoute(() => routes, mainNamespace),
    docRoute(() => routes, describeSite(packageFile.version)),
  );
  return routes;
}
