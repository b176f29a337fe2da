// The routes of all interfaces, with their dependencies.

import type { CacheValidity } from './cache/validity.ts';
import type { Config } from './config/settings.ts';
import { mainNamespace } from './http/request/address.ts';
import type { Route } from './http/route.ts';
import type { Meters } from './metrics/service-metrics.ts';
import { auditRoutes } from './resources/audit/routes.ts';
import { batchRoute } from './resources/batch/routes.ts';
import { changeRoutes } from './resources/changes/routes.ts';
import type { Tokens } from './resources/changes/token.ts';
import type { VersionMemo } from './resources/events/cache/event-cache.ts';
import { createTotalCache, memoizeTotals } from './resources/events/cache/total-cache.ts';
import type { CalendarIdentity } from './resources/events/feeds/identity.ts';
import { feedRoutes } from './resources/events/feeds/routes.ts';
import { readableEvents } from './resources/events/masking.ts';
import { eventRoutes } from './resources/events/routes.ts';
import type { HashPassword, TryPassword } from './resources/events/types.ts';
import { mediaRoutes } from './resources/media/routes.ts';
import type { Library } from './resources/media/service.ts';
import type { InvalidationLog } from './resources/records/cache/invalidation-log.ts';
import { createTaggedCache } from './resources/records/cache/tagged-cache.ts';
import { memoPerVersion } from './resources/records/cache/version-memo.ts';
import { relatedRoutes } from './resources/related/routes.ts';
import { docRoute } from './resources/site/doc.ts';
import { describeSite } from './resources/site/openapi.ts';
import { rootRoute } from './resources/site/routes.ts';
import { sitemapRoutes } from './resources/sitemap/routes.ts';
import type { OrderOfNames } from './resources/terms/list/name-order-cache.ts';
import { termRoutes } from './resources/terms/routes.ts';
import { keyRoutes } from './resources/users/routes.ts';
import { webhookRoutes } from './resources/webhooks/routes.ts';
import type { WebhookTargets } from './resources/webhooks/types.ts';
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
  hashPassword: HashPassword;
  tryPassword: TryPassword;
  orderOfNames: OrderOfNames;
}

interface ServiceParts extends RouteParts {
  tokens: Tokens;
  identity: CalendarIdentity;
  log: InvalidationLog;
  webhookTargets: WebhookTargets;
  /** Of memory, for what is kept of records. */
  eventCacheBytes: number;
  caches: Meters['caches'] | undefined;
}

/** The part of `wp/v2` that calendar clients use. */
export function neighbourRoutes(
  { library, settings, tryPassword, orderOfNames }: RouteParts,
  calendar: readonly Route[],
): readonly Route[] {
  const isEventReadable = readableEvents(library.store.reader, tryPassword);
  const { maxPerPage } = settings;
  const routes: Route[] = wordpressRoutes({ library, maxPerPage, isEventReadable, orderOfNames, calendar });
  routes.unshift(
    rootRoute(() => routes, wordpressNamespace),
    docRoute(() => routes, describeWordpress(version)),
  );
  return routes;
}

export function oembedRoutes(calendar: readonly Route[]): readonly Route[] {
  const routes: Route[] = [embedRoute(calendar)];
  routes.unshift(
    rootRoute(() => routes, oembedNamespace),
    docRoute(() => routes, describeOembed(version)),
  );
  return routes;
}

/** The calendar's own interface. */
export function serviceRoutes(parts: ServiceParts): readonly Route[] {
  const { library, settings, hashPassword, tryPassword, orderOfNames, tokens, identity, log, eventCacheBytes, caches } =
    parts;
  const { webhookTargets: targets } = parts;
  const { store } = library;
  const { maxPerPage } = settings;
  const currency = { defaultSymbol: settings.currencySymbol, defaultPosition: settings.currencyPosition };
  const forTotals = Math.floor(eventCacheBytes / 4);
  const totals = createTotalCache(store, log, forTotals, caches?.totals);
  const emptyMemo = (validity: CacheValidity): VersionMemo => ({
    hasProtected: undefined,
    counts: new Map(),
    totals: memoizeTotals(totals(validity)),
  });
  const caching = {
    store,
    currency,
    cache: eventCacheBytes > 0 ? createTaggedCache(log, eventCacheBytes - forTotals, caches?.events) : undefined,
    memo:
      settings.eventCacheBytes > 0
        ? memoPerVersion(emptyMemo)
        : (_now: number, validity: CacheValidity) => emptyMemo(validity),
  };
  const shared = {
    store,
    maxPerPage,
    isEventReadable: readableEvents(store.reader, tryPassword),
    tryPassword,
    orderOfNames,
  };
  const routes: Route[] = [
    ...eventRoutes({ ...caching, maxPerPage, hashPassword, tryPassword }),
    ...relatedRoutes({ ...shared, kind: 'venue' }),
    ...relatedRoutes({ ...shared, kind: 'organizer' }),
    ...termRoutes({ ...shared, taxonomy: 'category' }),
    ...termRoutes({ ...shared, taxonomy: 'tag' }),
    ...mediaRoutes({ library, maxPerPage }),
    ...changeRoutes({ store, maxPerPage, tokens }),
    ...webhookRoutes({ store, maxPerPage, targets }),
    ...keyRoutes(store),
    ...auditRoutes({ store, maxPerPage }),
    ...feedRoutes({ ...caching, maxPerPage, hashPassword, tryPassword, identity }, settings.feedMebibytes),
    ...sitemapRoutes({ store, hasPages: settings.pages }),
    batchRoute({ store, all: () => routes, hashPassword }),
  ];
  routes.unshift(
    rootRoute(() => routes, mainNamespace),
    docRoute(() => routes, describeSite(version)),
  );
  return routes;
}
