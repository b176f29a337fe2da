// Puts the service together: everything a part depends on is handed to it here.
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Zones } from './core/dates/zones.ts';
import type { Language } from './core/languages.ts';
import { createModificationTimes } from './http/conditional/modification-times.ts';
import { createPipeline } from './http/pipeline.ts';
import { createReplyCache } from './http/reply-cache.ts';
import type { RequestContext, Route } from './http/route.ts';
import { createHttpServer } from './http/server.ts';
import { batchRoute } from './resources/batch/routes.ts';
import { categoryRoutes } from './resources/categories/routes.ts';
import { changeRoutes } from './resources/changes/routes.ts';
import { changeTokens } from './resources/changes/service.ts';
import type { Tokens } from './resources/changes/token.ts';
import { createPasswordHasher, eventPasswordSalt } from './resources/events/passwords.ts';
import { eventRoutes } from './resources/events/routes.ts';
import { type HashPassword, isEventReadable } from './resources/events/service.ts';
import { createIdempotency } from './resources/idempotency/service.ts';
import { organizerRoutes } from './resources/organizers/routes.ts';
import { docRoute } from './resources/site/doc.ts';
import { createFreshness } from './resources/site/freshness.ts';
import { rootRoute } from './resources/site/routes.ts';
import { isReadable, presentIndex } from './resources/site/service.ts';
import { tagRoutes } from './resources/tags/routes.ts';
import { createAccounts } from './resources/users/service.ts';
import { venueRoutes } from './resources/venues/routes.ts';
import type { Store } from './store/store.ts';

/** Settings of the service itself; where they come from is config.ts's business. */
export interface AppSettings {
  /** Canonical IANA zone or `UTC±…`. */
  timezone: string;
  language: Language;
  siteUrl: string | undefined;
  /** `calendar/events/v1` first, then aliases. */
  namespaces: readonly string[];
  trustedProxies: readonly string[];
  corsOrigins: readonly string[];
  bodyLimitBytes: number;
  maxPerPage: number;
  cacheBytes: number;
  currencySymbol: string;
  currencyPosition: 'prefix' | 'postfix';
}

export interface AppDependencies {
  store: Store;
  settings: AppSettings;
  zones: Zones;
  logger: Logger;
  /** UTC seconds. */
  now: () => number;
}

/** The whole service over an open store, not yet listening. */
export async function buildApp({ store, settings, zones, logger, now }: AppDependencies): Promise<FastifyInstance> {
  const salt = await eventPasswordSalt(store);
  const tokens = await changeTokens(store);
  const routes = serviceRoutes(store, settings, { hashPassword: createPasswordHasher(salt), tokens });
  const site = { siteUrl: settings.siteUrl, defaultLanguage: settings.language };
  const accounts = createAccounts(store);
  const pipeline = createPipeline({
    routes,
    namespaces: settings.namespaces,
    site,
    siteZone: settings.timezone,
    zones,
    now,
    authenticate: accounts.authenticate,
    idempotency: createIdempotency(store),
    together: (work) => store.together(work),
  });
  const app = createHttpServer({
    pipeline,
    times: createModificationTimes({ now }),
    cache: createReplyCache({ maxBytes: settings.cacheBytes, version: store.version, now }),
    freshness: createFreshness(store, { zones, siteZone: settings.timezone, now }),
    isReady: () => isReadable(store),
    index: (origin) => presentIndex(settings, origin),
    logger,
    bodyLimit: settings.bodyLimitBytes,
    trustedProxies: settings.trustedProxies,
    cors: { allowedOrigins: settings.corsOrigins },
    language: settings.language,
  });
  app.addHook('onClose', () => store.close());
  return app;
}

interface Secrets {
  hashPassword: HashPassword;
  tokens: Tokens;
}

function serviceRoutes(store: Store, settings: AppSettings, { hashPassword, tokens }: Secrets): readonly Route[] {
  const { maxPerPage } = settings;
  const currency = { defaultSymbol: settings.currencySymbol, defaultPosition: settings.currencyPosition };
  const shared = {
    store,
    maxPerPage,
    isEventReadable: (id: number, scope: RequestContext) => isEventReadable(store.reader, id, scope),
  };
  const routes: Route[] = [
    ...eventRoutes({ store, maxPerPage, currency, hashPassword }),
    ...venueRoutes(shared),
    ...organizerRoutes(shared),
    ...categoryRoutes(shared),
    ...tagRoutes(shared),
    ...changeRoutes({ store, maxPerPage, tokens }),
    batchRoute(store, () => routes),
  ];
  routes.unshift(
    rootRoute(() => routes),
    docRoute(() => routes),
  );
  return routes;
}
