// The routes of all our APIs, with their dependencies.

import type { CacheValidity } from './cache/validity.ts';
import type { Config } from './config/settings.ts';
import type { ResolveHost } from './fetch/fetch-target.ts';
import type { Api } from './http/pipeline.ts';
import type { Route } from './http/route.ts';
import type { Meters } from './metrics/service-metrics.ts';
import { auditRoutes } from './resources/audit/routes.ts';
import { batchRoute } from './resources/batch/routes.ts';
import { changeRoutes } from './resources/changes/routes.ts';
import { changeTokens } from './resources/changes/service.ts';
import type { EventCaching, VersionMemo } from './resources/events/cache/event-cache.ts';
import { createTotalCache } from './resources/events/cache/total-cache.ts';
import { openIdentity } from './resources/events/feeds/identity.ts';
import { feedRoutes } from './resources/events/feeds/routes.ts';
import { readableEvents } from './resources/events/masking.ts';
import { createPasswordHasher, createPasswordTries, eventPasswordSalt } from './resources/events/passwords.ts';
import { eventRoutes } from './resources/events/routes.ts';
import { mediaRoutes } from './resources/media/routes.ts';
import type { Library } from './resources/media/service.ts';
import { createInvalidationLog, type InvalidationLog } from './resources/records/cache/invalidation-log.ts';
import { createTaggedCache } from './resources/records/cache/tagged-cache.ts';
import { memoPerVersion } from './resources/records/cache/version-memo.ts';
import { relatedRoutes } from './resources/related/routes.ts';
import { describeSite, docRoute } from './resources/site/doc.ts';
import { rootRoute } from './resources/site/routes.ts';
import { sitemapRoutes } from './resources/sitemap/routes.ts';
import { createOrderOfNames } from './resources/terms/list/name-order-cache.ts';
import { termRoutes } from './resources/terms/routes.ts';
import type { Attempts } from './resources/users/attempts.ts';
import { keyRoutes } from './resources/users/routes.ts';
import type { HashEventPassword } from './resources/users/secrets.ts';
import { webhookRoutes } from './resources/webhooks/routes.ts';
import { describeWordpress, wordpressNamespace } from './resources/wordpress/openapi.ts';
import { wordpressRoutes } from './resources/wordpress/routes.ts';
import { describeOembed, embedRoute, oembedNamespace } from './resources/wordpress/routes-oembed.ts';
import { version } from './version.ts';

export type ServiceSettings = Config & {
  /** Maximum size of a feed; 64 by default. Only tests set it. */
  feedMebibytes?: number;
};

interface RouteParts {
  library: Library;
  settings: ServiceSettings;
  attempts: Attempts;
  resolve: ResolveHost;
  hashEventPassword: HashEventPassword | undefined;
  caches: Meters['caches'] | undefined;
}

/** The calendar's own API, then the part of `wp/v2` that calendar clients use, and oEmbed. */
export async function createApis(parts: RouteParts): Promise<readonly [Api, ...Api[]]> {
  const { library, settings, attempts } = parts;
  const { store } = library;
  const hashPassword = createPasswordHasher(await eventPasswordSalt(store), parts.hashEventPassword);
  const tryPassword = createPasswordTries(store, hashPassword, attempts);
  const log = createInvalidationLog(store);
  const cacheBytes = store.hasReplicas ? 0 : settings.eventCacheBytes;
  const options = {
    ...openCaches(parts, log, cacheBytes),
    library,
    hashPassword,
    tryPassword,
    maxPerPage: settings.maxPerPage,
    isEventReadable: readableEvents(store.reader, tryPassword),
    // In addition to events and totals; reached only with tens of thousands of terms.
    orderOfNames: createOrderOfNames(store, log, Math.floor(cacheBytes / 4)),
  };
  const tokens = await changeTokens(store);
  const identity = await openIdentity(store, settings.siteUrl);
  const routes: Route[] = [
    ...eventRoutes(options),
    ...relatedRoutes({ ...options, kind: 'venue' }),
    ...relatedRoutes({ ...options, kind: 'organizer' }),
    ...termRoutes({ ...options, taxonomy: 'category' }),
    ...termRoutes({ ...options, taxonomy: 'tag' }),
    ...mediaRoutes(options),
    ...changeRoutes({ ...options, tokens }),
    ...webhookRoutes({ ...options, targets: { allow: settings.webhookAllow, resolve: parts.resolve } }),
    ...keyRoutes(store),
    ...auditRoutes(options),
    ...feedRoutes({ ...options, identity }, settings.feedMebibytes),
    ...sitemapRoutes({ store, hasPages: settings.pages, defaultLanguage: settings.language }),
    batchRoute({ store, all: () => routes, hashPassword }),
  ];
  const wordpress = wordpressRoutes({ ...options, calendar: routes });
  return [
    withDocument(routes, settings.namespaces, describeSite(version)),
    withDocument(wordpress, [wordpressNamespace], describeWordpress(version)),
    withDocument([embedRoute(routes, store.reader)], [oembedNamespace], describeOembed(version)),
  ];
}

/** Adds the root of the first namespace, and the document of the routes. */
function withDocument(routes: Route[], namespaces: readonly string[], about: Parameters<typeof docRoute>[1]): Api {
  const all: Route[] = [rootRoute(() => all, namespaces[0] as string), docRoute(() => all, about), ...routes];
  return { namespaces, routes: all };
}

function openCaches({ library, settings, caches }: RouteParts, log: InvalidationLog, bytes: number): EventCaching {
  const { store } = library;
  const forTotals = Math.floor(bytes / 4);
  const totals = createTotalCache(store, log, forTotals, caches?.totals);
  const emptyMemo = (validity: CacheValidity): VersionMemo => ({
    hasProtected: undefined,
    counts: new Map(),
    totals: totals(validity),
  });
  return {
    store,
    currency: { defaultSymbol: settings.currencySymbol, defaultPosition: settings.currencyPosition },
    cache: bytes > 0 ? createTaggedCache(log, bytes - forTotals, caches?.events) : undefined,
    memo: memoPerVersion(emptyMemo),
  };
}
