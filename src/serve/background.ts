// Background work, which only one process of the service does.
import type { Logger } from 'pino';
import type { Config } from '../config/settings.ts';
import { type Background, systemClock } from '../core/clock.ts';
import type { ResolveHost } from '../fetch/fetch-target.ts';
import { createNominatim } from '../geocoding/nominatim.ts';
import { type GeocodingOptions, startGeocoding } from '../geocoding/worker.ts';
import { mainNamespace } from '../http/request/api-url.ts';
import type { MediaStorage } from '../media/storage/storage.ts';
import { type AuditRetention, pruneAudit } from '../resources/audit/service.ts';
import { collectMedia } from '../resources/media/collect.ts';
import { findMeta } from '../store/meta.ts';
import type { Reader, Store } from '../store/store.ts';
import { logDetails } from '../store/unavailable.ts';
import { version } from '../version.ts';
import { createPost } from '../webhooks/post.ts';
import { startWebhookSender, type WebhookSenderOptions } from '../webhooks/sender.ts';

export interface FileCollection {
  store: Store;
  storage: MediaStorage;
  logger: Logger;
  /** UTC seconds. */
  now: () => number;
}

const firstAfterMs = 60_000;
const everyMs = 86_400_000;
/** A day, so that a database restored by mistake can be replaced before files of the newer one are deleted. */
const graceSeconds = 86_400;

/** Deletes the files that interrupted uploads left behind. */
export const startFileCollection = ({ store, storage, logger, now }: FileCollection): Background =>
  startDaily(
    async (signal) => {
      if (await wasRestoredSince(store.reader, now() - graceSeconds)) return;
      const { files } = await collectMedia({ store, storage, now: now(), dryRun: false, graceSeconds, signal });
      if (files.length > 0) logger.info({ files: files.length }, 'media: deleted orphaned files');
    },
    (error) => logger.warn(logDetails(error), 'media: cleaning up orphaned files failed'),
  );

const wasRestoredSince = async (db: Reader, time: number): Promise<boolean> =>
  Number((await findMeta(db, 'restored_at')) ?? 0) > time;

/** Deletes expired entries of the audit log. */
export const startAuditPruning = (
  retention: AuditRetention,
  { store, logger, now }: Omit<FileCollection, 'storage'>,
): Background =>
  startDaily(
    (signal) => pruneAudit(store, retention, now(), signal),
    (error) => logger.warn(logDetails(error), 'audit: deleting old entries failed'),
  );

/** A minute after the start, and daily. The signal ends work that could delay a stop for minutes. */
function startDaily(work: (signal: AbortSignal) => Promise<void>, onError: (error: unknown) => void): Background {
  const stopping = new AbortController();
  const { signal } = stopping;
  let running: Promise<void> = Promise.resolve();
  const run = () => {
    running = running
      .then(() => work(signal))
      .catch((error: unknown) => {
        if (!signal.aborted) onError(error);
      });
    timer = setTimeout(run, everyMs).unref();
  };
  let timer = setTimeout(run, firstAfterMs).unref();
  return {
    stop() {
      clearTimeout(timer);
      stopping.abort();
      return running;
    },
  };
}

/** The usage policy allows one request per second. */
const publicServer = { host: 'nominatim.openstreetmap.org', intervalMs: 1000 };

type GeocoderSettings = Pick<Config, 'geocoderUrl' | 'geocoderContact' | 'geocoderIntervalMs' | 'siteUrl' | 'language'>;

/** Looks up coordinates of venues, if a server is configured. */
export function startGeocoder(
  config: GeocoderSettings,
  parts: Pick<GeocodingOptions, 'store' | 'logger' | 'logThrottled' | 'onRequest'>,
): Background | undefined {
  const { logger } = parts;
  const { geocoderUrl: url, language, siteUrl } = config;
  if (url === undefined) return undefined;
  const { host, hostname } = new URL(url);
  const contact = config.geocoderContact ?? siteUrl;
  const isPublic = hostname === publicServer.host;
  const intervalMs = Math.max(config.geocoderIntervalMs, isPublic ? publicServer.intervalMs : 0);
  logger.info({ server: host, interval_ms: intervalMs }, 'geocoder: looking up venues without coordinates');
  if (isPublic && contact === undefined)
    logger.warn('geocoder: the server requires a contact; set KALENDS_GEOCODER_CONTACT');
  const geocoder = createNominatim({ url, language, userAgent: userAgent(contact), nowMs: systemClock.nowMs });
  return startGeocoding({ ...parts, geocoder, clock: systemClock, intervalMs });
}

const userAgent = (contact: string | undefined): string =>
  `Kalends/${version} (events calendar${contact === undefined ? '' : `; ${contact}`})`;

const webhookTimeoutMs = 15_000;
/** Longer than an attempt and the transactions around it. */
const claimSeconds = 30;

export function startWebhooks(
  { webhookAllow: allow, siteUrl = '' }: Pick<Config, 'webhookAllow' | 'siteUrl'>,
  {
    resolve,
    ...parts
  }: Pick<WebhookSenderOptions, 'store' | 'logger' | 'logThrottled' | 'onAttempt'> & {
    resolve: ResolveHost;
  },
): Background {
  const post = createPost({ allow, resolve }, webhookTimeoutMs);
  const root = `${siteUrl.replace(/\/+$/, '')}/${mainNamespace}`;
  return startWebhookSender({ ...parts, post, root, claimSeconds, clock: systemClock, random: Math.random });
}

/** Several kinds of background work as one, which stops them all. */
export const stopTogether = (works: readonly (Background | undefined)[]): Background => ({
  stop: async () => void (await Promise.all(works.map((work) => work?.stop()))),
});
