// Puts the service together: everything a part depends on is handed to it here.
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Language } from './core/languages.ts';
import type { Zones } from './core/dates/zones.ts';
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
export async function buildApp(_dependencies: AppDependencies): Promise<FastifyInstance> {
  throw new Error('not wired yet');
}
